package psr.server.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import psr.api.eval.Measure;
import psr.api.lab.BundleVersion;
import psr.api.lab.Catalog;
import psr.api.lab.DataFile;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.Occurrence;
import psr.api.lab.Observer;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Plugins;
import psr.api.lab.RateChoice;
import psr.api.lab.Recipe;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.SavedRun;
import psr.api.lab.ServiceKind;
import psr.api.lab.Shard;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.SummaryRow;
import psr.api.lab.TimeRow;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.Workplace;
import psr.api.report.Judge;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.api.store.ModelStore;
import psr.server.LabServices;
import psr.server.http.Json;

/**
 * A laboratory whose trials take nothing but permission, and whose folders hold the numbers of the finished trials. An experiment is
 * written as its number of trials.
 */
final class FakeLab {

    /** A trial needs one; who waits longest gets it. */
    final Semaphore permits = new Semaphore(0, true);
    /** Every trial that was computed, as folder and number, in order. */
    final List<String> computed = new CopyOnWriteArrayList<>();
    /** Every run that was begun or gone on with, by folder, in order. */
    final List<String> begun = new CopyOnWriteArrayList<>();
    final List<Run> runs = new CopyOnWriteArrayList<>();
    /** Why runs are refused; null if they are not. */
    volatile String refusal;
    /** Why runs fail; null if they do not. */
    volatile RuntimeException broken;
    /** Whether every recipe fails. */
    volatile boolean fruitless;
    volatile PluginListener listener;

    private final Workplace workplace;
    private final AtomicInteger numbers = new AtomicInteger();

    FakeLab(Workplace workplace) {
        this.workplace = workplace;
    }

    static Experiment experiment(int trials) {
        return Experiment.builder("fake", Stage.of("data")).recipe(Recipe.parse("learner")).metric(Stage.of("metric"))
                .trials(trials).build();
    }

    /** A run. */
    final class Run implements Submission, TrialSupply {

        private final String id = "run-" + numbers.incrementAndGet();
        private final Path folder;
        private final RunOptions options;
        private final int total;
        private final Set<Integer> open = new TreeSet<>();
        private final Set<Integer> done;
        private final List<Observer> observers = new ArrayList<>();
        private State state;
        private boolean gone;

        Run(Path folder, int total, RunOptions options) {
            this.folder = folder;
            this.total = total;
            this.options = options;
            this.done = read(folder);
            this.state = options.paused() ? State.PAUSED : State.RUNNING;
            for (int i = 0; i < total; i++) {
                if (!done.contains(i)) {
                    open.add(i);
                }
            }
        }

        void start() {
            if (open.isEmpty()) {
                end(State.DONE);
            } else {
                workplace.compute(this);
            }
        }

        private void end(State reached) {
            List<Observer> told;
            synchronized (this) {
                if (state.isOver()) {
                    return;
                }
                state = reached;
                gone = reached == State.DONE && fruitless;
                told = List.copyOf(observers);
                notifyAll();
            }
            told.forEach(observer -> observer.changed(reached));
        }

        /** As a laboratory that is stopped does. */
        void giveUp() {
            end(State.CANCELLED);
        }

        @Override
        public String run() {
            return id;
        }

        @Override
        public int threads() {
            return options.threads();
        }

        @Override
        public Optional<TrialTask> next() {
            throw new IllegalStateException("nobody must wait for one run");
        }

        @Override
        public TrialTask anyTask() {
            return TrialTask.builder(id, FakeLab.experiment(total), 0).build();
        }

        @Override
        public synchronized Optional<TrialTask> poll() {
            if (state != State.RUNNING || open.isEmpty()) {
                return Optional.empty();
            }
            int trial = open.iterator().next();
            open.remove(trial);
            return Optional.of(TrialTask.builder(id, FakeLab.experiment(total), trial).build());
        }

        @Override
        public TrialOutcome compute(TrialTask task) {
            try {
                permits.acquire();
            } catch (InterruptedException e) {
                throw new CancellationException();
            }
            if (broken != null) {
                throw broken;
            }
            if (over()) {
                throw new CancellationException();
            }
            computed.add(folder.getFileName() + " " + task.trial());
            return new TrialOutcome(task.trial(), List.of(), "");
        }

