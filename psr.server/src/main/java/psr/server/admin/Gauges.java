package psr.server.admin;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Metrics of the server, in the text format of Prometheus. Thread-safe. */
public final class Gauges {

    /** The upper bounds of the histogram of response times, in seconds. */
    private static final double[] BOUNDS = {.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};
    private static final String SECONDS = "psr_http_request_seconds";

    /** One or several values of one name. */
    private record Gauge(String help, String type, Supplier<Map<String, Double>> values) {}

    private final Map<String, Gauge> gauges = new TreeMap<>();
    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    /** The number of requests up to each bound and above the one before it; the last is without bound. */
    private final LongAdder[] times = Stream.generate(LongAdder::new).limit(BOUNDS.length + 1).toArray(LongAdder[]::new);
    private final LongAdder nanoseconds = new LongAdder();

    /** Creates the metrics of the virtual machine. */
    public Gauges() {
        add("psr_heap_bytes", "memory in use", () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        add("psr_heap_limit_bytes", "memory that may be used", () -> Runtime.getRuntime().maxMemory());
        add("psr_threads", "threads of the process", () -> ManagementFactory.getThreadMXBean().getThreadCount());
        add("psr_uptime_seconds", "since the start", () -> ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
        add("psr_load_average", "runnable threads of the machine, a mean over one minute; negative if unknown",
                () -> ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        put("psr_cpu_seconds_total", "processor time of the process", "counter", () -> Map.of("", ProcessHandle.current().info()
                .totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0));
    }

    /** Adds a gauge whose value is read on request. */
    public void add(String name, String help, DoubleSupplier value) {
        put(name, help, "gauge", () -> Map.of("", value.getAsDouble()));
    }

    /** Adds a gauge with a value for each value of a label; they are read on request, and none is shown if that fails. */
    public void add(String name, String help, String label, Supplier<Map<String, Integer>> values) {
        put(name, help, "gauge", () -> {
            Map<String, Double> labeled = new TreeMap<>();
            values.get().forEach((value, number) -> labeled.put("{" + label + "=\"" + value + "\"}", (double) number));
            return labeled;
        });
    }

    private synchronized void put(String name, String help, String type, Supplier<Map<String, Double>> values) {
        gauges.put(name, new Gauge(help, type, values));
    }

    /** Counts a response by its status and by the time until it began, in nanoseconds. */
    public void answered(int status, long time) {
        requests.computeIfAbsent(Integer.toString(status), key -> new LongAdder()).increment();
        int bucket = 0;
        while (bucket < BOUNDS.length && (double) time > BOUNDS[bucket] * 1e9) {
            bucket++;
        }
        times[bucket].increment();
        nanoseconds.add(time);
    }

    public synchronized String text() {
        StringBuilder text = new StringBuilder();
        gauges.forEach((name, gauge) -> {
            head(text, name, gauge.help(), gauge.type());
            values(gauge).forEach((label, value) -> line(text, name + label, value));
        });
        head(text, "psr_http_requests_total", "answered requests", "counter");
        requests.forEach(
                (status, number) -> line(text, "psr_http_requests_total{status=\"" + status + "\"}", (double) number.sum()));
        head(text, SECONDS, "time until a response begins", "histogram");
        long sum = 0;
        for (int i = 0; i < times.length; i++) {
            sum += times[i].sum();
            line(text, SECONDS + "_bucket{le=\"" + (i < BOUNDS.length ? Double.toString(BOUNDS[i]) : "+Inf") + "\"}",
                    (double) sum);
        }
        line(text, SECONDS + "_sum", nanoseconds.sum() / 1e9);
        line(text, SECONDS + "_count", (double) sum);
        return text.toString();
    }

    private static Map<String, Double> values(Gauge gauge) {
        try {
            return gauge.values().get();
        } catch (RuntimeException e) {
            System.getLogger(Gauges.class.getName()).log(System.Logger.Level.DEBUG, "a metric cannot be read", e);
            return Map.of();
        }
    }

    private static void head(StringBuilder text, String name, String help, String type) {
        text.append("# HELP ").append(name).append(' ').append(help).append("\n# TYPE ").append(name).append(' ').append(type)
                .append('\n');
    }

    private static void line(StringBuilder text, String name, double value) {
        text.append(name).append(' ')
                .append(value == Math.rint(value) && Math.abs(value) < 1e15 ? String.format(Locale.ROOT, "%d", (long) value)
                        : Double.toString(value))
                .append('\n');
    }
}
