package psr.launcher.lab;

import java.util.Optional;
import java.util.SplittableRandom;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.learn.SeededRun;
import psr.api.source.Dataset;

/** Divides the sequences of a data set anew. */
final class Parts {

    private Parts() {}

    /** A share of the training data takes the place of the test data. */
    static Dataset heldOut(Dataset dataset, double share) {
        TrainingData.Parts parts = dataset.training().holdOut(share);
        return new Dataset(parts.rest(), parts.heldOut().sequences(), Optional.empty(), dataset.origin());
    }

    /** All sequences, for training and for the test. */
    static Dataset everything(Dataset dataset) {
        Sequences all = all(dataset);
        return new Dataset(new TrainingData(dataset.training().alphabet(), all), all, Optional.empty(), dataset.origin());
    }

    /** All sequences in equal parts, drawn by the seed: one part for the test, the others for training. */
    static Dataset fold(Dataset dataset, int fold, int folds, long seed) {
        Sequences all = all(dataset);
        int count = all.count();
        if (count < folds) {
            throw new IllegalArgumentException("cross-validation in " + folds + " folds must have at least " + folds
                    + " sequences; the data have " + count + (dataset.training().alphabet().end().isEmpty()
                            && count == 2 ? ": one text in two parts can be tested in 2 folds" : ""));
        }
        // Position order[i] of a shuffle (Fisher and Yates) decides the fold; both parts keep the order of the data.
        SplittableRandom random = new SplittableRandom(SeededRun.derive(seed, "folds"));
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        Sequences.Builder training = new Sequences.Builder();
        Sequences.Builder test = new Sequences.Builder();
        for (int i = 0; i < count; i++) {
            (order[i] % folds == fold ? test : training).add(all.copy(i));
        }
        return new Dataset(new TrainingData(dataset.training().alphabet(), training.build()), test.build(),
                dataset.oracle(), dataset.origin() + ", fold " + (fold + 1) + " of " + folds);
    }

    private static Sequences all(Dataset dataset) {
        Sequences.Builder all = new Sequences.Builder();
        for (Sequences part : new Sequences[] {dataset.training().sequences(), dataset.test()}) {
            for (int i = 0; i < part.count(); i++) {
                all.add(part.copy(i));
            }
        }
        return all.build();
    }
}
