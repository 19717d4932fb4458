package psr.shell.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.felix.service.command.Job;
import org.jline.utils.Signals;

/**
 * Turns Ctrl-C into an interrupt of the thread that waits for a computation, so that it can tell what was kept. For a
 * command that is the whole process also a polite kill; there a second one ends the process as ever.
 */
public final class Interrupts implements AutoCloseable {

    /**
     * Who waits for what, in a shell. Gogo's own interrupt gives the prompt back while the command is still busy with
     * its end: its last line is lost, and what it clears is the prompt.
     */
    private static final Map<Job, Thread> WAITING = new ConcurrentHashMap<>();
    private static final String TERMINATE = "TERM";

    private final Map<String, Object> before = new LinkedHashMap<>();
    private final Job job;
    private volatile boolean terminated;

    private Interrupts(Job job) {
        this.job = job;
    }

    /** From now on the calling thread is interrupted. */
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

    /** Interrupts a job of a shell: the thread that waits, where it said so. */
    public static void interrupt(Job job) {
        Thread waiting = WAITING.get(job);
        if (waiting == null) {
            job.interrupt();
        } else {
            waiting.interrupt();
        }
    }

    /** Whether the process was asked to end. */
    public boolean terminated() {
        return terminated;
    }

    /** Gives the signals back. */
    @Override
    public synchronized void close() {
        before.forEach(Signals::unregister);
        before.clear();
        if (job != null) {
            WAITING.remove(job);
        }
    }
}
