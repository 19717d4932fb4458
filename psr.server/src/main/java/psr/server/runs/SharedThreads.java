package psr.server.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;

import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.Workplace;

/**
 * Threads that the trials of all runs share: the next trial is of the run with the highest priority; among these of that with the fewest
 * trials under way; among these of that which has waited longest. Thread-safe.
 */
public final class SharedThreads implements Workplace, AutoCloseable {

    /** The name by which runs ask for it. */
    public static final String NAME = "server";

    private static final System.Logger LOG = System.getLogger(SharedThreads.class.getName());
    /** After this long a thread looks again, whether or not it was told that something has come. */
    private static final long LOOK_MILLISECONDS = 500;

    /** The trials of one run. Guarded by the threads. */
    private static final class RunLine {

        private final TrialSupply supply;
        private int running;
        /** When it was last served; 0 if never. */
        private long served;

        RunLine(TrialSupply supply) {
            this.supply = supply;
        }
    }

    /** A trial, and whose it is. */
    private record Taken(RunLine line, TrialTask task) {}

    private final int number;
    private final BooleanSupplier full;
    private final List<RunLine> lines = new ArrayList<>();
    private ToIntFunction<String> priorities = run -> 0;
    private boolean started;
    private boolean closed;
    private long turn;
    private int running;

    /**
     * Threads; none is started before there is something to do.
     *
     * @param number how many
     * @param full whether memory is nearly full: then no trial begins beside others
     */
    public SharedThreads(int number, BooleanSupplier full) {
        this.number = number;
        this.full = full;
    }

    /** Asks this from now on for the priority of a run, by {@link psr.api.lab.Submission#id}; 0 for those it does not know. */
    synchronized void priorities(ToIntFunction<String> byRun) {
        this.priorities = byRun;
    }

    /** How many there are. */
    public int number() {
        return number;
    }

    @Override
    public synchronized void compute(TrialSupply supply) {
        lines.add(new RunLine(supply));
        if (!started) {
            started = true;
            for (int i = 1; i <= number; i++) {
                Thread thread = new Thread(this::work, "psr-server-trial-" + i);
                thread.setDaemon(true);
                thread.setContextClassLoader(SharedThreads.class.getClassLoader());
                thread.start();
            }
        }
        notifyAll();
    }

    /** There may be something to do: a run goes on, or its priority is another. */
    synchronized void wake() {
        notifyAll();
    }

    /** How many trials of a run are under way. */
    public synchronized int running(String run) {
        return lines.stream().filter(line -> line.supply.run().equals(run)).mapToInt(line -> line.running).sum();
    }

    /** How many trials are under way. */
    public synchronized int running() {
        return running;
    }

    private void work() {
        while (true) {
            Taken taken = take();
            if (taken == null) {
                return;
            }
            TrialSupply supply = taken.line().supply;
            try {
                supply.finished(taken.task(), supply.compute(taken.task()));
            } catch (CancellationException e) {
                // Nothing went wrong: nobody wants the result any more.
                supply.giveBack(taken.task());
            } catch (Throwable e) {
                // Also where memory is at its end: the run must not wait for this trial, and other runs need this thread.
                LOG.log(System.Logger.Level.WARNING, taken.task() + " failed", e);
                supply.failed(taken.task(), e);
            } finally {
                done(taken.line());
            }
        }
    }

    private synchronized void done(RunLine line) {
        line.running--;
        running--;
        notifyAll();
    }

    /** Waits for a trial; null at the end. */
    private synchronized Taken take() {
        try {
            while (!closed) {
                lines.removeIf(line -> line.running == 0 && line.supply.over());
                Optional<Taken> taken = running > 0 && full.getAsBoolean() ? Optional.empty() : choose();
                if (taken.isPresent()) {
                    taken.get().line().running++;
                    taken.get().line().served = ++turn;
                    running++;
                    return taken.get();
                }
                wait(LOOK_MILLISECONDS);
            }
        } catch (InterruptedException e) {
            // Then this thread is not wanted.
            LOG.log(System.Logger.Level.DEBUG, "a thread was told to end", e);
        }
        return null;
    }

    private Optional<Taken> choose() {
        List<RunLine> order = new ArrayList<>(lines);
        order.sort(Comparator.<RunLine>comparingInt(line -> -priorities.applyAsInt(line.supply.run()))
                .thenComparingInt(line -> line.running).thenComparingLong(line -> line.served));
        for (RunLine line : order) {
            if (line.running < line.supply.threads()) {
                Optional<TrialTask> task = line.supply.poll();
                if (task.isPresent()) {
                    return Optional.of(new Taken(line, task.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** Begins no other trial; those under way end when their runs are cancelled. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
