package psr.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import psr.api.lab.BundleVersion;
import psr.api.lab.Observer;
import psr.launcher.spi.Engine;
import psr.launcher.spi.NamedFiles;
import psr.launcher.spi.PluginJars;
import psr.launcher.spi.TrialComputer;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

/**
 * The runs of other processes whose trials this worker computes. A run is open from the time when this process has all of its bundles,
 * compared by hash, until its submitter closes it or leaves the cluster. Thread-safe.
 */
final class OpenRuns {

    /** Minimum time between two progress messages to a submitter, in nanoseconds. */
    private static final long REPORT_INTERVAL = 500_000_000L;

    /** A run of another process. */
    private record OpenRun(String submitter, TrialComputer computer) {}

    private final Engine engine;
    private final PluginJars plugins;
    private final TrialText text;
    private final boolean fetching;
    private final FetchedFiles files;
    /** By key. */
    private final Map<String, OpenRun> runs = new ConcurrentHashMap<>();
    private final AtomicInteger computed = new AtomicInteger();
    /** Set once, before the first request can arrive. */
    private volatile ClusterMember member;

    /**
     * Creates an empty set of runs.
     *
     * @param fetching whether missing plugins are fetched from the submitter
     */
    OpenRuns(Engine engine, PluginJars plugins, TrialText text, boolean fetching, FetchedFiles files) {
        this.engine = engine;
        this.plugins = plugins;
        this.text = text;
        this.fetching = fetching;
        this.files = files;
    }

    /** Sets the member that this process is. */
    void of(ClusterMember joined) {
        this.member = joined;
    }

    /** Opens a run; answers whether this process can compute it and, if it cannot, what is missing. */
    Message open(Message question) {
        String key = question.text("run");
        String submitter = question.text("submitter");
        TrialTask task = text.readTask(question.text("task"));
        if (runs.containsKey(key)) {
            return ready();
        }
        try {
            fetchPlugins(key, submitter, task.bundles());
            TrialComputer computer = engine.prepare(task);
            if (runs.putIfAbsent(key, new OpenRun(submitter, computer)) != null) {
                computer.close();
            } else {
                say("computes for " + submitter + ": " + task.experiment());
            }
            return ready();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            say("takes no work from " + submitter + ": " + e.getMessage());
            return Message.of("lacks").with("why", String.valueOf(e.getMessage()));
        }
    }

    private static Message ready() {
        return Message.of("ready").with("memory", Runtime.getRuntime().maxMemory());
    }

    private void fetchPlugins(String key, String submitter, List<BundleVersion> bundles) throws IOException {
        List<String> lacking = new ArrayList<>();
        for (BundleVersion bundle : plugins.missing(bundles)) {
            if (!fetching) {
                lacking.add(bundle.toString());
                continue;
            }
            Path jar = null;
            try {
                jar = files.jar(source(key, submitter), bundle);
                plugins.keep(bundle, jar);
                say("took the plugin " + bundle + " from " + submitter);
            } catch (IOException | IllegalArgumentException e) {
                lacking.add(bundle + " (" + e.getMessage() + ")");
            } finally {
                if (jar != null) {
                    Files.deleteIfExists(jar);
                }
            }
        }
        if (!lacking.isEmpty()) {
            throw new IllegalArgumentException("lacks " + String.join(", ", lacking)
                    + ": what ships must be of the same laboratory, and plugins are fetched with --take-plugins only");
        }
    }

    private FetchedFiles.Source source(String key, String submitter) {
        return question -> member.ask(submitter, question.with("run", key));
    }

    /** Computes a trial of an open run. */
    Message compute(Message question) {
        String key = question.text("run");
        int trial = (int) question.number("trial");
        OpenRun run = runs.get(key);
        if (run == null) {
            return Message.of("unknown");
        }
        try {
            FetchedFiles.Source source = source(key, run.submitter());
            NamedFiles named = name -> files.file(source, name);
            Message outcome = Message.of("outcome").with("outcome",
                    text.write(run.computer().compute(trial, named, reporter(key, run.submitter()))));
            computed.incrementAndGet();
            return outcome;
        } catch (CancellationException e) {
            return Message.of("back").with("why", "it was stopped");
        } catch (OutOfMemoryError e) {
            return Message.of("memory").with("why", "it ran out of memory: " + e.getMessage());
        } catch (Exception | LinkageError | StackOverflowError e) {
            return isFetchFailure(e) ? Message.of("back").with("why", String.valueOf(e.getMessage()))
                    : Message.of("failed").with("why", e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static boolean isFetchFailure(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotFetchedException) {
                return true;
            }
        }
        return false;
    }

    private Observer reporter(String key, String submitter) {
        return new Observer() {
            private final AtomicLong lastReport = new AtomicLong(System.nanoTime());

            @Override
            public void iterated(int trial, String label, int iteration) {
                long before = lastReport.get();
                long now = System.nanoTime();
                if (now - before > REPORT_INTERVAL && lastReport.compareAndSet(before, now)) {
                    member.tell(submitter, Message.of("iterated").with("run", key).with("trial", trial).with("label", label)
                            .with("iteration", iteration));
                }
            }
        };
    }

    /** Number of trials that this process has computed for other processes. */
    int computed() {
        return computed.get();
    }

    /** Closes a run; no effect if it is not open. */
    void close(String key) {
        OpenRun run = runs.remove(key);
        if (run != null) {
            run.computer().close();
            say("is done with a run of " + run.submitter() + "; trials computed so far: " + computed.get());
        }
    }

    /** Closes the runs of a submitter that has left. */
    void left(String address) {
        runs.forEach((key, run) -> {
            if (run.submitter().equals(address)) {
                close(key);
            }
        });
    }

    /** Closes all runs. */
    void closeAll() {
        runs.keySet().forEach(this::close);
    }

    private void say(String message) {
        ClusterMember joined = member;
        if (joined != null) {
            joined.say(message);
        }
    }
}
