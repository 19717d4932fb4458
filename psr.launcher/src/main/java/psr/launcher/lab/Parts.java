package psr.launcher.lab;

import java.util.SplittableRandom;

import psr.api.data.Seeds;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.source.Dataset;

/** Divides the sequences of a data set anew. */
final class Parts {

    private Parts() {}

    /** A share of the training data takes the place of the test data. */
    static Dataset heldOut(Dataset dataset, double share) {
        TrainingData.Parts parts = dataset.training().holdOut(share);
        Dataset.Builder held = like(dataset, parts.rest());
        Sequences test = parts.heldOut().sequences();
        return (parts.continues() ? held.continuation(test) : held.test(test)).build();
    }

    /** All data, for training and for the test; a text that was cut in two is whole again. */
    static Dataset everything(Dataset dataset) {
        TrainingData all = dataset.together();
        return like(dataset, all).test(all.sequences()).build();
    }

    /** Other parts of the same data; no true model. */
    private static Dataset.Builder like(Dataset dataset, TrainingData training) {
        return Dataset.builder(training).notation(dataset.notation()).origin(dataset.origin());
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
        SplittableRandom random = new SplittableRandom(Seeds.derive(seed, "folds"));
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
        Dataset.Builder parts = like(dataset, TrainingData.of(dataset.training().alphabet(), training.build()))
                .test(test.build()).origin(dataset.origin() + ", fold " + (fold + 1) + " of " + folds);
        dataset.oracle().ifPresent(parts::oracle);
        return parts.build();
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
