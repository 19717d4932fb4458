package psr.launcher.jobs;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.function.BooleanSupplier;

/** Detects that the heap is nearly full of live objects, according to the last garbage collection. Thread-safe. */
final class MemoryGuard implements BooleanSupplier {

    /** The part of the heap above which it counts as nearly full. */
    private static final double NEARLY_FULL = 0.85;
    /** Memory that a job needs for an orderly end, in bytes. */
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

    /** Frees the reserve so that a failed job can end in an orderly way. */
    void release() {
        reserve = null;
    }

    void restore() {
        if (reserve == null) {
            try {
                reserve = new byte[RESERVE];
            } catch (OutOfMemoryError e) {
                // The next failing job ends with less memory.
                System.getLogger(MemoryGuard.class.getName()).log(System.Logger.Level.DEBUG, "not enough memory for the reserve");
            }
        }
    }
}
