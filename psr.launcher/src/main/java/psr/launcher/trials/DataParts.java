package psr.launcher.trials;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import psr.api.data.Sequences;
import psr.api.lab.DataPart;
import psr.api.lab.Experiment;
import psr.api.learn.Run;
import psr.api.learn.SeededRun;
import psr.api.source.Dataset;
import psr.launcher.experiments.RateChooser;
import psr.launcher.services.BrokenServiceException;

/** Loads the data of a trial and divides them as requested. */
final class DataParts {

    private DataParts() {}

    /** Creates the run in which data are loaded. */
    interface Runs {
        Run of(long seed);
    }

    /** Loads the data of a trial. */
    static Dataset load(BoundExperiment bound, int trial, DataPart part, Runs runs) throws IOException {
        Experiment experiment = bound.experiment();
        return switch (part.division()) {
            case AS_GIVEN -> whole(bound, trial, runs);
            case EVERYTHING -> everything(whole(bound, trial, runs));
            case TRAINING_ONLY -> heldOut(whole(bound, trial, runs), part.share());
            case FOLDS -> fold(whole(bound, 0, runs), trial, experiment.trials(), experiment.seed());
        };
    }

    /** The seed of a trial, with which its data are sampled. */
    static long seed(Experiment experiment, int trial) {
        return SeededRun.derive(experiment.seed(), "trial " + trial);
    }

    private static Dataset whole(BoundExperiment bound, int trial, Runs runs) throws IOException {
        Dataset dataset = bound.loader().load(runs.of(seed(bound.experiment(), trial)));
        if (dataset == null) {
            throw new BrokenServiceException("the data set '" + bound.experiment().dataset().name()
                    + "' gave no data (null)", null);
        }
        return dataset;
    }

    /** Replaces the test data by a held-out part of the training data. */
    private static Dataset heldOut(Dataset dataset, double share) {
        Sequences.Parts<?> parts = dataset.training().holdOut(share);
        Dataset.Builder held = Dataset.builder(parts.rest()).origin(dataset.origin()).notation(dataset.notation());
        return (parts.continues() ? held.continuation(parts.heldOut()) : held.test(parts.heldOut())).build();
    }

    /** All sequences, both for training and for testing. */
    private static Dataset everything(Dataset dataset) {
        Sequences all = dataset.together();
        return Dataset.builder(all).test(all).origin(dataset.origin()).notation(dataset.notation()).build();
    }

    /**
     * A part of the training data for testing and the rest for training. If there are fewer sequences than parts, the end of the data
     * is held out instead.
     */
    static Dataset withinTraining(Dataset dataset, int fold, int folds, long seed) {
        Dataset divided =
                folds == 1 ? heldOut(dataset, RateChooser.HELD_OUT) : fold(dataset.training(), dataset, fold, folds, seed);
        return Dataset.builder(divided.training()).test(divided.test()).origin(divided.origin()).notation(divided.notation())
                .build();
    }

    /** Divides all sequences into equal parts at random: one part for testing, the others for training. */
    private static Dataset fold(Dataset dataset, int fold, int folds, long seed) {
        // A text in two parts becomes two sequences.
        return fold(dataset.training().append(dataset.test()), dataset, fold, folds, seed);
    }

    private static Dataset fold(Sequences all, Dataset dataset, int fold, int folds, long seed) {
        int count = all.count();
        if (count < folds) {
            throw new IllegalArgumentException("cross-validation in " + folds + " folds must have at least " + folds
                    + " sequences; the data "
                    + (dataset.continues() && count == 2 ? "are one sequence in two parts, which can be tested in 2 folds"
                            : "have " + count + (count < 2 ? "" : ", so there can be 2 to " + count + " folds")));
        }
        // Position order[i] of a shuffle (Fisher and Yates) decides the fold; both parts keep the order of the data.
        SplittableRandom random = new SplittableRandom(SeededRun.derive(seed, "folds"));
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        int[] test = IntStream.range(0, count).filter(i -> order[i] % folds == fold).toArray();
        int[] training = IntStream.range(0, count).filter(i -> order[i] % folds != fold).toArray();
        Dataset.Builder divided = Dataset.builder(all.select(training)).test(all.select(test))
                .origin(dataset.origin() + ", fold " + (fold + 1) + " of " + folds).notation(dataset.notation());
        dataset.trueModel().ifPresent(divided::trueModel);
        return divided.build();
    }
}
