package psr.launcher.lab;

/** The experiment was told to stop: there is no result, and nothing went wrong. */
final class CancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CancelledException() {
        super("cancelled", null, false, false);
    }
}
