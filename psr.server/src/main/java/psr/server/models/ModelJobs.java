package psr.server.models;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import psr.api.lab.Stage;
import psr.launcher.spi.IllegalTransitionException;
import psr.launcher.spi.JobAction;
import psr.launcher.spi.JobQueue;
import psr.server.data.FileSettings;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;

/** Learns models, each in a job of the queue, like {@code ./psr train}. Thread-safe. */
public final class ModelJobs {

    static final int LONGEST = 1000;

    private final FileSettings names;
    private final ModelLibrary models;
    private final ModelEvents events;
    private final JobQueue queue;

    public ModelJobs(FileSettings names, ModelLibrary models, ModelEvents events, JobQueue queue) {
        this.names = names;
        this.models = models;
        this.events = events;
        this.queue = queue;
        names.files().addUser(this::user);
    }

    /**
     * Continues with the models that an earlier process left. Must be called before the queue is started.
     *
     * @return start-up messages for the operator
     */
    public List<String> recover() throws IOException {
        List<String> lines = new ArrayList<>(models.recover());
        int left = models.underWay().size();
        if (left > 0) {
            lines.add(left + (left == 1 ? " model" : " models") + " that had not been learned: learned now");
        }
        return lines;
    }

    /** Queues a model, or returns the existing model of the same request. Throws a problem if the queue is full. */
    SavedModel add(SavedModel model, RepeatKey key) {
        if (size() >= LONGEST) {
            throw ProblemException.tooMany("at most " + LONGEST + " models may wait to be learned", 60);
        }
        SavedModel added = models.add(model, key);
        if (added.id().equals(model.id())) {
            events.publish(model.id());
            queue.wake();
        }
        return added;
    }

    /** Cancels a model that is queued or being learned. */
    void cancel(String id) {
        try {
            queue.perform(id, JobAction.CANCEL, state -> {});
        } catch (IllegalTransitionException e) {
            throw ProblemException.conflict("the model '" + id + "' has been learned, or has failed; there is nothing to cancel");
        }
        events.publish(id);
    }

    /** Number of models that are queued or being learned. */
    public int size() {
        return models.underWay().size();
    }

    private Optional<String> user(String file) {
        for (SavedModel model : models.underWay()) {
            if (names.names(Stage.parse(model.dataset())).contains(file)) {
                return Optional.of("the model '" + model.name() + "' (" + model.id() + ")");
            }
        }
        return Optional.empty();
    }
}
