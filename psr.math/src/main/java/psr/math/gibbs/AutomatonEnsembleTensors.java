package psr.math.gibbs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import psr.api.data.Alphabet;
import psr.api.store.Tensor;

/**
 * Ensembles as arrays: {@code weights}, and for automaton k from 1 on {@code initial-k} (N), {@code emission-k} (n×N) and
 * {@code transition-k} (n×N×N, or 1×N×N if moves do not depend on the symbol).
 */
public final class AutomatonEnsembleTensors {

    private static final int AXES = 3;

    private AutomatonEnsembleTensors() {}

    /** The arrays of a model, by name. */
    public static Map<String, Tensor> of(AutomatonEnsemble model) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("weights", Tensor.vector(model.weights()));
        for (int k = 0; k < model.automata().size(); k++) {
            Automaton automaton = model.automata().get(k);
            int n = automaton.states();
            tensors.put("initial-" + (k + 1), Tensor.vector(automaton.initial()));
            tensors.put("emission-" + (k + 1), Tensor.of(automaton.emission(), automaton.symbols(), n));
            tensors.put("transition-" + (k + 1),
                    Tensor.of(automaton.transition(), automaton.perSymbol() ? automaton.symbols() : 1, n, n));
        }
        return tensors;
    }

    /**
     * Restores the model.
     *
     * @param tensors returns an array by name, or throws
     * @throws IllegalArgumentException if the arrays do not make a model
     */
    public static AutomatonEnsemble ensemble(Alphabet alphabet, Function<String, Tensor> tensors) {
        double[] weights = tensors.apply("weights").values();
        List<Automaton> automata = new ArrayList<>();
        for (int k = 1; k <= weights.length; k++) {
            Tensor transition = tensors.apply("transition-" + k);
            double[] initial = tensors.apply("initial-" + k).values();
            if (transition.shape().length != AXES) {
                throw new IllegalArgumentException("transition-" + k + " must have " + AXES + " axes; found " + transition);
            }
            automata.add(new Automaton(initial.length, alphabet.size(), initial, tensors.apply("emission-" + k).values(),
                    transition.values()));
        }
        return new AutomatonEnsemble(alphabet, automata, weights);
    }
}