        @Override
        public void finished(List<TrialOutcome> outcomes) {
            outcomes.forEach(
                    outcome -> finished(TrialTask.builder(id, FakeLab.experiment(total), outcome.trial()).build(), outcome));
        }

        @Override
        public void finished(TrialTask task, TrialOutcome outcome) {
            List<Observer> told;
            boolean last;
            synchronized (this) {
                done.add(task.trial());
                write(folder, done);
                told = List.copyOf(observers);
                last = done.size() == total;
            }
            told.forEach(observer -> observer.trialFinished(task.trial(), done.size(), total));
            if (last) {
                end(State.DONE);
            }
        }

        @Override
        public void failed(TrialTask task, Throwable why) {
            end(State.FAILED);
        }

        @Override
        public synchronized void giveBack(TrialTask task) {
            open.add(task.trial());
        }

        @Override
        public void iterated(TrialTask task, String label, int iteration) {}

        @Override
        public synchronized boolean over() {
            return state.isOver();
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public Experiment experiment() {
            return FakeLab.experiment(total);
        }

        @Override
        public RunOptions options() {
            return options;
        }

        @Override
        public synchronized Optional<Path> folder() {
            return gone ? Optional.empty() : Optional.of(folder);
        }

        @Override
        public Shard share() {
            return Shard.all();
        }

        @Override
        public DataFile file(Path named) {
            throw new IllegalArgumentException("nobody computes elsewhere");
        }

        @Override
        public void begun(TrialTask task, String where) {}

        @Override
        public void said(String words) {}

        @Override
        public List<BundleVersion> bundles() {
            return List.of(new BundleVersion("bundle", "1.0.0", ""));
        }

        @Override
        public List<String> remarks() {
            return List.of();
        }

        @Override
        public synchronized State state() {
            return state;
        }

        @Override
        public Optional<String> waitingFor() {
            return Optional.empty();
        }

        @Override
        public Optional<Throwable> failure() {
            return Optional.ofNullable(broken);
        }

        @Override
        public synchronized void pause() {
            state = state == State.RUNNING ? State.PAUSED : state;
        }

        @Override
        public synchronized void proceed() {
            state = state == State.PAUSED ? State.RUNNING : state;
        }

        @Override
        public void cancel() {
            end(State.CANCELLED);
        }

        @Override
        public synchronized Subscription observe(Observer observer) {
            observers.add(observer);
            return () -> observers.remove(observer);
        }

        @Override
        public synchronized Results results() {
            return new Finished(total, Set.copyOf(done), fruitless);
        }

        @Override
        public Optional<Report> report() {
            return Optional.empty();
        }

        @Override
        public boolean await() {
            throw new IllegalStateException("nobody waits without end");
        }

        @Override
        public synchronized boolean await(Duration time) throws InterruptedException {
            if (!state.isOver()) {
                wait(Math.max(1, time.toMillis()));
            }
            return state.isOver();
        }

        @Override
        public void close() {
            cancel();
        }
    }

    /** Results that have nothing but a number. */
    record Finished(int total, Set<Integer> done, boolean fruitless) implements Results {

        @Override
        public Experiment experiment() {
            return FakeLab.experiment(total);
        }

        @Override
        public Map<String, Measure> measures() {
            return Map.of();
        }

        @Override
        public Map<String, String> provenance() {
            return Map.of();
        }

        @Override
        public List<RateChoice> rates() {
            return List.of();
        }

        @Override
        public int finishedTrials() {
            return done.size();
        }

        @Override
        public Iterable<TrialResult> trials() {
            return fruitless ? List.of(TrialResult.of(0, "learner").failure(TrialResult.Failure.of("too few data")).build())
                    : List.of();
        }

        @Override
        public List<SummaryRow> summary() {
            return List.of();
        }

        @Override
        public List<SummaryRow> differences(String reference, Collection<String> measures) {
            return List.of();
        }

        @Override
        public List<TimeRow> times() {
            return List.of();
        }

        @Override
        public List<Occurrence> occurrences() {
            return List.of();
        }
    }

