package psr.launcher.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import psr.api.lab.Observer;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;

/** Tells observers, one thread at a time; what one of them throws costs nobody else anything. */
final class Observers {

    private static final System.Logger LOG = System.getLogger(Observers.class.getName());

    private final List<Observer> observers = new ArrayList<>();
    private Submission.State told;

    synchronized void tell(Consumer<Observer> news) {
        for (Observer observer : List.copyOf(observers)) {
            tell(observer, news);
        }
    }

    /** Tells what is made up at that moment: two threads that count what they tell cannot tell it out of order. */
    synchronized void tellNext(Supplier<Consumer<Observer>> next) {
        tell(next.get());
    }

    /** Tells in which state the run is now, unless that was told last: two threads that change it cannot tell it out of order. */
    synchronized void changed(Supplier<Submission.State> now) {
        Submission.State state = now.get();
        if (state != told) {
            told = state;
            tell(observer -> observer.changed(state));
        }
    }

    private static void tell(Observer observer, Consumer<Observer> news) {
        try {
            news.accept(observer);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            LOG.log(System.Logger.Level.WARNING, "an observer failed", e);
        }
    }

    /** Tells one what happened before, then all of them what happens. */
    synchronized Subscription add(Observer observer, Consumer<Observer> before) {
        tell(observer, before);
        observers.add(observer);
        return () -> remove(observer);
    }

    private synchronized void remove(Observer observer) {
        observers.remove(observer);
    }
}
