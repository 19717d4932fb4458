package psr.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import psr.api.learn.Run;
import psr.api.model.Model;
import psr.math.gibbs.AutomatonCandidates;
import psr.math.gibbs.AutomatonEnsemble;
import psr.math.gibbs.AutomatonSearch;
import psr.math.gibbs.AutomatonSearch.Found;

/** Automata by Gibbs sampling beside the mixture of the other models, with a weight by held-out data. */
final class Automata {

    /** Data of fewer symbols do not tell the candidates apart; with more, sampling takes longer than everything else. */
    private static final int LEAST = 20_000;
    private static final int MOST = 500_000;

    /** The largest alphabet, the end included: a table of moves has a matrix for each symbol. */
    private static final int SYMBOLS = 40;

    private static final int CHAINS = 5;

    private Automata() {}

    /** Whether the data call for automata: strings with an end over a small alphabet. */
    static boolean suit(Corpus data) {
        return data.end >= 0 && data.n <= SYMBOLS && data.total() >= LEAST && data.total() <= MOST;
    }

    /**
     * Adds automata to a mixture.
     *
     * @param train the training strings of one fold
     * @param held its held-out strings
     * @param others the probability of each symbol of the held-out strings by the other models of the fold
     * @param mixture the mixture of the other models of all folds
     * @param from the completed fraction at the start
     * @param effort a factor for the number of chains
     */
    static Model beside(Corpus train, Corpus held, double[] others, Model mixture, Run run, double from, int effort) {
        return beside(train, held, others, mixture, run, from, new AutomatonSearch.Effort(CHAINS * effort, 200, 90, 8));
    }

    static Model beside(Corpus train, Corpus held, double[] others, Model mixture, Run run, double from,
            AutomatonSearch.Effort effort) {
        AutomatonSearch search = new AutomatonSearch(train.n, strings(train), strings(held), effort,
                purpose -> run.random("automata " + purpose), new AutomatonSearch.Watch() {
                    @Override
                    public void checkpoint() {
                        run.checkpoint();
                    }

                    @Override
                    public void progress(double share, String doing) {
                        run.progress(from + (1 - from) * share, doing);
                    }
                });
        Found chosen = search.choose(new AutomatonCandidates(train.n, train.total()).of(OptionalInt.empty(), true, true,
                OptionalDouble.empty(), OptionalDouble.empty()));
        double[] probability = Mix.probabilities(model(train, chosen), held.sequences, run);
        double[] weights = MixtureWeights.of(probability, others);
        run.count("automata: " + chosen.best(), 1);
        return new Mixture(List.of(model(train, search.finish()), mixture), weights);
    }

    private static AutomatonEnsemble model(Corpus data, Found found) {
        return new AutomatonEnsemble(data.alphabet, found.automata(), found.weights());
    }

    private static int[][] strings(Corpus data) {
        int[][] strings = new int[data.count()][];
        int count = 0;
        for (int i = 0; i < data.count(); i++) {
            if (data.start[i + 1] > data.start[i]) {
                strings[count++] = Arrays.copyOfRange(data.x, data.start[i], data.start[i + 1]);
            }
        }
        return Arrays.copyOf(strings, count);
    }
}
