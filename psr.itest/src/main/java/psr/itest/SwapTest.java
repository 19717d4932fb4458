package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.log.Logger;
import org.osgi.service.log.LoggerFactory;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;

/**
 * A plugin that is replaced again and again while runs that use it begin and end. 30 times in {@code mvn verify}, 100 times with
 * {@code -Plong}, 1,000 times with {@code -Pswaps}. No run is lost, none has numbers of another version than it recorded, and nothing of the old versions
 * stays in memory.
 */
public class SwapTest {

    private static final int SWAPS = Integer.parseInt(Shell.CONTEXT.getProperty("psr.itest.swaps") == null ? "30"
            : Shell.CONTEXT.getProperty("psr.itest.swaps"));
    private static final int RUNNERS = 2;
    private static final int TRIALS = 2;
    /** The number of runs between two runs that are saved in a folder. */
    private static final int KEPT_EVERY = 10;
    /** Old class loaders that may still be there in the end: those of the versions that came last. */
    private static final int YOUNG = 3;
    /** Of the bundles themselves a few more: the log service keeps the last hundred events, some ten of each. */
    private static final int YOUNG_BUNDLES = 20;
    /** What the heap may grow by, from a tenth of the swaps to the end; one version that stays is some 100 kB. */
    private static final long GROWTH = 16L << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Each version counts its own number: what is counted is what was computed. */
    private static final String LEARN = """
            public final class Versioned implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                private static final long VERSION = version();
                /** Keeps a version that is never unloaded from going unnoticed. */
                private static final byte[] BALLAST = new byte[100_000];
                private static long version() {
                    try (java.io.InputStream in = Versioned.class.getResourceAsStream("/version.txt")) {
                        return Long.parseLong(new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    run.count("version", VERSION + BALLAST[0]);
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), 2);
                }
            }
            """;

    @TempDir
    Path work;

    private final Path jar = Shell.plugins().resolve("mine.jar");
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger runs = new AtomicInteger();
    private final Set<Long> versions = java.util.concurrent.ConcurrentHashMap.newKeySet();

