package psr.launcher.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

import psr.launcher.services.CancelledException;
import psr.launcher.spi.ComputingPlace;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialOutcome;

/**
 * Assigns the trials of all jobs to the threads of this process and to remote workers. The next trial is of the job with the highest
 * priority; of several such jobs, of the one with the fewest running trials; of several such jobs, of the one that has waited longest. Thread-safe.
 */
@Component(service = {Scheduler.class, TrialLeases.class})
public final class Scheduler implements TrialLeases, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Scheduler.class.getName());

    /** An idle thread ends after this time. */
    private static final long IDLE_SECONDS = 5;
    /** Interval at which memory is checked while it is full. */
    private static final long LOOK_MILLISECONDS = 250;
    /** Maximum number of threads for steps, and for events; more than a few are needed only if services or observers block. */
    private static final int MOST = 16;

    private final BooleanSupplier full;
    private final MemoryGuard memory = new MemoryGuard();
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor steps = pool("psr-steps");
    /** Apart from the steps, which blocked observers must not delay. */
    private final ThreadPoolExecutor events = pool("psr-events");
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();

    /** This and the following fields are guarded by the lock. */
    private final List<Job> jobs = new ArrayList<>();
    private final Map<Object, IntSupplier> remote = new LinkedHashMap<>();
    /** The numbers of the existing threads. */
    private final BitSet threads = new BitSet();
    /** Maximum number of concurrent trials in this process; 0 while each job has its own limit. */
    private int fixed;
    /** Number of trials that this process computes now. */
    private int here;
    /** Number of finished trials by place. */
    private final Map<String, Integer> finished = new TreeMap<>();
    private long leases;
    private boolean closed;
    /** The threads that were started and may still run. */
    private final Set<Thread> started = ConcurrentHashMap.newKeySet();

    /** Creates a scheduler without jobs; it starts threads when it needs them. */
    @Activate
    public Scheduler() {
        this(null);
    }

    /** @param full whether memory is nearly full, in which case this process computes one trial at a time; null to check the heap */
    Scheduler(BooleanSupplier full) {
        this.full = full == null ? memory : full;
        this.timer = new ScheduledThreadPoolExecutor(1, named("psr-timer"));
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setRemoveOnCancelPolicy(true);
    }

    private ThreadPoolExecutor pool(String name) {
        return new ThreadPoolExecutor(0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named(name),
                (task, pool) -> {
                    if (!schedule(() -> execute(pool, task), LOOK_MILLISECONDS)) {
                        daemon(task, name + "-last").start();
                    }
                });
    }

    private ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> daemon(task, name + "-" + number.incrementAndGet());
    }

    private Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(Scheduler.class.getClassLoader());
        started.removeIf(earlier -> earlier.getState() == Thread.State.TERMINATED);
        started.add(thread);
        return thread;
    }

    /** Runs a task other than a trial on another thread. Must be called without locks. */
    void step(Runnable task) {
        execute(steps, task);
    }

    /** Delivers events to an observer on another thread. Must be called without locks. */
    void event(Runnable delivery) {
        execute(events, delivery);
    }

    private static void execute(ThreadPoolExecutor threads, Runnable task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError e) {
            // No thread can be started: run the task on the calling thread.
            task.run();
        }
    }

    /** Runs a task other than a trial on another thread, after a delay. */
    void later(Runnable task, long milliseconds) {
        schedule(() -> step(task), milliseconds);
    }

    /** Delivers events to an observer on another thread, after a delay. */
    void eventLater(Runnable delivery, long milliseconds) {
        schedule(() -> event(delivery), milliseconds);
    }

    /** Runs a short task after a delay; false if this scheduler is closed. */
    private boolean schedule(Runnable task, long milliseconds) {
        try {
            timer.schedule(task, milliseconds, TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.log(System.Logger.Level.DEBUG, "the scheduler is closed", e);
            return false;
        }
    }

    /** The memory reserve with which failed jobs can end in an orderly way. */
    MemoryGuard memory() {
        return memory;
    }

    /** Runs an action under the lock that guards the mutable state of jobs and their trials. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    void guarded(Runnable change) {
        locked(() -> {
            change.run();
            return null;
        });
    }

    /** Sets the maximum number of concurrent trials of all jobs in this process. */
    public void fix(int number) {
        guarded(() -> fixed = number);
        wake();
    }

    /** Maximum number of concurrent trials, including those of remote workers. */
    int capacity() {
        List<IntSupplier> workers = locked(() -> List.copyOf(remote.values()));
        return locked(this::threadsHere) + workers.stream().mapToInt(IntSupplier::getAsInt).sum();
    }

    private int threadsHere() {
        if (fixed > 0) {
            return fixed;
        }
        int most = Runtime.getRuntime().availableProcessors();
        for (Job job : jobs) {
            most = Math.max(most, job.wantedHere());
        }
        return most;
    }

    @Override
    public Connection connect(IntSupplier number) {
        Object key = new Object();
        guarded(() -> remote.put(key, number));
        return () -> guarded(() -> remote.remove(key));
    }

    /** Whether remote workers are connected or may connect soon. */
    boolean connected() {
        return locked(() -> !remote.isEmpty());
    }

    /** Adds a job; its trials are assigned from now on. */
    void add(Job job) {
        guarded(() -> jobs.add(job));
    }

    void remove(Job job) {
        guarded(() -> jobs.remove(job));
    }

    /** Signals that new trials may be available. Must be called without locks. */
    void wake() {
        OutOfMemoryError none = locked(() -> {
            work.signalAll();
            return startThreads();
        });
        if (none != null) {
            locked(() -> List.copyOf(jobs)).forEach(job -> job.fail(none));
        }
    }

    /** Starts threads for the available trials; returns the failure if no thread could be started and none exists. */
    private OutOfMemoryError startThreads() {
        int offered = 0;
        for (Job job : jobs) {
            offered += job.offeredHere();
        }
        int wanted = closed ? 0 : Math.min(threadsHere(), here + offered);
        while (threads.cardinality() < wanted) {
            int number = threads.nextClearBit(1);
            try {
                daemon(() -> compute(number), "psr-trial-" + number).start();
                threads.set(number);
            } catch (OutOfMemoryError e) {
                // The system cannot start more threads: the existing ones do the work.
                return threads.isEmpty() ? e : null;
            }
        }
        return null;
    }

    private void compute(int number) {
        for (Optional<Lease> lease = await(number); lease.isPresent(); lease = await(number)) {
            Job job = ((TrialSet) lease.get().job()).job();
            try {
                job.compute(lease.get());
            } catch (CancelledException | CancellationException e) {
                // Nothing went wrong: the job was stopped.
                giveBack(lease.get());
            } catch (Throwable e) {
                // Even if memory is full: the job must not wait for this trial, and other jobs need this thread.
                memory.release();
                job.fail(e);
                giveBack(lease.get());
            }
        }
    }

    /** Waits for a trial; empty when the thread is to end. */
    private Optional<Lease> await(int number) {
        Optional<Lease> lease = Optional.empty();
        lock.lock();
        try {
            long idle = TimeUnit.SECONDS.toNanos(IDLE_SECONDS);
            while (!closed && threads.cardinality() <= threadsHere()) {
                // An interrupted trial must not end this thread: other jobs may need it.
                Thread.interrupted();
                boolean crowded = here > 0 && full.getAsBoolean();
                lease = crowded ? Optional.empty() : choose(HERE, job -> job.offeredHere() > 0);
                if (lease.isPresent()) {
                    here++;
                    break;
                }
                if (crowded) {
                    work.await(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
                } else if (idle > 0) {
                    idle = work.awaitNanos(idle);
                } else {
                    break;
                }
            }
        } catch (InterruptedException e) {
            // The thread ends. This is not logged, since the lock is held.
            Thread.currentThread().interrupt();
        } finally {
            if (lease.isEmpty()) {
                threads.clear(number);
            }
            lock.unlock();
        }
        return lease;
    }

    private Optional<Lease> choose(String where, Predicate<Job> can) {
        return jobs.stream().filter(can).min(Comparator.comparingInt((Job job) -> -job.priority())
                .thenComparingInt(Job::open).thenComparingLong(Job::served)).map(job -> job.lease(where, ++leases));
    }

    @Override
    public List<RemoteJob> jobs() {
        return locked(() -> closed ? List.of() : jobs.stream().flatMap(job -> job.remote().stream()).toList());
    }

    @Override
    public Optional<Lease> take(String where, Collection<RemoteJob> ready) {
        return locked(() -> closed ? Optional.empty()
                : choose(where, job -> job.offeredElsewhere() && job.remote().filter(ready::contains).isPresent()));
    }

    @Override
    public void complete(Map<Lease, TrialOutcome> outcomes) {
        Map<TrialSet, Map<Lease, TrialOutcome>> bySet = new LinkedHashMap<>();
        outcomes.forEach((lease, outcome) -> bySet.computeIfAbsent((TrialSet) lease.job(), set -> new LinkedHashMap<>())
                .put(lease, outcome));
        bySet.forEach((set, together) -> set.job().complete(set, together));
    }

    @Override
    public void giveBack(Lease lease) {
        ((TrialSet) lease.job()).job().giveBack(lease);
    }

    @Override
    public void fail(Lease lease, Throwable reason) {
        ((TrialSet) lease.job()).job().fail(lease, reason);
    }

    /** Updates the counts after a lease has ended. Under the lock. */
    void ended(Lease lease, boolean done) {
        if (lease.where().equals(HERE)) {
            here--;
        }
        if (done) {
            finished.merge(lease.where(), 1, Integer::sum);
        }
    }

    /** The places that compute trials of any job, or have finished some since this process started. */
    public List<ComputingPlace> places() {
        return locked(() -> places(jobs.stream().flatMap(job -> job.leases().stream()).toList(), finished));
    }

    static List<ComputingPlace> places(Collection<Lease> open, Map<String, Integer> finished) {
        Map<String, List<Integer>> trials = new TreeMap<>();
        finished.keySet().forEach(where -> trials.put(where, new ArrayList<>()));
        open.forEach(lease -> trials.computeIfAbsent(lease.where(), none -> new ArrayList<>()).add(lease.trial()));
        return trials.entrySet().stream().map(place -> new ComputingPlace(place.getKey(),
                place.getValue().stream().sorted().toList(), finished.getOrDefault(place.getKey(), 0))).toList();
    }

    /** Starts no further trial; running trials end when their jobs are cancelled. */
    @Override
    @Deactivate
    public void close() {
        guarded(() -> {
            closed = true;
            work.signalAll();
        });
        timer.shutdown();
        // Jobs that end later still need threads, but no thread stays.
        steps.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        events.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    }

    /** Waits for a limited time until the threads of a closed scheduler have ended. */
    public void awaitEnd(Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        for (Thread thread : started) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left > 0 && thread != Thread.currentThread()) {
                thread.join(left);
            }
        }
    }
}
