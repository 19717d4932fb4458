package psr.launcher.lab;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import psr.api.eval.Measure;
import psr.api.lab.Experiment;
import psr.api.lab.Submission;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** An experiment that is running: threads that take one trial after the other. */
public final class Running implements Submission {

    private final Experiment experiment;
    private final Binding binding;
    private final Scope scope;
    private final TrialObserver observer;
    private final BiConsumer<String, Throwable> log;
    private final Thread[] workers;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger working;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean cancelled;
    /** The rest is guarded by this, as are calls of the observer. */
    private final Set<String> refused = new HashSet<>();
    private final Set<String> otherwise = new HashSet<>();
    private boolean oracle;
    private int done;
    private int trialsDone;
    private Throwable failure;

    Running(Experiment experiment, Binding binding, Scope scope, int threads, TrialObserver observer,
            BiConsumer<String, Throwable> log) {
        this.experiment = experiment;
        this.binding = binding;
        this.scope = scope;
        this.observer = observer;
        this.log = log;
        this.workers = new Thread[Math.max(1, Math.min(threads, wanted()))];
        this.working = new AtomicInteger(workers.length);
    }

    /** Starts the threads; end is called once, on the last of them. */
    void start(Runnable ended) {
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(() -> work(ended), "psr-trial-" + (i + 1));
            workers[i].setDaemon(true);
            workers[i].setContextClassLoader(Running.class.getClassLoader());
        }
        for (Thread worker : workers) {
            worker.start();
        }
    }

    private void work(Runnable ended) {
        try {
            for (int trial = next.getAndIncrement(); trial < experiment.trials() && !cancelled;
                    trial = next.getAndIncrement()) {
                if (scope.finished(trial)) {
                    continue;
                }
                new Trial(experiment, binding, scope, trial, new Reporter(trial)).run();
                synchronized (this) {
                    observer.trialFinished(trial);
                    trialsDone++;
                }
            }
        } catch (CancelledException e) {
            // Nothing went wrong; await says that it was cancelled.
        } catch (Throwable e) {
            synchronized (this) {
                failure = failure == null ? e : failure;
            }
            cancelled = true;
        } finally {
            if (working.decrementAndGet() == 0) {
                binding.close();
                ended.run();
                end.countDown();
            }
        }
    }

    @Override
    public Experiment experiment() {
        return experiment;
    }

    /** Everything measured by full name, in the order asked. */
    public Map<String, Measure> measures() {
        return binding.measures();
    }

    /**
     * The recipes that failed only because the user asked for something that cannot be: a setting that does not fit.
     */
    public synchronized Set<String> refused() {
        Set<String> only = new HashSet<>(refused);
        only.removeAll(otherwise);
        return only;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    /** Cancels, and interrupts what sleeps or waits. */
    void abandon() {
        cancel();
        for (Thread worker : workers) {
            worker.interrupt();
        }
    }

    @Override
    public boolean done() {
        return end.getCount() == 0;
    }

    @Override
    public boolean await() throws InterruptedException, ExecutionException {
        end.await();
        synchronized (this) {
            if (failure != null) {
                throw new ExecutionException(failure.getMessage(), failure);
            }
            return trialsDone == wanted();
        }
    }

    /** How many trials there are to run. */
    private int wanted() {
        return experiment.trials() - scope.count(experiment.trials());
    }

    boolean await(long milliseconds) throws InterruptedException {
        return end.await(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** Tells the observer, one thread at a time. */
    private final class Reporter implements Trial.Progress {

        private final int trial;

        Reporter(int trial) {
            this.trial = trial;
        }

        @Override
        public boolean cancelled() {
            return cancelled;
        }

        @Override
        public void loaded(Dataset dataset) {
            synchronized (Running.this) {
                oracle |= dataset.oracle().isPresent();
                observer.loaded(trial, dataset);
            }
        }

        @Override
        public void learned(String recipe, Model model) {
            synchronized (Running.this) {
                observer.learned(trial, recipe, model);
            }
        }

        @Override
        public void iterated(String recipe, int iteration) {
            synchronized (Running.this) {
                observer.iterated(trial, recipe, iteration);
            }
        }

        @Override
        public void broke(String stage, Throwable e) {
            log.accept(stage + " failed in trial " + trial, e);
        }

        @Override
        public void finished(TrialResult result, boolean refusal) {
            synchronized (Running.this) {
                if (result.failure().isPresent()) {
                    (refusal ? refused : otherwise).add(result.recipe());
                }
                done++;
                observer.finished(result, done, wanted() * (experiment.recipes().size() + (oracle ? 1 : 0)));
            }
        }
    }
}
