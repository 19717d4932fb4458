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
 * What is known of a model, but for its numbers.
 *
 * @param failure why there is none; of a waiting one what it waits for
 * @param recipe how it is learned, as a user would type it; may be empty where it was brought along
 * @param dataset from what, as a user would type it; may be empty likewise
 * @param seconds how long a stage may take
 * @param by the name of the token it was asked for with
 * @param bytes of its file; 0 while there is none
 * @param about its kind, alphabet and provenance as JSON; an empty object while there is none
 * @param removed since when it is in the trash
 */
public record SavedModel(String id, String name, Phase phase, Optional<String> failure, String recipe, String dataset, long seed,
        OptionalDouble seconds, Instant created, Optional<Instant> ended, String by, long bytes, String about,
        Optional<Instant> removed) {

    /** How far it is. */
    public enum Phase {
        /** Its turn is to come. */
        QUEUED,
        /** Something that it needs is missing. */
        WAITING,
        /** It is being learned. */
        LEARNING,
        /** It predicts. */
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

        /** As clients and the database know it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Phase of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Whether it is still to come. */
    boolean isUnderWay() {
        return phase == Phase.QUEUED || phase == Phase.WAITING || phase == Phase.LEARNING;
    }

    /**
     * How far learning is.
     *
     * @param share from 0 to 1; NaN if that is not known
     * @param doing what it does, in a few words
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
