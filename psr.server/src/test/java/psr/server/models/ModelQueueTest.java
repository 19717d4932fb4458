package psr.server.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import psr.api.lab.BundleVersion;
import psr.api.lab.Catalog;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.Observer;
import psr.api.lab.Plugins;
import psr.api.lab.RunOptions;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.api.report.Judge;
import psr.server.DataFolder;
import psr.server.LabServices;
import psr.server.data.UploadedFiles;
import psr.server.events.Events;
import psr.server.http.RepeatKey;
import psr.server.runs.SharedThreads;
import psr.server.store.Store;

class ModelQueueTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path folder;

    private final LinkedBlockingQueue<FakeRun> runs = new LinkedBlockingQueue<>();
    private DataFolder data;
    private Store store;
    private UploadedFiles files;
    private ModelLibrary models;
    private ModelQueue queue;

    /** A run that ends as a test wants it to. */
    private static final class FakeRun {

        private final Experiment experiment;
        private final RunOptions options;
        private final CountDownLatch over = new CountDownLatch(1);
        private Observer observer;
        private volatile boolean cancelled;
        private volatile Throwable broken;
        private final CountDownLatch proceeded = new CountDownLatch(1);

        FakeRun(Experiment experiment, RunOptions options) {
            this.experiment = experiment;
            this.options = options;
        }

        Object answer(String method, Object[] arguments) throws Throwable {
            switch (method) {
                case "observe" :
                    observer = (Observer) arguments[0];
                    return (Subscription) () -> {};
                case "proceed" :
                    proceeded.countDown();
                    return null;
                case "cancel" :
                    cancelled = true;
                    over.countDown();
                    return null;
                case "await" :
                    over.await();
                    if (broken != null) {
                        throw new ExecutionException(broken);
                    }
                    return !cancelled;
                default :
                    return null;
            }
        }

        void learn() {
            observer.progressed(0, "em", .5, "learning");
            observer.learned(0, "em", Examples.model());
            observer.finished(TrialResult.of(0, "em").build(), 1, 1);
            over.countDown();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answers.get(method.getName()));
    }

    /** The database that is tried. */
    Store database() throws Exception {
        return Store.open(Optional.empty(), folder);
    }

    @BeforeEach
    void open() throws Exception {
        data = DataFolder.open(folder);
        store = database();
        UploadedFiles.Limits limits = new UploadedFiles.Limits(1000, 1000, Duration.ofDays(1));
        Events events = new Events();
        files = new UploadedFiles(data, store, events, limits);
        models = new ModelLibrary(data, store, new Examples.CountingStore().store(), limits);
        queue = queue(events);
    }

    private ModelQueue queue(Events events) {
        Laboratory laboratory =
                (Laboratory) Proxy.newProxyInstance(Laboratory.class.getClassLoader(), new Class<?>[] {Laboratory.class},
                        (proxy, method, arguments) -> {
                            FakeRun run = new FakeRun((Experiment) arguments[0], (RunOptions) arguments[1]);
                            runs.add(run);
                            return Proxy.newProxyInstance(Submission.class.getClassLoader(), new Class<?>[] {Submission.class},
                                    (itself, what, with) -> run.answer(what.getName(), with));
                        });
        ServiceInfo metric = ServiceInfo.of(ServiceKind.METRIC, "perplexity", "", "", new BundleVersion("b", "1", ""));
        Catalog catalogue = fake(Catalog.class, Map.of("present", List.of(metric), "named", List.of()));
        LabServices lab = new LabServices(laboratory, catalogue, fake(Experiments.class, Map.of()), fake(Plugins.class, Map.of()),
                models.files(), fake(Judge.class, Map.of()), List::of, List::of);
        return new ModelQueue(lab, files, models, events, new SharedThreads(1, () -> false), 1);
    }

    @AfterEach
    void close() throws Exception {
        queue.close();
        store.close();
        data.close();
    }

    private void order(String id) {
        queue.add(
                new SavedModel(id, id, SavedModel.Phase.QUEUED, Optional.empty(), "em", "csv:file=a.csv", 7,
                        OptionalDouble.of(1.5),
                        Instant.now(), Optional.empty(), "me", 0, "{}", Optional.empty()),
                new RepeatKey("me", Optional.empty(), "h"));
    }

    private FakeRun run() throws InterruptedException {
        FakeRun run = runs.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertTrue(run != null, "a run that is submitted");
        assertTrue(run.proceeded.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "a run that goes on once it is observed");
        return run;
    }

    private SavedModel await(String id, SavedModel.Phase phase) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (models.model(id).phase() != phase
                || phase != SavedModel.Phase.LEARNING && queue.advance(id) != SavedModel.Advance.NONE) {
            assertTrue(System.nanoTime() < end, () -> models.model(id).toString());
            Thread.sleep(5);
        }
        return models.model(id);
    }

    @Test
    void submitsWhatTheCommandSubmitsAndKeepsTheModel() throws Exception {
        order("m1");
        FakeRun run = run();
        await("m1", SavedModel.Phase.LEARNING);
        assertEquals(7, run.experiment.seed());
        assertEquals("em", run.experiment.recipes().get(0).text());
        assertEquals(DataPart.everything(), run.options.part());
        assertEquals(Duration.ofMillis(1500), run.options.limit().orElseThrow());
        assertEquals(SharedThreads.NAME, run.options.workplace());
        assertEquals(1, run.options.threads());
        run.learn();
        SavedModel known = await("m1", SavedModel.Phase.READY);
        assertTrue(known.about().contains("\"created-by\":\"server\""), known.about());
    }

    @Test
    void saysWhyThereIsNoModel() throws Exception {
        order("m1");
        FakeRun run = run();
        run.broken = new IOException("no file " + files.folder().resolve("a.csv"));
        run.over.countDown();
        assertEquals("no file a.csv", await("m1", SavedModel.Phase.FAILED).failure().orElseThrow());
        order("m2");
        FakeRun second = run();
        second.observer.finished(TrialResult.of(0, "em").failure(TrialResult.Failure.of("too few data")).build(), 1, 1);
        second.over.countDown();
        assertEquals("too few data", await("m2", SavedModel.Phase.FAILED).failure().orElseThrow());
    }

    @Test
    void cancelsWhatIsQueuedAndWhatIsBeingLearned() throws Exception {
        order("m1");
        FakeRun run = run();
        await("m1", SavedModel.Phase.LEARNING);
        order("m2");
        queue.cancel("m2");
        await("m2", SavedModel.Phase.CANCELLED);
        queue.cancel("m1");
        await("m1", SavedModel.Phase.CANCELLED);
        assertTrue(run.cancelled);
        order("m3");
        run().learn();
        await("m3", SavedModel.Phase.READY);
        assertEquals(SavedModel.Phase.CANCELLED, models.model("m2").phase());
    }

    @Test
    void leavesToTheNextStartWhatIsNotReadyAtTheEnd() throws Exception {
        order("m1");
        run();
        await("m1", SavedModel.Phase.LEARNING);
        order("m2");
        queue.close();
        assertEquals(List.of("m1", "m2"), models.underWay().stream().map(SavedModel::id).toList());
        queue = queue(new Events());
        assertEquals(List.of("2 models that had not been learned: learned now"), queue.recover());
        run().learn();
        await("m1", SavedModel.Phase.READY);
        run().learn();
        await("m2", SavedModel.Phase.READY);
    }
}
