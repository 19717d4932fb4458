package psr.server.models;

import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Submission.State;
import psr.server.http.Json;

/**
 * The description of a model in the database, without its numbers.
 *
 * @param state the state of its job, which is never paused
 * @param failure the reason of a failed or waiting model
 * @param recipe the recipe, as a user would type it; may be empty for an uploaded model
 * @param dataset the data set, as a user would type it; may be empty for an uploaded model
 * @param seconds time limit of a stage
 * @param by the name of the token of the request
 * @param bytes size of its file; 0 without a file
 * @param about its kind, alphabet and provenance as JSON; an empty object without a file
 * @param removed when it was moved to the trash
 */
public record SavedModel(String id, String name, State state, Optional<String> failure, String recipe, String dataset, long seed,
        OptionalDouble seconds, Instant created, Optional<Instant> ended, String by, long bytes, String about,
        Optional<Instant> removed) {

    /** The name of a state in the HTTP API and in the database. */
    static String word(State state) {
        return switch (state) {
            case RUNNING -> "learning";
            case DONE -> "ready";
            default -> Json.word(state);
        };
    }

    static State state(String word) {
        return Arrays.stream(State.values()).filter(state -> word(state).equals(word)).findFirst().orElseThrow();
    }

    /** Whether it may still become ready. */
    boolean isUnderWay() {
        return !state.isOver();
    }

    /**
     * The progress of learning.
     *
     * @param share the finished part, from 0 to 1; NaN if unknown
     * @param doing the current step, as text
     */
    record Advance(double share, String doing) {

        static final Advance NONE = new Advance(Double.NaN, "");
    }

    ObjectNode json(Advance advance) {
        Advance shown = state == State.RUNNING ? advance : Advance.NONE;
        String reason = failure.orElse(null);
        ObjectNode json =
                Json.object().put("id", id).put("name", name).put("state", word(state))
                        .put("waiting-for", state == State.WAITING ? reason : null)
                        .put("failure", state == State.WAITING ? null : reason).put("recipe", recipe).put("dataset", dataset)
                        .put("seed", seed).putNull("alphabet").putNull("kind");
        json.putObject("provenance");
        json.setAll((ObjectNode) Json.read(about));
        json.put("created", created.toString()).put("ended", ended.map(Instant::toString).orElse(null)).put("by", by);
        json.putObject("progress").put("doing", shown.doing())
                .put("share", Json.finite(state == State.DONE ? 1 : shown.share()));
        return json.put("bytes", bytes).put("removed", removed.map(Instant::toString).orElse(null));
    }
}
