package psr.server.models;

import java.util.Arrays;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import psr.api.lab.Predictor;
import psr.api.linear.FeatureFilter;
import psr.api.model.SymbolFilter;
import psr.server.http.Json;

/**
 * A walk along a sequence: the surprisal of each symbol, and the path of the state in the plane of the two leading principal components of the
 * states. A state is represented by its prediction: the expected features if the model has any, otherwise the probabilities of the next symbol.
 */
final class StateWalk {

    /** Maximum number of symbols. */
    static final int LONGEST = 10_000;

    /** Maximum number of entries of a state that are used. */
    private static final int WIDEST = 256;

    private StateWalk() {}

    static ObjectNode of(LoadedModel model, int[] sequence) {
        Predictor predictor = new Predictor(model.model(), Predictor.DEFAULT);
        double[] logarithms = new double[sequence.length];
        double[][] states = new double[sequence.length][];
        for (int t = 0; t < sequence.length; t++) {
            logarithms[t] = predictor.logarithm(sequence[t]);
            predictor.update(sequence[t]);
            states[t] = state(predictor);
        }
        double[][] plane = PrincipalPlane.of(states);
        ObjectNode answer = Json.object();
        ArrayNode steps = answer.putArray("steps");
        for (int t = 0; t < sequence.length; t++) {
            ObjectNode step = steps.addObject().put("symbol", model.alphabet().name(sequence[t]))
                    .put("bits", Predictions.bits(logarithms[t]));
            step.putArray("state").add(plane[t][0]).add(plane[t][1]);
        }
        return answer;
    }

    private static double[] state(Predictor predictor) {
        SymbolFilter filter = predictor.filter();
        if (filter instanceof FeatureFilter features) {
            double[] state = new double[Math.min(WIDEST, features.features().count())];
            for (int f = 0; f < state.length; f++) {
                double expected = features.expectedFeature(f);
                state[f] = Double.isFinite(expected) ? expected : 0;
            }
            return state;
        }
        double[] probabilities = predictor.probabilities(1);
        return Arrays.copyOf(probabilities, Math.min(WIDEST, probabilities.length));
    }
}
