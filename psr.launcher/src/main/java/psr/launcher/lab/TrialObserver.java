package psr.launcher.lab;

import psr.api.lab.Observer;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.source.Dataset;

/** An observer that also hears when a trial has no more results. Called by one thread at a time. */
public interface TrialObserver extends Observer {

    /** The data of a trial are there. */
    default void loaded(int trial, Dataset dataset) {}

    /** A recipe has made its model; its result follows. */
    default void learned(int trial, String recipe, Model model) {}

    /** Every recipe of the trial, and the oracle where there is one, has been told. */
    void trialFinished(int trial);

    /** One that does not care. */
    static TrialObserver of(Observer observer) {
        return new TrialObserver() {
            @Override
            public void finished(TrialResult result, int done, int total) {
                observer.finished(result, done, total);
            }

            @Override
            public void iterated(int trial, String recipe, int iteration) {
                observer.iterated(trial, recipe, iteration);
            }

            @Override
            public void trialFinished(int trial) {}
        };
    }
}
