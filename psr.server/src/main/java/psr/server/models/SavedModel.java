package psr.server.models;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.Submission;
import psr.server.http.Json;

/**
 * The description of a model in the database, without its numbers.
 *
 * @param failure the reason of a failed or waiting model
 * @param recipe the recipe, as a user would type it; may be empty for an uploaded model
 * @param dataset the data set, as a user would type it; may be empty for an uploaded model
 * @param seconds time limit of a stage
 * @param by the name of the token of the request
 * @param bytes size of its file; 0 without a file
 * @param about its kind, alphabet and provenance as JSON; an empty object without a file
 * @param removed when it was moved to the trash
 */
public record SavedModel(String id, String name, Phase phase, Optional<String> failure, String recipe, String dataset, long seed,
        OptionalDouble seconds, Instant created, Optional<Instant> ended, String by, long bytes, String about,
        Optional<Instant> removed) {

    /** The phases of a model. */
    public enum Phase {
        /** It is queued. */
        QUEUED,
        /** A service or file that it needs is missing. */
        WAITING,
        /** It is being learned. */
        LEARNING,
        /** It can predict. */
        READY,
        /** It could not be learned. */
        FAILED,
        /** It was cancelled. */
        CANCELLED;

        /** The state of its job. */
        Submission.State state() {
            return switch (this) {
                case LEARNING -> Submission.State.RUNNING;
                case READY -> Submission.State.DONE;
                default -> Submission.State.valueOf(name());
            };
        }

        /** The phase of a model whose job is in a state; empty if a model is never in that state. */
        static Optional<Phase> of(Submission.State state) {
            return Arrays.stream(values()).filter(phase -> phase.state() == state).findFirst();
        }

        /** The name in the HTTP API and in the database. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Phase of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Whether it may still become ready. */
    boolean isUnderWay() {
        return phase == Phase.QUEUED || phase == Phase.WAITING || phase == Phase.LEARNING;
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
        Advance shown = phase == Phase.LEARNING ? advance : Advance.NONE;
        String reason = failure.orElse(null);
        ObjectNode json =
                Json.object().put("id", id).put("name", name).put("state", phase.word())
                        .put("waiting-for", phase == Phase.WAITING ? reason : null)
                        .put("failure", phase == Phase.WAITING ? null : reason).put("recipe", recipe).put("dataset", dataset)
                        .put("seed", seed).putNull("alphabet").putNull("kind");
        json.putObject("provenance");
        json.setAll((ObjectNode) Json.read(about));
        json.put("created", created.toString()).put("ended", ended.map(Instant::toString).orElse(null)).put("by", by);
        ObjectNode progress = json.putObject("progress").put("doing", shown.doing());
        Json.number(progress, "share", phase == Phase.READY ? 1 : shown.share());
        return json.put("bytes", bytes).put("removed", removed.map(Instant::toString).orElse(null));
    }
}
