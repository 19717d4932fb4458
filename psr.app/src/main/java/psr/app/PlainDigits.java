package psr.app;

import java.util.Locale;

/**
 * Lets numbers be written with the digits of ASCII whatever the locale. Felix formats versions, and finds no bundle where the
 * digits are others (ar, fa, mr). {@code psr.jar} names this class as its agent, so that Java calls it before the framework's
 * launcher begins; the script {@code psr} says the same with options.
 */
public final class PlainDigits {

    private PlainDigits() {}

    /**
     * Called by Java before {@code main}.
     *
     * @param arguments of the agent; not used
     */
    public static void agentmain(String arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.US);
    }
}
