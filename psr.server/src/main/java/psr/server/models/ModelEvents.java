package psr.server.models;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import psr.api.lab.Observer;
import psr.api.lab.Submission;
import psr.server.events.Events;

/** Publishes the progress of learning models to clients. Thread-safe. */
public final class ModelEvents {

    private static final System.Logger LOG = System.getLogger(ModelEvents.class.getName());

    private final ModelLibrary models;
    private final Events events;
    private final Map<String, SavedModel.Advance> advances = new ConcurrentHashMap<>();

    public ModelEvents(ModelLibrary models, Events events) {
        this.models = models;
        this.events = events;
    }

    /** Returns the observer of a model whose job is about to be loaded. */
    public Observer follow(String id) {
        return new Observer() {
            @Override
            public void changed(Submission.State state) {
                // The last event of a job: progress may be delivered after the queue has written the final state.
                if (state.isOver()) {
                    advances.remove(id);
                }
            }

            @Override
            public void loaded(int trial, String origin) {
                now(id, Double.NaN, "learning from the data");
            }

            @Override
            public void iterated(int trial, String label, int iteration) {
                now(id, Double.NaN, "iteration " + iteration);
            }

            @Override
            public void progressed(int trial, String label, double share, String doing) {
                now(id, share, doing);
            }
        };
    }

    private void now(String id, double share, String doing) {
        advances.put(id, new SavedModel.Advance(share, doing));
        publish(id);
    }

    SavedModel.Advance advance(String id) {
        return advances.getOrDefault(id, SavedModel.Advance.NONE);
    }

    public void publish(String id) {
        try {
            models.found(id).ifPresent(model -> events.tell("model", "", model.json(advance(id))));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "the model " + id + " cannot be published", e);
        }
    }
}
