package psr.launcher.trials;

/** Whether there is memory at all once a stage had none: its own is free again, unless it was put where it stays. */
final class HeapRoom {

    /** What the rest of a trial needs at least, in bytes. */
    private static final int LEAST = 2 << 20;

    /** Another trial may be taking all there is just now, and is about to fail too. */
    private static final int ATTEMPTS = 4;
    private static final long PAUSE = 250;

    private HeapRoom() {}

    static boolean isLeft() {
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
