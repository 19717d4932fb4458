package psr.launcher.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import psr.api.lab.Observer;
import psr.api.lab.Subscription;

/** Tells observers, one thread at a time; what one of them throws costs nobody else anything. */
final class Observers {

    private static final System.Logger LOG = System.getLogger(Observers.class.getName());

    private final List<Observer> observers = new ArrayList<>();

    synchronized void tell(Consumer<Observer> news) {
        for (Observer observer : List.copyOf(observers)) {
            tell(observer, news);
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
