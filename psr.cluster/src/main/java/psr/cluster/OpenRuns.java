package psr.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

import psr.api.lab.BundleVersion;
import psr.api.lab.NamedFiles;
import psr.api.lab.Observer;
import psr.api.lab.Plugins;
import psr.api.lab.TrialComputer;
import psr.api.lab.TrialTask;
import psr.api.lab.TrialText;
import psr.launcher.spi.Engine;

/**
 * The runs of others that this process computes trials of. A run is open once its bundles are here by their hashes, until
 * whoever submitted it says so or goes. Thread-safe.
 */
final class OpenRuns {

    /** How often the one who submitted hears of iterations, in nanoseconds. */
    private static final long PAUSE = 500_000_000L;

    /** A run of another. */
    private record OpenRun(String submitter, TrialComputer computer) {}

    private final Engine engine;
    private final Plugins plugins;
    private final TrialText text;
    private final boolean taking;
    private final FetchedFiles files;
    /** By key; guarded by itself. */
    private final Map<String, OpenRun> runs = new HashMap<>();
    private final AtomicInteger computed = new AtomicInteger();
    /** Set once, before the first question can come. */
    private volatile ClusterMember member;

    /**
     * Nothing is open yet.
     *
     * @param taking whether plugins that are not here are fetched
     */
    OpenRuns(Engine engine, Plugins plugins, TrialText text, boolean taking, FetchedFiles files) {
        this.engine = engine;
        this.plugins = plugins;
        this.text = text;
        this.taking = taking;
        this.files = files;
    }

    /** Says who this process is. */
    void of(ClusterMember here) {
        this.member = here;
    }

    /** A run is to be computed here: whether it can be, and if not, what it lacks. */
    Message open(Message question) {
        String key = question.text("run");
        String submitter = question.text("submitter");
        TrialTask task = text.readTask(question.text("task"));
        synchronized (runs) {
            if (runs.containsKey(key)) {
                return ready();
            }
        }
        try {
            fetchPlugins(key, submitter, task.bundles());
            TrialComputer computer = engine.prepare(task);
            OpenRun before;
            synchronized (runs) {
                before = runs.putIfAbsent(key, new OpenRun(submitter, computer));
            }
            if (before != null) {
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
            if (!taking) {
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

    /** Computes a trial of a run that is open. */
    Message compute(Message question) {
        String key = question.text("run");
        int trial = (int) question.number("trial");
        OpenRun run;
        synchronized (runs) {
            run = runs.get(key);
        }
        if (run == null) {
            return Message.of("unknown");
        }
        try {
            FetchedFiles.Source source = source(key, run.submitter());
            NamedFiles named = name -> files.file(source, name);
            Message outcome = Message.of("outcome").with("outcome",
                    text.write(run.computer().compute(trial, named, news(key, run.submitter()))));
            computed.incrementAndGet();
            return outcome;
        } catch (CancellationException e) {
            return Message.of("back").with("why", "it was stopped");
        } catch (OutOfMemoryError e) {
            return Message.of("memory").with("why", "it ran out of memory: " + e.getMessage());
        } catch (Exception | LinkageError | StackOverflowError e) {
            return fetching(e) ? Message.of("back").with("why", String.valueOf(e.getMessage()))
                    : Message.of("failed").with("why", e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static boolean fetching(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotFetchedException) {
                return true;
            }
        }
        return false;
    }

    private Observer news(String key, String submitter) {
        return new Observer() {
            private long told = System.nanoTime();

            @Override
            public synchronized void iterated(int trial, String label, int iteration) {
                if (System.nanoTime() - told > PAUSE) {
                    told = System.nanoTime();
                    member.tell(submitter, Message.of("iterated").with("run", key).with("trial", trial).with("label", label)
                            .with("iteration", iteration));
                }
            }
        };
    }

    /** How many trials this process has computed for others. */
    int computed() {
        return computed.get();
    }

    /** A run is over. */
    void close(String key) {
        OpenRun run;
        synchronized (runs) {
            run = runs.remove(key);
        }
        if (run != null) {
            run.computer().close();
            say("is done with a run of " + run.submitter() + "; trials computed so far: " + computed.get());
        }
    }

    /** Somebody has gone: nobody waits for what is computed for that one. */
    void left(String address) {
        List<String> keys;
        synchronized (runs) {
            keys = runs.entrySet().stream().filter(run -> run.getValue().submitter().equals(address)).map(Map.Entry::getKey)
                    .toList();
        }
        keys.forEach(this::close);
    }

    /** Nothing is computed for anybody any more. */
    void closeAll() {
        List<String> keys;
        synchronized (runs) {
            keys = List.copyOf(runs.keySet());
        }
        keys.forEach(this::close);
    }

    private void say(String words) {
        ClusterMember here = member;
        if (here != null) {
            here.say(words);
        }
    }
}
