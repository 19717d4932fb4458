package psr.launcher.shell;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jline.utils.Signals;

/**
 * Turns Ctrl-C and a polite kill into an interrupt of the waiting thread, for a command that is the whole process. A
 * second one ends the process as ever. In the interactive shell this is the shell's business.
 */
final class Interrupts {

    private final Map<String, Object> before = new LinkedHashMap<>();

    private Interrupts() {}

    static Interrupts of(Streams streams) {
        Interrupts interrupts = new Interrupts();
        if (streams.alone()) {
            Thread waiting = Thread.currentThread();
            for (String signal : new String[] {"INT", "TERM"}) {
                Object old = Signals.register(signal, () -> {
                    interrupts.close();
                    waiting.interrupt();
                });
                if (old != null) {
                    interrupts.before.put(signal, old);
                }
            }
        }
        return interrupts;
    }

    /** Gives the signals back. */
    synchronized void close() {
        before.forEach(Signals::unregister);
        before.clear();
    }
}
