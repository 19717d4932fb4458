package psr.datasets;

import java.util.random.RandomGenerator;

import psr.api.data.Alphabet;

/**
 * A partially observable Markov decision process without rewards. In each step an action a moves the state from s to s' with
 * probability T(s' | s, a), then o is observed with probability O(o | s', a). The arrays are not copied: do not modify them.
 *
 * @param states |S|
 * @param actions their names
 * @param observations their names
 * @param start |S| probabilities
 * @param transition of each action, |S|×|S|, row-major, rows s
 * @param emission of each action, |S|×|O|, row-major, rows s'
 */
record Pomdp(int states, Alphabet actions, Alphabet observations, double[] start, double[][] transition,
        double[][] emission) {

    /** Draws a state, the end of a step, or an observation: an index of {@code length} probabilities from {@code from}. */
    static int draw(double[] probabilities, int from, int length, RandomGenerator random) {
        double left = random.nextDouble();
        int last = 0;
        for (int k = 0; k < length; k++) {
            if (probabilities[from + k] > 0) {
                last = k;
                left -= probabilities[from + k];
                if (left < 0) {
                    return k;
                }
            }
        }
        return last;
    }
}
