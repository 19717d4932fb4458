package psr.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks and prints their times, compared with other languages if available. */
public final class Table {

    private Table() {}

    /** The names of the benchmarks in limit.cpp. */
    private static final Map<String, String> LIMITS = Map.of(
            "Filters.psrUpdate 20x20", "filter d=20",
            "Filters.hmmUpdate 20x20", "filter d=20",
            "RingRefiners.ig1", "ig horizon=1 d=20",
            "RingRefiners.ig1Shuffled", "ig horizon=1 d=20",
            "RingRefiners.ig5", "ig horizon=5 d=20",
            "RingRefiners.ig5Shuffled", "ig horizon=5 d=20",
            "Learners.em", "baum-welch 20 states",
            "Learners.smile", "baum-welch 20 states");

    /** Their names in two_stage.py. */
    private static final Map<String, String> NUMPY = Map.of(
            "Learners.twoStageRingPaper", "ring",
            "Learners.twoStageTextPaper", "text");

    /** The result of a benchmark. */
    private record Row(double nanoseconds, double bytes) {}

    /**
     * Prints the table.
     *
     * @param arguments a part of the names of the benchmarks to run, or a dot for all of them and whole trials; the
     *         folder with limit.cpp; a folder for compiled programs; the folder of the application, whose start is timed
     */
    public static void main(String[] arguments) throws Exception {
        boolean everything = arguments[0].equals(".");
        References references = new References(Path.of(arguments[1]), Path.of(arguments[2]));
        Map<String, Double> before = references.limits();
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                .include("psr\\.bench\\..*" + arguments[0]).mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS)
                .jvmArgsAppend("-Xmx4g").addProfiler(CpuTime.class).verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true).build()).run();
        Map<String, Double> limits = new HashMap<>(before);
        references.limits().forEach((name, time) -> limits.merge(name, time, Math::min));
        Map<String, Row> rows = rows(results);
        boolean sized = rows.keySet().stream().anyMatch(name -> !inSizes(name).equals(name));
        boolean regressed = rows.keySet().stream().anyMatch(NUMPY::containsKey);
        print(rows, limits, sized ? references.sizes() : Map.of(), regressed ? references.numpy() : Map.of());
        if (everything) {
            TrialStages.print(List.of("ring", "text"));
            Growth.print();
            StartUp.print(Path.of(arguments[3]));
        }
    }

    private static Map<String, Row> rows(Collection<RunResult> results) {
        Map<String, Row> rows = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark().replace("psr.bench.", "");
            StringJoiner full = new StringJoiner(" ").add(name);
            for (String key : result.getParams().getParamsKeys()) {
                full.add(result.getParams().getParam(key));
            }
            Map<String, Result<?>> measured = new HashMap<>(generic(result));
            rows.put(full.toString(), new Row(least(measured, CpuTime.TIME), least(measured, CpuTime.BYTES)));
        }
        return rows;
    }

    private static void print(Map<String, Row> rows, Map<String, Double> limits, Map<String, Double> sizes,
            Map<String, Double> numpy) {
        System.out.printf(Locale.ROOT, "%s, %d processors, load %.1f, Java %s, %s%n%n", processor(),
                Runtime.getRuntime().availableProcessors(), ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                System.getProperty("java.version"), limits.isEmpty() ? "no C++ compiler" : "limit.cpp run before and after");
        System.out.printf("| CPU time of one thread, per step or model | ns | bytes | × limit.cpp | × sizes.cpp | × others |%n"
                + "|---|---|---|---|---|---|%n");
        Row smile = rows.get("Learners.smile");
        rows.forEach((name, row) -> {
            String other = name.equals("Learners.em") && smile != null ? ratio(row, smile.nanoseconds) + " (Smile)"
                    : ratio(row, numpy.get(NUMPY.getOrDefault(name, name)))
                            + (NUMPY.containsKey(name) && !numpy.isEmpty() ? " (NumPy)" : "");
            System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.1f | %s | %s | %s |%n", name, row.nanoseconds, row.bytes,
                    ratio(row, limits.get(LIMITS.get(name))), ratio(row, sizes.get(inSizes(name))), other);
        });
    }

    /** The names of the benchmarks in sizes.cpp; not one of its names if there is none. */
    private static String inSizes(String name) {
        return name.replace("Filters.psrUpdateAndScores ", "update-and-scores ").replace("Filters.psrUpdate ", "update ")
                .replace("Sweeps.cd ", "cd ").replace("Gibbs.blocks ", "gibbs-blocks ");
    }

    private static String ratio(Row row, Double reference) {
        return reference == null ? "" : String.format(Locale.ROOT, "%.2f of %,.0f", row.nanoseconds / reference, reference);
    }

    /** JMH returns its results without the type of their numbers. */
    private static Map<String, Result<?>> generic(RunResult result) {
        Map<String, Result<?>> all = new HashMap<>();
        result.getSecondaryResults().forEach(all::put);
        return all;
    }

    private static double least(Map<String, Result<?>> measured, String name) {
        Result<?> found = measured.get(name);
        return found == null ? Double.NaN : found.getScore();
    }

    private static String processor() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("?");
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
