package psr.shell.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.felix.service.command.Job;
import org.jline.utils.Signals;

/**
 * Turns Ctrl-C into an interrupt of the thread that waits for a computation, so that it can report what was saved. For a
 * command that is the whole process it handles SIGTERM the same way; there a second signal ends the process as usual.
 */
public final class Interrupts implements AutoCloseable {

    /**
     * The waiting threads of a shell's jobs. Gogo's own interrupt would return to the prompt while the command is still
     * finishing: its last line would be lost, and the prompt cleared in place of the progress line.
     */
    private static final Map<Job, Thread> WAITING = new ConcurrentHashMap<>();
    private static final String TERMINATE = "TERM";

    private final Map<String, Object> before = new LinkedHashMap<>();
    private final Job job;
    private volatile boolean terminated;

    private Interrupts(Job job) {
        this.job = job;
    }

    /** Interrupts the calling thread on signals until closed. */
    public static Interrupts of(Output output) {
        Thread waiting = Thread.currentThread();
        Interrupts interrupts = new Interrupts(output.alone() ? null : Job.Utils.current());
        if (interrupts.job != null) {
            WAITING.put(interrupts.job, waiting);
        }
        if (output.alone()) {
            for (String signal : new String[] {"INT", TERMINATE}) {
                Object old = Signals.register(signal, () -> {
                    interrupts.terminated |= signal.equals(TERMINATE);
                    interrupts.close();
                    if (output.terminal()) {
                        output.err().println(); // after the progress and the ^C
                    }
                    waiting.interrupt();
                });
                if (old != null) {
                    interrupts.before.put(signal, old);
                }
            }
        }
        return interrupts;
    }

    /** Interrupts the waiting thread of a job of the shell, if there is one. */
    public static void interrupt(Job job) {
        Thread waiting = WAITING.get(job);
        if (waiting == null) {
            job.interrupt();
        } else {
            waiting.interrupt();
        }
    }

    public boolean terminated() {
        return terminated;
    }

    /** Restores the signal handlers. */
    @Override
    public synchronized void close() {
        before.forEach(Signals::unregister);
        before.clear();
        if (job != null) {
            WAITING.remove(job);
        }
    }
}
