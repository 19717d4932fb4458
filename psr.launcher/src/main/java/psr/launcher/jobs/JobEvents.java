package psr.launcher.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import psr.api.lab.LearnedModel;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;

/**
 * Notifies the observers of a job, each in order, on the scheduler's threads for events: no other thread waits for an observer. Exceptions
 * of observers are logged. Only the latest progress of a recipe is delivered, at most four times a second; an observer that falls far
 * behind misses other events too, but no result of a finished trial. Thread-safe.
 */
final class JobEvents implements Observer {

    /** Maximum number of events that wait for one observer. */
    private static final int MOST = 1000;
    private static final long PAUSE_NANOSECONDS = 250_000_000;

    /**
     * An event to deliver.
     *
     * @param trial the trial whose result it is; -1 for other events
     * @param part the index of the result in the trial; empty for the event that the trial is finished
     */
    private record Event(int trial, String part, Consumer<Observer> delivery) {

        Event(Consumer<Observer> delivery) {
            this(-1, "", delivery);
        }

        static Event of(TrialResult result, int number, int total) {
            return new Event(result.trial(), result.isTrueModel() + " " + result.label(),
                    observer -> observer.finished(result, number, total));
        }

        static Event end(int trial, int number, int total) {
            return new Event(trial, "", observer -> observer.trialFinished(trial, number, total));
        }
    }

    /** The events for one observer. Guarded by the events of the job. */
    private final class Line implements Subscription {

        private final Observer observer;
        /** Waiting events in order; progress is keyed by recipe and trial. */
        private final Map<Object, Event> events = new LinkedHashMap<>();
        /** Whether there are events other than progress. */
        private boolean urgent;
        /** Whether a thread delivers events or is scheduled to do so. */
        private boolean busy = true;
        /** Whether a delayed delivery of progress is scheduled. */
        private boolean timed;
        private boolean lost;
        private volatile boolean removed;
        private long delivered = System.nanoTime() - PAUSE_NANOSECONDS;
        /** What was delivered: finished trials, and parts of other trials. Used only by the delivering thread. */
        private final BitSet known = new BitSet();
        private final Map<Integer, Set<String>> parts = new HashMap<>();

        Line(Observer observer) {
            this.observer = observer;
        }

        private void put(Event event) {
            if (events.size() < MOST) {
                events.put(new Object(), event);
                urgent = true;
            } else {
                lost = true;
            }
        }

        private void progress(String recipe, Event event) {
            events.remove(recipe);
            if (events.size() < MOST) {
                events.put(recipe, event);
            }
            if (!busy) {
                lookLater();
            }
        }

        /** Delivers events until none is left. */
        private void run() {
            List<Event> batch = new ArrayList<>();
            while (collect(batch)) {
                batch.forEach(this::deliver);
                batch.clear();
            }
        }

        /** Whether there are events to deliver; if not, this thread stops delivering. */
        private boolean collect(List<Event> batch) {
            synchronized (JobEvents.this) {
                boolean wait = events.isEmpty() || !urgent && !ended && pause() > 0;
                if (removed || wait && !lost) {
                    busy = false;
                    if (!removed && !events.isEmpty()) {
                        lookLater();
                    } else if (ended) {
                        leave();
                    }
                    return false;
                }
                batch.addAll(events.values());
                if (lost) {
                    batch.add(new Event(each -> replay()));
                }
                events.clear();
                urgent = false;
                lost = false;
                delivered = System.nanoTime();
            }
            return true;
        }

        private long pause() {
            return delivered + PAUSE_NANOSECONDS - System.nanoTime();
        }

        private void lookLater() {
            if (!timed) {
                timed = true;
                scheduler.eventLater(() -> {
                    synchronized (JobEvents.this) {
                        timed = false;
                        if (busy) {
                            return;
                        }
                        busy = true;
                    }
                    run();
                }, TimeUnit.NANOSECONDS.toMillis(Math.max(0, pause())) + 1);
            }
        }

        /** Logs anything that an observer throws: it must block neither other events nor the end of the job. */
        private void deliver(Event event) {
            try {
                if (!removed && isNew(event)) {
                    event.delivery.accept(observer);
                }
            } catch (Throwable e) {
                Job.warn("an observer failed", e);
            }
        }

        private boolean isNew(Event event) {
            if (event.trial < 0) {
                return true;
            }
            if (known.get(event.trial)) {
                return false;
            }
            if (event.part.isEmpty()) {
                known.set(event.trial);
                parts.remove(event.trial);
                return true;
            }
            return parts.computeIfAbsent(event.trial, none -> new HashSet<>()).add(event.part);
        }

        /** Delivers the results of finished trials that the observer has not received. */
        private void replay() {
            Results so = job.results();
            int most = wanted * (so.experiment().recipes().size() + 1);
            int number = 0;
            int count = 0;
            int trial = -1;
            for (TrialResult result : so.trials()) {
                if (result.trial() != trial) {
                    end(trial, count++);
                    trial = result.trial();
                }
                deliver(Event.of(result, ++number, most));
            }
            end(trial, count);
        }

