package psr.datasets;

import java.util.Optional;
import java.util.random.RandomGenerator;

import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.learn.Run;
import psr.api.source.Dataset;
import psr.math.vectors.Rows;

/**
 * Draws training and test sequences from a dynamical system.
 *
 * @param sequences the number of training sequences
 * @param length the rows of each of them
 * @param test the number of test sequences
 * @param testLength the rows of each of them
 */
record GeneratedRows(int sequences, int length, int test, int testLength) {

    /** The maximum number of rows of a part: 160 MB per channel, and twice as much while they are drawn. */
    private static final int MOST_ROWS = 20_000_000;

    /** How many sequences are drawn between two checks for cancellation. */
    private static final int AT_ONCE = 16;

    /** Rejects sizes that do not fit in memory. */
    GeneratedRows {
        atMost("sequences", sequences, "length", length);
        atMost("test", test, "test-length", testLength);
    }

    private static void atMost(String name, int count, String of, int length) {
        if ((long) count * length > MOST_ROWS) {
            throw new IllegalArgumentException(name + " × " + of + " must be at most " + MOST_ROWS + "; " + name + "=" + count
                    + ", " + of + "=" + length);
        }
    }

    /** A system. */
    interface Drawing {

        /** Draws some sequences of a length; the next call continues with the same random numbers. */
        Rows draw(int count, int rows, RandomGenerator random);
    }

    /** Draws both parts, each with its own random numbers, so a larger number of sequences at the same seed begins with the same sequences. */
    Dataset.Builder draw(String name, Channels channels, Optional<Channels> inputs, Drawing system, Run run) {
        Vectors training = part(sequences, length, channels, inputs, system, run.random(name + " training"), run);
        Vectors tested = part(test, testLength, channels, inputs, system, run.random(name + " test"), run);
        return Dataset.builder(training).test(tested).origin(name + ", " + sequences + " sequences of " + length
                + " rows to learn from, " + test + " of " + testLength + " to test on");
    }

    private static Vectors part(int count, int rows, Channels channels, Optional<Channels> inputs, Drawing system,
            RandomGenerator random, Run run) {
        Vectors.Builder observed = new Vectors.Builder(channels);
        Optional<Vectors.Builder> acting = inputs.map(Vectors.Builder::new);
        for (int from = 0; from < count; from += AT_ONCE) {
            run.checkpoint();
            Rows drawn = system.draw(Math.min(AT_ONCE, count - from), rows, random);
            for (int i = 0; i < drawn.count(); i++) {
                observed.add(drawn.observations(i), 0, rows);
                if (acting.isPresent()) {
                    acting.get().add(drawn.inputs(i), 0, rows);
                }
            }
        }
        Vectors all = observed.build();
        return acting.map(each -> all.withInputs(each.build())).orElse(all);
    }
}
