package psr.server.models;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import psr.api.lab.ModelRequest;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.api.store.LearnedModel;
import psr.server.LabServices;
import psr.server.data.FileSettings;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.ProblemException;
import psr.server.http.RepeatKey;
import psr.server.runs.SharedThreads;

/**
 * Learns models, one after the other on each of a few threads, as {@code ./psr train} does. What was queued or being learned when the process
 * ended is learned when it starts again. Thread-safe.
 */
public final class ModelQueue implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ModelQueue.class.getName());
    static final int LONGEST = 1000;
    private static final long LAST_WAIT_SECONDS = 3;
    private static final long BETWEEN_NEWS_NANOSECONDS = 500_000_000;

    private final LabServices lab;
    private final UploadedFiles data;
    private final FileSettings names;
    private final ModelLibrary models;
    private final Events events;
    private final SharedThreads threads;
    private final ThreadPoolExecutor workers;
    private final Map<String, ModelTask> underWay = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** What is known of a model that is to come. */
    private static final class ModelTask {

        private volatile SavedModel.Advance advance = SavedModel.Advance.NONE;
        private volatile boolean cancelled;
        private volatile Submission submission;

        private void cancel() {
            cancelled = true;
            Submission present = submission;
            if (present != null) {
                present.cancel();
            }
        }
    }

    /**
     * A queue that works from now on.
     *
     * @param threads compute: a model that is learned is one trial among those of runs
     * @param atOnce how many models are with the laboratory at once
     */
    public ModelQueue(LabServices lab, UploadedFiles data, ModelLibrary models, Events events, SharedThreads threads,
            int atOnce) {
        this.lab = lab;
        this.data = data;
        this.names = new FileSettings(lab.catalogue(), data);
        this.models = models;
        this.events = events;
        this.threads = threads;
        this.workers = new ThreadPoolExecutor(atOnce, atOnce, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, "psr-models");
            thread.setDaemon(true);
            return thread;
        });
        workers.allowCoreThreadTimeOut(true);
        data.addUser(this::user);
    }

    /**
     * Goes on with what the process that ended left.
     *
     * @return what that was, line by line
     */
    public List<String> recover() throws IOException {
        List<String> lines = new ArrayList<>(models.recover());
        List<SavedModel> left = models.underWay();
        left.forEach(model -> begin(model.id()));
        if (!left.isEmpty()) {
            lines.add(left.size() + (left.size() == 1 ? " model" : " models") + " that had not been learned: learned now");
        }
        return lines;
    }

    /** Queues a model, unless it was asked for before; the one that there is now. A problem if too many wait. */
    SavedModel add(SavedModel model, RepeatKey key) {
        if (underWay.size() >= LONGEST) {
            throw ProblemException.tooMany("at most " + LONGEST + " models may wait to be learned", 60);
        }
        SavedModel added = models.add(model, key);
        if (added.id().equals(model.id())) {
            begin(model.id());
            tell(model.id());
        }
        return added;
    }

    private void begin(String id) {
        ModelTask work = new ModelTask();
        underWay.put(id, work);
        workers.execute(() -> learn(id, work));
    }

    /** Stops it, wherever it is. */
    void cancel(String id) throws InterruptedException {
        ModelTask work = underWay.get(id);
        if (models.advance(id, SavedModel.Phase.QUEUED, SavedModel.Phase.CANCELLED)) {
            models.end(id, SavedModel.Phase.CANCELLED, null);
            tell(id);
        }
        if (work != null) {
            work.cancel();
        }
    }

    /** How far a model is. */
    SavedModel.Advance advance(String id) {
        ModelTask work = underWay.get(id);
        return work == null ? SavedModel.Advance.NONE : work.advance;
    }

    /** How many are queued or being learned. */
    public int size() {
        return underWay.size();
    }

    private Optional<String> user(String file) {
        for (String id : underWay.keySet()) {
            Optional<SavedModel> model = models.found(id).filter(SavedModel::isUnderWay);
            if (model.isPresent() && names.names(Stage.parse(model.get().dataset())).contains(file)) {
                return Optional.of("the model '" + model.get().name() + "' (" + id + ")");
            }
        }
        return Optional.empty();
    }

    private void learn(String id, ModelTask work) {
        try {
            if (closed || !models.advance(id, SavedModel.Phase.QUEUED, SavedModel.Phase.LEARNING)) {
                return;
            }
            tell(id);
            learn(models.patiently(id), work);
        } catch (InterruptedException e) {
            // The server stops; it goes on at the next start.
            Thread.currentThread().interrupt();
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
            if (!closed) {
                LOG.log(System.Logger.Level.WARNING, "model " + id + " could not be learned", e);
                fail(id, e);
            }
        } finally {
            underWay.remove(id, work);
            if (!closed) {
                tell(id);
            }
        }
    }

    private void fail(String id, Throwable cause) {
        try {
            models.end(id, SavedModel.Phase.FAILED, reason(cause));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "nor could that be kept", e);
        }
    }

    private String reason(Throwable cause) {
        String message = cause instanceof OutOfMemoryError ? "it does not fit into memory"
                : cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.replace(data.folder() + data.folder().getFileSystem().getSeparator(), "");
    }

    private void learn(SavedModel model, ModelTask work) throws Exception {
        ModelRequest request = ModelRequest.of(Stage.parse(model.dataset()), Recipe.parse(model.recipe()), model.seed());
        RunOptions.Builder options =
                RunOptions.builder().workplace(SharedThreads.NAME).threads(1).base(data.folder())
                        .part(request.part(lab.catalogue()))
                        .paused(true);
        model.seconds().ifPresent(seconds -> options.limit(Duration.ofNanos((long) (1e9 * seconds))));
        ModelObserver observer = new ModelObserver(model.id(), work);
        boolean whole;
        Subscription local = () -> {};
        try (Submission run = lab.laboratory().submit(request.experiment(lab.catalogue()), options.build())) {
            // What a worker sends back has no model in it. The run is paused until this is said.
            local = threads.keepHere(run.id());
            run.observe(observer);
            work.submission = run;
            if (work.cancelled || closed) {
                run.cancel();
            }
            run.proceed();
            threads.wake();
            whole = run.await();
        } catch (ExecutionException e) {
            models.end(model.id(), SavedModel.Phase.FAILED, reason(e.getCause()));
            return;
        } finally {
            work.submission = null;
            local.close();
        }
        Optional<TrialResult.Failure> failure = Optional.ofNullable(observer.result).flatMap(TrialResult::failure);
        if (!whole && closed) {
            return;
        }
        if (!whole) {
            models.end(model.id(), SavedModel.Phase.CANCELLED, null);
        } else if (failure.isPresent() || observer.learned == null) {
            models.end(model.id(), SavedModel.Phase.FAILED,
                    failure.map(TrialResult.Failure::reason).orElse("no model was learned"));
        } else {
            models.complete(model.id(), observer.learned.change().provenance(LearnedModel.CREATED_BY, "server").build());
        }
    }

    /** Keeps what comes out of the one trial, and tells how far it is. */
    private final class ModelObserver implements Observer {

        private final String id;
        private final ModelTask work;
        private volatile LearnedModel learned;
        private volatile TrialResult result;
        private long told = System.nanoTime();

        private ModelObserver(String id, ModelTask work) {
            this.id = id;
            this.work = work;
        }

        @Override
        public void loaded(int trial, String origin) {
            now(Double.NaN, "learning from the data");
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            now(Double.NaN, "iteration " + iteration);
        }

        @Override
        public void progressed(int trial, String label, double share, String doing) {
            now(share, doing);
        }

        @Override
        public void learned(int trial, String label, LearnedModel model) {
            learned = model;
        }

        @Override
        public void finished(TrialResult finished, int done, int total) {
            result = finished.isTrueModel() ? result : finished;
        }

        private void now(double share, String doing) {
            work.advance = new SavedModel.Advance(share, doing);
            if (System.nanoTime() - told > BETWEEN_NEWS_NANOSECONDS) {
                told = System.nanoTime();
                tell(id);
            }
        }
    }

    /** Tells clients how a model is. */
    void tell(String id) {
        try {
            models.found(id).ifPresent(model -> events.tell("model", "", model.json(advance(id))));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "nobody was told of model " + id, e);
        }
    }

    @Override
    public void close() {
        closed = true;
        workers.shutdownNow();
        underWay.values().forEach(work -> {
            Submission submission = work.submission;
            if (submission != null) {
                submission.cancel();
            }
        });
        try {
            workers.awaitTermination(LAST_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