    @BeforeEach
    @AfterEach
    public void emptyThePluginsFolder() throws Exception {
        try (Stream<Path> files = Files.list(Shell.plugins())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Shell.await("no plugin", () -> mine().isEmpty());
    }

    @Test
    public void swapsUnderLoadLoseNoRunAndMixNoVersions(TestReporter reporter) throws Exception {
        Path template = new PluginJar("mine", "1.0.0").source("Versioned", LEARN).source("ConstantModel", PluginJar.MODEL)
                .component("Versioned", "psr.api.learn.Learner", "versioned").writeTo(work.resolve("template.jar"));
        swap(template, 1);
        AtomicInteger done = new AtomicInteger();
        List<Thread> runners = new ArrayList<>();
        for (int i = 0; i < RUNNERS; i++) {
            int runner = i;
            runners.add(new Thread(() -> keepRunning(runner, () -> done.get() < SWAPS), "psr-itest-runner-" + i));
        }
        runners.forEach(Thread::start);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        List<WeakReference<Bundle>> bundles = new ArrayList<>();
        List<Long> waits = new ArrayList<>();
        long early = 0;
        try {
            for (int version = 2; done.get() < SWAPS; version++) {
                loaders.add(new WeakReference<>(mine().get(0).adapt(BundleWiring.class).getClassLoader()));
                bundles.add(new WeakReference<>(mine().get(0)));
                Shell.service(LoggerFactory.class).getLogger(mine().get(0), "of version " + version, Logger.class)
                        .warn("a word of " + work);
                waits.add(swap(template, version));
                if (done.incrementAndGet() == SWAPS / 10) {
                    early = used();
                }
            }
        } finally {
            done.set(SWAPS);
            for (Thread runner : runners) {
                runner.join(PATIENCE.toMillis());
            }
        }
        long late = used();
        long left = loaders.stream().filter(loader -> loader.get() != null).count();
        long leftBundles = bundles.stream().filter(bundle -> bundle.get() != null).count();
        waits.sort(null);
        reporter.publishEntry("swaps",
                SWAPS + " swaps, " + waits.get(waits.size() / 2) + " ms each (median), " + runs + " runs of "
                        + versions.size() + " versions, " + left + " old class loaders and " + leftBundles
                        + " bundles left, heap " + early / (1 << 20) + " MiB after "
                        + SWAPS / 10 + " swaps and " + late / (1 << 20) + " MiB after all");
        assertEquals(List.of(), List.copyOf(wrong));
        assertTrue(runners.stream().noneMatch(Thread::isAlive), "every run must end");
        assertTrue(versions.size() > 1, "runs must have used more versions than one; they used " + versions);
        assertTrue(left <= YOUNG, left + " class loaders of old versions are still there");
        assertTrue(leftBundles <= YOUNG_BUNDLES, leftBundles + " bundles of old versions are still there");
        assertTrue(Files.readString(Shell.log()).contains(" WARN mine: a word of " + work),
                "what a plugin logs must be in the log");
        assertTrue(late - early < GROWTH, "the heap must be flat; it went from " + early + " to " + late + " bytes");
    }

    /** Replaces the plugin; how long until its learner is there, in milliseconds. */
    private long swap(Path template, int version) throws Exception {
        Path part = jar.resolveSibling(".mine.jar.part");
        try (JarFile from = new JarFile(template.toFile())) {
            Manifest manifest = from.getManifest();
            manifest.getMainAttributes().putValue("Bundle-Version", "1.0." + version);
            try (OutputStream out = Files.newOutputStream(part); JarOutputStream to = new JarOutputStream(out, manifest)) {
                for (ZipEntry entry : from.stream().filter(each -> !each.isDirectory()
                        && !each.getName().equals(JarFile.MANIFEST_NAME)).toList()) {
                    to.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = from.getInputStream(entry)) {
                        in.transferTo(to);
                    }
                }
                to.putNextEntry(new ZipEntry("version.txt"));
                to.write(Integer.toString(version).getBytes(StandardCharsets.UTF_8));
            }
        }
        long begin = System.nanoTime();
        Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
        while (!present("1.0." + version)) {
            assertTrue(System.nanoTime() - begin < PATIENCE.toNanos(), () -> "version " + version + " must come; present: "
                    + mine());
            Thread.sleep(5);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    private static boolean present(String version) {
        return mine().stream().anyMatch(bundle -> bundle.getVersion().toString().equals(version)
                && bundle.getState() == Bundle.ACTIVE && bundle.getRegisteredServices() != null);
    }

    private static List<Bundle> mine() {
        return Stream.of(Shell.CONTEXT.getBundles()).filter(bundle -> "mine".equals(bundle.getSymbolicName())).toList();
    }

    private void keepRunning(int runner, BooleanSupplier on) {
        try {
            Laboratory laboratory = Shell.service(Laboratory.class);
            Experiment experiment =
                    Experiment.builder("swaps", Stage.parse("ring:sequences=40")).recipe(Recipe.parse("versioned"))
                            .metrics(List.of(Stage.of("pnll"))).trials(TRIALS).build();
            for (int i = 0; on.getAsBoolean(); i++) {
                RunOptions.Builder options = RunOptions.builder().threads(1).report(false);
                Path folder = work.resolve("run-" + runner + "-" + i);
                boolean kept = i % KEPT_EVERY == 0;
                if (kept) {
                    options.folder(folder);
                }
                try (Submission run = laboratory.submit(experiment, options.build())) {
                    boolean finished = run.await();
                    check(run, finished, kept ? laboratory.open(folder).bundles() : run.bundles());
                }
                runs.incrementAndGet();
            }
        } catch (Exception | AssertionError e) {
            wrong.add("a run was lost: " + e + " " + Arrays.stream(e.getStackTrace()).limit(YOUNG).toList());
        }
    }

    /** What was recorded is what was computed. */
    private void check(Submission run, boolean finished, List<BundleVersion> recorded) {
        Set<String> found = recorded.stream().filter(bundle -> bundle.name().equals("mine")).map(BundleVersion::version)
                .collect(Collectors.toSet());
        int results = 0;
        for (TrialResult result : run.results().trials()) {
            if (result.isTrueModel()) {
                continue;
            }
            results++;
            Long computed = result.counts().get("version");
            if (result.failure().isPresent() || computed == null || !found.equals(Set.of("1.0." + computed))) {
                wrong.add("recorded " + found + ", computed by " + computed + result.failure().map(Object::toString).orElse(""));
            } else {
                versions.add(computed);
            }
        }
        if (!finished || results != TRIALS) {
            wrong.add("a run has " + results + " results of " + TRIALS);
        }
    }

    /** The heap in use after a full collection. */
    private static long used() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(50); // cleaners run after the collection
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}
