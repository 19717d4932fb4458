package psr.launcher.jobs;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.function.BooleanSupplier;

/** Tells whether the heap is nearly full with objects in use, which only the last garbage collection knows. Thread-safe. */
final class MemoryGuard implements BooleanSupplier {

    /** Share of the heap. */
    private static final double NEARLY_FULL = 0.85;
    /** What a job needs to end in order when memory is full, in bytes. */
    private static final int RESERVE = 4 << 20;

    private volatile byte[] reserve = new byte[RESERVE];

    @Override
    public boolean getAsBoolean() {
        Runtime runtime = Runtime.getRuntime();
        double most = NEARLY_FULL * runtime.maxMemory();
        if (runtime.totalMemory() - runtime.freeMemory() < most) {
            return false;
        }
        long used = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage after = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            used += after == null ? 0 : after.getUsed();
        }
        return used >= most;
    }

    /** Frees the reserve, so that a job that has failed can end in order. */
    void release() {
        reserve = null;
    }

    /** Sets the reserve aside again, if there is memory. */
    void restore() {
        if (reserve == null) {
            try {
                reserve = new byte[RESERVE];
            } catch (OutOfMemoryError e) {
                // Then the next job that fails has less room to end.
                System.getLogger(MemoryGuard.class.getName()).log(System.Logger.Level.DEBUG, "no memory to set aside");
            }
        }
    }
}