        private void end(int trial, int count) {
            if (trial >= 0) {
                deliver(Event.end(trial, count, wanted));
            }
        }

        private void leave() {
            if (lines.remove(this) && lines.isEmpty() && ended) {
                end.countDown();
            }
        }

        @Override
        public void close() {
            synchronized (JobEvents.this) {
                removed = true;
                leave();
            }
        }
    }

    private final Scheduler scheduler;
    private final Submission job;
    private final CountDownLatch end;
    /** Number of trials of the job, in this session and earlier ones. */
    private final int wanted;
    /** This and the following fields are guarded by this. */
    private final List<Line> lines = new ArrayList<>();
    private Submission.State state;
    /** Of the current set of trials: posted results, number of trials, and number of results per trial. */
    private int results;
    private int trials;
    private int recipes;
    /** Whether the current set of trials computes the results of the job. */
    private boolean lasting;
    private int done;
    private boolean ended;

    /** @param end counted down when the last event was delivered to every observer */
    JobEvents(Scheduler scheduler, Submission job, CountDownLatch end, int wanted, int done) {
        this.scheduler = scheduler;
        this.job = job;
        this.end = end;
        this.wanted = wanted;
        this.done = done;
    }

    /** Adds an observer. Delivers the results of finished trials on the calling thread; later events follow. */
    Subscription add(Observer observer) {
        Line line = new Line(observer);
        synchronized (this) {
            if (!ended) {
                lines.add(line);
            }
        }
        boolean ready = false;
        try {
            line.replay();
            Submission.State now = job.state();
            line.deliver(new Event(each -> each.changed(now)));
            ready = true;
        } finally {
            if (!ready) {
                line.close();
            }
        }
        scheduler.event(line::run);
        return line;
    }

    /** Starts a set of trials; {@code last} if its results are those of the job. */
    synchronized void expect(int ofTrials, int ofEach, boolean last) {
        results = 0;
        trials = ofTrials;
        recipes = ofEach;
        lasting = last;
    }

    synchronized void expectEach(int number) {
        recipes = number;
    }

    /** Posts the event that is created under the lock; null for none. */
    private void post(Supplier<Event> next) {
        List<Line> idle = new ArrayList<>();
        synchronized (this) {
            Event event = next.get();
            for (Line line : lines) {
                if (event != null) {
                    line.put(event);
                }
                if (!line.busy) {
                    line.busy = true;
                    idle.add(line);
                }
            }
            if (ended && lines.isEmpty()) {
                end.countDown();
            }
        }
        idle.forEach(line -> scheduler.event(line::run));
    }

    private void post(Consumer<Observer> delivery) {
        post(() -> new Event(delivery));
    }

    private synchronized void progress(String recipe, Consumer<Observer> delivery) {
        lines.forEach(line -> line.progress(recipe, new Event(delivery)));
    }

    /** Posts the state of the job if it has changed; the final state is posted when the job ends. */
    void changed() {
        post(() -> {
            // Reads a volatile field: no lock is taken under this monitor.
            Submission.State now = job.state();
            return now.isOver() ? null : change(now);
        });
    }

    private Event change(Submission.State now) {
        boolean same = now == state;
        state = now;
        return same ? null : new Event(observer -> observer.changed(now));
    }

    /** Ends the events: posts the final state and nothing after it. */
    void end() {
        post(() -> {
            ended = true;
            return change(job.state());
        });
    }

    @Override
    public void begun(int trial, String where) {
        post(observer -> observer.begun(trial, where));
    }

    @Override
    public void said(String message) {
        post(observer -> observer.said(message));
    }

    @Override
    public void loaded(int trial, String origin) {
        post(observer -> observer.loaded(trial, origin));
    }

    @Override
    public void iterated(int trial, String label, int iteration) {
        progress(trial + " " + label, observer -> observer.iterated(trial, label, iteration));
    }

    @Override
    public void progressed(int trial, String label, double share, String doing) {
        progress(trial + " " + label, observer -> observer.progressed(trial, label, share, doing));
    }

    @Override
    public void learned(int trial, String label, LearnedModel model) {
        post(observer -> observer.learned(trial, label, model));
    }

    @Override
    public void rateChosen(RateChoice choice) {
        post(observer -> observer.rateChosen(choice));
    }

    /** Ignores the numbers of the caller: they are counted here. */
    @Override
    public void finished(TrialResult result, int ignoredDone, int ignoredTotal) {
        post(() -> {
            int number = ++results;
            Event event = Event.of(result, number, Math.max(number, trials * recipes));
            return lasting ? event : new Event(event.delivery);
        });
    }

    /** Ignores the numbers of the caller: they are counted here. */
    @Override
    public void trialFinished(int trial, int ignoredDone, int ignoredTotal) {
        post(() -> Event.end(trial, ++done, wanted));
    }
}
