package psr.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.spectral.TwoStageRegression;

/**
 * The growth of the time and memory of two-stage regression, rank 20, with the data. Each size runs in a separate
 * process, whose heap limits the memory.
 */
public final class Growth {

    /** @param megabytes the heap, data included */
    private record DataSize(int symbols, int length, int megabytes) {}

    private static final List<DataSize> SIZES = List.of(new DataSize(50, 100_000, 1000), new DataSize(50, 1_000_000, 1000),
            new DataSize(50, 10_000_000, 1000), new DataSize(6722, 100_000, 600), new DataSize(6722, 1_000_000, 4000));

    private Growth() {}

    /** Prints a table. */
    static void print() throws IOException, InterruptedException {
        System.out.printf(
                "%n| `2sr`, rank 20 | heap | s of CPU, the process | s, the learner | MB of heap used at most | the data |%n"
                        + "|---|---|---|---|---|---|%n");
        for (DataSize size : SIZES) {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + size.megabytes + "m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                    Growth.class.getName(), Integer.toString(size.symbols), Integer.toString(size.length))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String line = process.inputReader().lines().findFirst().orElse("does not fit | | |");
            process.waitFor();
            System.out.printf(Locale.ROOT, "| %,d symbols of %,d | %,d MB | %s |%n", size.length, size.symbols, size.megabytes,
                    line);
        }
    }

    /**
     * Learns once and prints the time and the memory.
     *
     * @param arguments the number of symbols, the length of the training sequence
     */
    public static void main(String[] arguments) {
        Symbols data = Samples.zipf(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        System.gc();
        double held = used(false);
        ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        new TwoStageRegression().learn(data, Map.of("rank", "20"), new SeededRun(1));
        double learner = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun) / 1e9;
        double process = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime() / 1e9;
        System.out.printf(Locale.ROOT, "%.1f | %.1f | %,.0f | %,.0f%n", process, learner, used(true), held);
    }

    /** Megabytes of the heap that are in use now, or at most so far. */
    private static double used(boolean most) {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToDouble(pool -> (most ? pool.getPeakUsage() : pool.getUsage()).getUsed() / 1e6).sum();
    }
}
