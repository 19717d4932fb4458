package psr.server.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

import psr.api.lab.Subscription;
import psr.api.lab.TrialPool;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.Workplace;

/**
 * Threads that the trials of all runs share, with other machines where the server has some: the next trial is of the run with the
 * highest priority; among these of that with the fewest trials under way; among these of that which has waited longest. Thread-safe.
 */
public final class SharedThreads implements Workplace, TrialPool, AutoCloseable {

    /** The name by which runs ask for it. */
    public static final String NAME = "server";
    /** Where the threads themselves are, among all who compute. */
    static final String HERE = "server";

    private static final System.Logger LOG = System.getLogger(SharedThreads.class.getName());
    /** After this long a thread looks again, whether or not it was told that something has come. */
    private static final long LOOK_MILLISECONDS = 500;

    /** The trials of one run. Guarded by the threads. */
    private static final class RunLine {

        private final TrialSupply supply;
        /** Who computes which trial now. */
        private final Map<Taken, String> places = new LinkedHashMap<>();
        /** How many trials each has finished. */
        private final Map<String, Integer> finished = new TreeMap<>();
        /** When it was last served; 0 if never. */
        private long served;

        RunLine(TrialSupply supply) {
            this.supply = supply;
        }
    }

    /**
     * What one of those who compute does.
     *
     * @param where who: {@value SharedThreads#HERE}, or the address of a worker
     * @param trials that it computes now, from 0
     * @param finished how many it has finished, since the run was last begun
     */
    record ComputingPlace(String where, List<Integer> trials, int finished) {}

    private final int number;
    private final BooleanSupplier full;
    private final List<RunLine> lines = new ArrayList<>();
    /** The runs whose trials are computed by this process only, by {@link psr.api.lab.Submission#id}. */
    private final Set<String> local = new HashSet<>();
    private ToIntFunction<String> priorities = run -> 0;
    private volatile IntSupplier others = () -> 0;
    private boolean started;
    private boolean closed;
    private long turn;
    /** How many trials are under way on these threads. */
    private int here;
    /** How many trials each has finished since the server was started. */
    private final Map<String, Integer> finished = new TreeMap<>();

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

    /** Asks this from now on how many trials others compute at once. */
    void others(IntSupplier threads) {
        this.others = threads;
    }

    /** How many trials can be computed at once, by others too. */
    int everywhere() {
        return number + others.getAsInt();
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

    /** Computes the trials of a run in this process only, until the subscription is closed: their outcomes alone are not enough. */
    public synchronized Subscription keepHere(String run) {
        local.add(run);
        return () -> {
            synchronized (this) {
                local.remove(run);
            }
        };
    }

    /** There may be something to do: a run goes on, or its priority is another. */
    public synchronized void wake() {
        notifyAll();
    }

    /** How many trials of a run are under way. */
    public synchronized int running(String run) {
        return lines.stream().filter(line -> line.supply.run().equals(run)).mapToInt(line -> line.places.size()).sum();
    }

    /** How many trials are under way. */
    public synchronized int running() {
        return lines.stream().mapToInt(line -> line.places.size()).sum();
    }

    /** Who computes trials of a run, or has finished some; empty if it is not here. */
    synchronized List<ComputingPlace> places(String run) {
        return lines.stream().filter(line -> line.supply.run().equals(run)).findFirst()
                .map(line -> places(List.of(line), line.finished)).orElse(List.of());
    }

    /** Who computes trials of any run, or has finished some since the server was started. */
    synchronized List<ComputingPlace> places() {
        return places(lines, finished);
    }

    private static List<ComputingPlace> places(List<RunLine> lines, Map<String, Integer> finished) {
        Map<String, List<Integer>> trials = new TreeMap<>();
        finished.keySet().forEach(where -> trials.put(where, new ArrayList<>()));
        lines.forEach(line -> line.places.forEach((taken, where) -> trials.computeIfAbsent(where, none -> new ArrayList<>())
                .add(taken.task().trial())));
        return trials.entrySet().stream()
                .map(place -> new ComputingPlace(place.getKey(), place.getValue().stream().sorted().toList(),
                        finished.getOrDefault(place.getKey(), 0)))
                .toList();
    }

    private void work() {
        while (true) {
            Taken taken = take();
            if (taken == null) {
                return;
            }
            TrialSupply supply = taken.supply();
            boolean done = false;
            try {
                supply.finished(taken.task(), supply.compute(taken.task()));
                done = true;
            } catch (CancellationException e) {
                // Nothing went wrong: nobody wants the result any more.
                supply.giveBack(taken.task());
            } catch (Throwable e) {
                // Also where memory is at its end: the run must not wait for this trial, and other runs need this thread.
                LOG.log(System.Logger.Level.WARNING, taken.task() + " failed", e);
                supply.failed(taken.task(), e);
            } finally {
                left(taken, done);
            }
        }
    }

    @Override
    public synchronized List<TrialSupply> runs() {
        return closed ? List.of()
                : lines.stream().map(line -> line.supply).filter(supply -> !supply.over() && mayLeave(supply)).toList();
    }

    @Override
    public synchronized Optional<Taken> take(String where, Predicate<TrialSupply> can) {
        return closed ? Optional.empty() : choose(where, supply -> mayLeave(supply) && can.test(supply));
    }

    private boolean mayLeave(TrialSupply supply) {
        return !local.contains(supply.run());
    }

    @Override
    public synchronized void left(Taken taken, boolean done) {
        for (RunLine line : lines) {
            if (line.supply == taken.supply()) {
                String where = line.places.remove(taken);
                if (HERE.equals(where)) {
                    here--;
                }
                if (done && where != null) {
                    line.finished.merge(where, 1, Integer::sum);
                    finished.merge(where, 1, Integer::sum);
                }
            }
        }
        notifyAll();
    }

    /** Waits for a trial; null at the end. */
    private synchronized Taken take() {
        try {
            while (!closed) {
                lines.removeIf(line -> line.places.isEmpty() && line.supply.over());
                Optional<Taken> taken = here > 0 && full.getAsBoolean() ? Optional.empty() : choose(HERE, supply -> true);
                if (taken.isPresent()) {
                    here++;
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

    private Optional<Taken> choose(String where, Predicate<TrialSupply> can) {
        List<RunLine> order = new ArrayList<>(lines);
        order.sort(Comparator.<RunLine>comparingInt(line -> -priorities.applyAsInt(line.supply.run()))
                .thenComparingInt(line -> line.places.size()).thenComparingLong(line -> line.served));
        for (RunLine line : order) {
            if (line.places.size() < line.supply.threads() && can.test(line.supply)) {
                Optional<TrialTask> task = line.supply.poll();
                if (task.isPresent()) {
                    Taken taken = new Taken(line.supply, task.get());
                    line.places.put(taken, where);
                    line.served = ++turn;
                    return Optional.of(taken);
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
