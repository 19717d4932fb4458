package psr.launcher.trials;

/** Checks whether memory is available after a stage ran out of it; that of the stage is free again unless it leaks. */
final class FreeMemory {

    /** The minimum that the rest of a trial needs, in bytes. */
    private static final int LEAST = 2 << 20;

    /** Several attempts, because another trial may be using all memory at the moment and be about to fail, too. */
    private static final int ATTEMPTS = 4;
    private static final long PAUSE = 250;

    private FreeMemory() {}

    static boolean isAvailable() {
        for (int attempt = 1;; attempt++) {
            try {
                return new byte[LEAST].length > 0;
            } catch (OutOfMemoryError e) {
                if (attempt == ATTEMPTS) {
                    return false;
                }
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
