package psr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import psr.api.data.Sequences;

/** Runs the benchmarks and prints what they took, beside C++ where there is a compiler. */
public final class Table {

    private Table() {}

    /** What limit.cpp calls the work of a benchmark. */
    private static final Map<String, String> LIMITS = Map.of(
            "Filters.psrUpdate 20x20", "filter d=20",
            "Filters.hmmUpdate 20x20", "filter d=20",
            "Refiners.ig1 20", "ig horizon=1 d=20",
            "Refiners.ig5 20", "ig horizon=5 d=20",
            "Learners.em", "baum-welch 20 states",
            "Learners.smile", "baum-welch 20 states");

    /**
     * Prints the table.
     *
     * @param arguments which benchmarks, as a part of their names; where limit.cpp is; a folder for what is compiled
     */
    public static void main(String[] arguments) throws IOException, InterruptedException, RunnerException {
        Map<String, Double> before = limits(Path.of(arguments[1]), Path.of(arguments[2]));
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                .include("psr\\.bench\\..*" + arguments[0]).mode(Mode.AverageTime).timeUnit(TimeUnit.NANOSECONDS)
                .jvmArgsAppend("-Xmx4g").addProfiler(CpuTime.class).verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true).build()).run();
        Map<String, Double> after = limits(Path.of(arguments[1]), Path.of(arguments[2]));
        print(results, before, after);
    }

    private static void print(Collection<RunResult> results, Map<String, Double> before, Map<String, Double> after) {
        Map<String, double[]> rows = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark().replace("psr.bench.", "");
            StringJoiner full = new StringJoiner(" ").add(name);
            for (String key : result.getParams().getParamsKeys()) {
                full.add(result.getParams().getParam(key));
            }
            Map<String, Result<?>> measured = new HashMap<>(generic(result));
            rows.put(full.toString(), new double[] {least(measured, CpuTime.TIME), least(measured, CpuTime.BYTES)});
        }
        System.out.printf(Locale.ROOT, "%s, Java %s, %s%n%n", processor(), System.getProperty("java.version"),
                before.isEmpty() ? "no C++ compiler" : "limit.cpp run before and after");
        System.out.printf("| CPU time of one thread, per step or model | ns | bytes | × limit.cpp |%n|---|---|---|---|%n");
        rows.forEach((name, row) -> {
            String limit = LIMITS.get(name);
            double best = limit == null || !before.containsKey(limit) ? Double.NaN
                    : Math.min(before.get(limit), after.getOrDefault(limit, before.get(limit)));
            System.out.printf(Locale.ROOT, "| %s | %,.0f | %,.1f | %s |%n", name, row[0], row[1],
                    Double.isNaN(best) ? "" : String.format(Locale.ROOT, "%.2f of %.0f", row[0] / best, best));
        });
        if (rows.containsKey("Learners.em") && rows.containsKey("Learners.smile")) {
            System.out.printf(Locale.ROOT, "%nBaum–Welch: %.1f times as fast as Smile's%n",
                    rows.get("Learners.smile")[0] / rows.get("Learners.em")[0]);
        }
    }

    /** JMH gives its results without the type of their numbers. */
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

    /** Nanoseconds a step of the C++ kernels, by name; empty where there is no compiler. */
    private static Map<String, Double> limits(Path source, Path folder) throws IOException, InterruptedException {
        Map<String, Double> limits = new HashMap<>();
        Files.createDirectories(folder);
        Path program = folder.resolve("limit");
        Path data = folder.resolve("limit.train");
        if (!Files.exists(program)) {
            try {
                int code = new ProcessBuilder("g++", "-std=c++17", "-O3", "-march=native",
                        "-mprefer-vector-width=512", "-ffast-math", "-o", program.toString(), source.toString())
                        .inheritIO().start().waitFor();
                if (code != 0) {
                    return limits;
                }
            } catch (IOException noCompiler) {
                return limits;
            }
        }
        write(data);
        Process process = new ProcessBuilder(program.toString(), data.toString()).redirectErrorStream(true).start();
        List<String> lines = new ArrayList<>(process.inputReader().lines().toList());
        process.waitFor();
        for (String line : lines) {
            int end = line.indexOf(" ns/step");
            if (end > 0) {
                int begin = line.lastIndexOf(' ', end - 1);
                limits.put(line.substring(0, begin).strip(), Double.parseDouble(line.substring(begin, end).strip()));
            }
        }
        return limits;
    }

    /** Sequences of the shape of the ring, as limit.cpp reads them. */
    private static void write(Path file) throws IOException {
        Sequences sequences = Samples.draw(Samples.hmm(20, 20), 5000, 10).sequences();
        StringBuilder text = new StringBuilder(sequences.count() + " 20\n");
        for (int i = 0; i < sequences.count(); i++) {
            text.append(sequences.length(i));
            for (int t = 0; t < sequences.length(i); t++) {
                text.append(' ').append(sequences.symbol(i, t));
            }
            text.append('\n');
        }
        Files.writeString(file, text);
    }
}
