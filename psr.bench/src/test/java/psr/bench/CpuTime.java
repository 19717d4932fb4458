package psr.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Collection;
import java.util.List;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** CPU time and memory of one thread for an operation: the smallest values over the iterations. */
public final class CpuTime implements InternalProfiler {

    /** Nanoseconds of CPU time per operation. */
    static final String TIME = "cpu";

    /** Bytes allocated per operation. */
    static final String BYTES = "bytes";

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long time;
    private long bytes;

    @Override
    public String getDescription() {
        return "CPU time and allocation of the thread that works";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        long[] now = now();
        time = now[0];
        bytes = now[1];
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(BenchmarkParams benchmark, IterationParams iteration,
            IterationResult result) {
        long[] now = now();
        double operations = result.getMetadata().getAllOps();
        return List.of(
                new ScalarResult(TIME, (now[0] - time) / operations, "ns/op", AggregationPolicy.MIN),
                new ScalarResult(BYTES, (now[1] - bytes) / operations, "B/op", AggregationPolicy.MIN));
    }

    /** CPU time and bytes so far of JMH's worker thread, which lives through all iterations. */
    private long[] now() {
        long[] now = new long[2];
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains("jmh-worker")) {
                now[0] += threads.getThreadCpuTime(thread.getThreadId());
                now[1] += threads.getThreadAllocatedBytes(thread.getThreadId());
            }
        }
        return now;
    }
}
