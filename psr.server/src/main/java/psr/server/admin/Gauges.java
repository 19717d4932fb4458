package psr.server.admin;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Metrics of the server, in the text format of Prometheus. Thread-safe. */
public final class Gauges {

    private record Gauge(String help, DoubleSupplier value) {}

    private final Map<String, Gauge> gauges = new TreeMap<>();
    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();

    /** Creates the metrics of the virtual machine. */
    public Gauges() {
        add("psr_heap_bytes", "memory in use", () -> Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        add("psr_heap_limit_bytes", "memory that may be used", () -> Runtime.getRuntime().maxMemory());
        add("psr_threads", "threads of the process", () -> ManagementFactory.getThreadMXBean().getThreadCount());
        add("psr_uptime_seconds", "since the start", () -> ManagementFactory.getRuntimeMXBean().getUptime() / 1000.0);
    }

    /** Adds a gauge whose value is read on request. */
    public synchronized void add(String name, String help, DoubleSupplier value) {
        gauges.put(name, new Gauge(help, value));
    }

    /** Counts a response by its status. */
    public void answered(int status) {
        requests.computeIfAbsent(Integer.toString(status), key -> new LongAdder()).increment();
    }

    public synchronized String text() {
        StringBuilder text = new StringBuilder();
        gauges.forEach((name, gauge) -> {
            text.append("# HELP ").append(name).append(' ').append(gauge.help()).append("\n# TYPE ").append(name)
                    .append(" gauge\n");
            line(text, name, gauge.value().getAsDouble());
        });
        text.append("# HELP psr_http_requests_total answered requests\n# TYPE psr_http_requests_total counter\n");
        requests.forEach(
                (status, number) -> line(text, "psr_http_requests_total{status=\"" + status + "\"}", (double) number.sum()));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, double value) {
        text.append(name).append(' ')
                .append(value == Math.rint(value) && Math.abs(value) < 1e15 ? String.format(Locale.ROOT, "%d", (long) value)
                        : Double.toString(value))
                .append('\n');
    }
}
