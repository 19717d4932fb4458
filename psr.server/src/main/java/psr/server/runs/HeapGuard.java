package psr.server.runs;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.function.BooleanSupplier;

/** Whether memory is nearly full with what is really in use, that is, after the garbage collector has been there. Thread-safe. */
public final class HeapGuard implements BooleanSupplier {

    /** Of the heap. */
    private static final double NEARLY_FULL = 0.85;

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
}
