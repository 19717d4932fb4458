package psr.launcher.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import psr.api.lab.DataFile;
import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.Results;
import psr.api.lab.Submission;
import psr.api.lab.Subscription;
import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialResult;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.source.Dataset;
import psr.api.store.LearnedModel;
import psr.launcher.runs.RunFolder;
import psr.launcher.trials.BoundExperiment;
import psr.launcher.trials.Trial;

/** Tells the observers of a run what happens in it. Thread-safe. */
final class RunNews {

    private static final System.Logger LOG = System.getLogger(RunNews.class.getName());

    /** The run that is told of. Whoever asks it has no lock of ours but that of the observers. */
    interface Subject {

        Submission.State state();

        Results results();

        /** The experiment as it is now: rates may have been chosen. */
        BoundExperiment bound();

        /** Whether no other trial is to begin for now. Waits for nobody. */
        boolean paused();
    }

    private final Observers observers = new Observers();
    private final Subject run;
    private final RunFolder folder;
    /** Trials of the run that are wanted at all. */
    private final BitSet wanted;
    private final String version;

    /**
     * Of a run.
     *
     * @param folder where results are written; the hashes of data files are noted there too
     * @param version of the laboratory, in words
     */
    RunNews(Subject run, RunFolder folder, BitSet wanted, String version) {
        this.run = run;
        this.folder = folder;
        this.wanted = (BitSet) wanted.clone();
        this.version = version;
    }

    /** Tells one what happened before, then all of them what happens. */
    Subscription add(Observer observer) {
        return observers.add(observer, joining -> {
            Results so = run.results();
            int done = 0;
            int trial = -1;
            int trials = 0;
            int total = wanted.cardinality() * (so.experiment().recipes().size() + 1);
            for (TrialResult result : so.trials()) {
                if (trial >= 0 && result.trial() != trial) {
                    joining.trialFinished(trial, ++trials, wanted.cardinality());
                }
                trial = result.trial();
                joining.finished(result, ++done, total);
            }
            if (trial >= 0) {
                joining.trialFinished(trial, ++trials, wanted.cardinality());
            }
            joining.changed(run.state());
        });
    }

    /** The run is in another state. */
    void changed() {
        observers.changed(run::state);
    }

    /** A rate was chosen. */
    void rateChosen(RateChoice choice) {
        observers.tell(observer -> observer.rateChosen(choice));
    }

    /**
     * For trials that choose rates.
     *
     * @param total how many results will come
     * @param outcomes takes them
     */
    TrialQueue.Sink preliminary(int total, Consumer<List<TrialOutcome>> outcomes) {
        return new TrialNews(true) {
            @Override
            int total() {
                return total;
            }

            @Override
            public void finished(List<TrialOutcome> together) {
                outcomes.accept(together);
            }
        };
    }

    /**
     * For the trials of the experiment.
     *
     * @param trials how many are to be computed
     * @param outcomes takes them, before anybody is told
     */
    TrialQueue.Sink trials(int trials, Consumer<List<TrialOutcome>> outcomes) {
        return new TrialNews(false) {
            @Override
            int total() {
                return trials * (run.bound().experiment().recipes().size() + (withTrueModel ? 1 : 0));
            }

            @Override
            public void finished(List<TrialOutcome> together) {
                outcomes.accept(together);
                BitSet now = folder.finished();
                now.and(wanted);
                int done = now.cardinality() - together.size();
                for (TrialOutcome outcome : together) {
                    done++;
                    int finished = done;
                    observers.tell(observer -> observer.trialFinished(outcome.trial(), finished, wanted.cardinality()));
                }
            }
        };
    }

    /** Tells what happens in trials. */
    private abstract class TrialNews implements TrialQueue.Sink {

        private final boolean preliminary;
        volatile boolean withTrueModel;
        /** How many results were told; changed only while observers are told. */
        private int told;

        TrialNews(boolean preliminary) {
            this.preliminary = preliminary;
        }

        /** How many results will come, as far as that is known now. */
        abstract int total();

        @Override
        public boolean paused() {
            return run.paused();
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            observers.tell(observer -> observer.iterated(trial, label, iteration));
        }

        @Override
        public void computed(TrialResult result) {
            withTrueModel |= result.isTrueModel();
            told(result);
        }

        private void told(TrialResult result) {
            observers.tellNext(() -> {
                int done = ++told;
                int total = total();
                return observer -> observer.finished(result, done, total);
            });
        }

        @Override
        public DataFile handedOut(Path file) throws IOException {
            DataFiles.check(folder, List.of(file));
            return new DataFile(file, folder.record().files().get(file.toString()));
        }

        @Override
        public void begun(int trial, String where) {
            observers.tell(observer -> observer.begun(trial, where));
        }

        @Override
        public void said(String words) {
            observers.tell(observer -> observer.said(words));
        }

        @Override
        public Trial.Progress progress(int trial, BooleanSupplier over) {
            return new Trial.Progress() {
                @Override
                public boolean cancelled() {
                    return over.getAsBoolean();
                }

                @Override
                public void loaded(Dataset dataset, List<Path> files) {
                    if (!preliminary) {
                        withTrueModel |= dataset.oracle().isPresent();
                        checkFiles(files);
                        observers.tell(observer -> observer.loaded(trial, dataset.origin()));
                    }
                }

                @Override
                public void iterated(String label, int iteration) {
                    TrialNews.this.iterated(trial, label, iteration);
                }

                @Override
                public void progressed(String label, double share, String doing) {
                    observers.tell(observer -> observer.progressed(trial, label, share, doing));
                }

                @Override
                public void broke(String stage, Throwable e) {
                    LOG.log(System.Logger.Level.WARNING, stage + " failed in trial " + trial, e);
                }

                @Override
                public void learned(String label, Model model, Optional<SingularValues> singularValues, Dataset dataset) {
                    if (!preliminary) {
                        LearnedModel learned = ModelOrigin.note(model, label, run.bound(), dataset, folder.record().part(),
                                version).change().singularValues(singularValues).build();
                        observers.tell(observer -> observer.learned(trial, label, learned));
                    }
                }

                @Override
                public void finished(TrialResult result) {
                    told(result);
                }
            };
        }
    }

    /** Notes the hashes of files when the data are loaded for the first time, and checks them ever after. */
    private void checkFiles(List<Path> files) {
        try {
            DataFiles.check(folder, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }
}