    private static Set<Integer> read(Path folder) {
        Set<Integer> done = new TreeSet<>();
        try {
            if (Files.exists(folder.resolve(RunFolders.TRIALS))) {
                Files.readAllLines(folder.resolve(RunFolders.TRIALS)).forEach(line -> done.add(Integer.parseInt(line)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return done;
    }

    private static void write(Path folder, Set<Integer> done) {
        try {
            Files.write(folder.resolve(RunFolders.TRIALS), done.stream().map(String::valueOf).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Submission begin(Path folder, int total, RunOptions options) {
        Run run = new Run(folder, total, options);
        runs.add(run);
        begun.add(folder.getFileName().toString());
        run.start();
        return run;
    }

    private Submission submit(Experiment experiment, RunOptions options) {
        refuse();
        try {
            Path folder = Files.createDirectory(options.folder().orElseThrow());
            Files.writeString(folder.resolve(RunFolders.RECORD), "{}");
            return begin(folder, experiment.trials(), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void refuse() {
        if (refusal != null) {
            throw new ValidationException(
                    ValidationError.of("run", "bundles", "must be those it began with", "x").saying(refusal));
        }
    }

    private SavedRun open(Path folder) throws IOException {
        int trials = Json.read(Files.readString(folder.resolve(RunFolders.RECORD))).path("trials").asInt(1000);
        return proxy(SavedRun.class, Map.of("results", () -> new Finished(trials, read(folder), false), "folder", () -> folder,
                "started", () -> "yesterday", "base", () -> Path.of(""), "files", Map::of, "services",
                () -> List.of(new SavedRun.Service(ServiceKind.LEARNER, "kneser-ney", "mine", "1.0.0"),
                        new SavedRun.Service(ServiceKind.METRIC, "metric", "psr.eval", "1.0.0"))));
    }

    /** Answers one method. */
    interface Answering {

        Object answer() throws Exception;
    }

    private static <T> T proxy(Class<T> type, Map<String, Answering> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (answers.containsKey(method.getName())) {
                return answers.get(method.getName()).answer();
            }
            Class<?> answer = method.getReturnType();
            return answer == List.class ? List.of() : answer == Optional.class ? Optional.empty() : null;
        }));
    }

    private Laboratory laboratory() {
        return (Laboratory) Proxy.newProxyInstance(Laboratory.class.getClassLoader(), new Class<?>[] {Laboratory.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "submit" -> submit((Experiment) arguments[0], (RunOptions) arguments[1]);
                    case "resume" -> {
                        refuse();
                        RunOptions options = (RunOptions) arguments[1];
                        yield begin((Path) arguments[0], options.totalTrials().orElseThrow(), options);
                    }
                    case "open" -> open((Path) arguments[0]);
                    case "check", "submissions" -> List.of();
                    default -> throw new IllegalStateException(method.getName());
                });
    }

    LabServices services() {
        Experiments experiments =
                (Experiments) Proxy.newProxyInstance(Experiments.class.getClassLoader(), new Class<?>[] {Experiments.class},
                        (self, method, arguments) -> switch (method.getName()) {
                            case "read" -> experiment(Integer.parseInt((String) arguments[0]));
                            case "write" -> Integer.toString(((Experiment) arguments[0]).trials());
                            default -> throw new IllegalStateException(method.getName());
                        });
        Plugins plugins = new Plugins() {
            @Override
            public Path folder() {
                return Path.of("plugins");
            }

            @Override
            public List<PluginFile> files() {
                return List.of();
            }

            @Override
            public List<BundleVersion> missing(List<BundleVersion> bundles) {
                throw new IllegalStateException("nobody computes elsewhere");
            }

            @Override
            public Optional<Path> jar(BundleVersion bundle) {
                throw new IllegalStateException("nobody computes elsewhere");
            }

            @Override
            public void keep(BundleVersion bundle, Path jar) {
                throw new IllegalStateException("nobody computes elsewhere");
            }

            @Override
            public Subscription listen(PluginListener told) {
                listener = told;
                return () -> {};
            }
        };
        return new LabServices(laboratory(), proxy(Catalog.class, Map.of()), experiments, plugins,
                proxy(ModelStore.class, Map.of()),
                results -> List.of(), List::of, List::of);
    }
}
