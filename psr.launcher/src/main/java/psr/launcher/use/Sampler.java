package psr.launcher.use;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;
import psr.api.model.Filter;
import psr.api.model.Model;

/** Draws sequences from a model: each symbol from the repaired scores after those before it, until the end. */
final class Sampler {

    private Sampler() {}

    static Sequences draw(Model model, Repair repair, int count, int length, RandomGenerator random) {
        Sequences.Builder builder = new Sequences.Builder();
        Filter filter = model.filter();
        double[] scores = new double[model.alphabet().size()];
        int end = model.alphabet().end().orElse(-1);
        for (int i = 0; i < count; i++) {
            int[] sequence = new int[length];
            filter.reset();
            int t = 0;
            while (t < length && (t == 0 || sequence[t - 1] != end)) {
                filter.scores(1, scores);
                repair.apply(scores);
                sequence[t] = draw(scores, random.nextDouble());
                filter.update(sequence[t++]);
            }
            builder.add(Arrays.copyOf(sequence, t));
        }
        return builder.build();
    }

    private static int draw(double[] distribution, double u) {
        double sum = 0;
        int last = 0;
        for (int o = 0; o < distribution.length; o++) {
            if (distribution[o] > 0) {
                last = o;
                sum += distribution[o];
                if (u < sum) {
                    return o;
                }
            }
        }
        return last;
    }
}
