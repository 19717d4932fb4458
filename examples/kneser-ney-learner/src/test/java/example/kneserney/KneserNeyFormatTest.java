package example.kneserney;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.model.SymbolFilter;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

class KneserNeyFormatTest {

    private static final ModelFormats FORMATS = ModelFormats.of();

    private final KneserNeyFormat format = new KneserNeyFormat();
    private final Symbols data = Contracts.sample(30, 8);
    private final KneserNeyModel model = (KneserNeyModel) new KneserNey().learn(data,
            new KneserNey.Settings(3, OptionalDouble.empty()), new SeededRun(1));

    @Test
    void aModelComesBackBitForBit() {
        KneserNeyModel back = format.restore(format.store(model, FORMATS), FORMATS);
        SymbolFilter one = model.filter();
        SymbolFilter two = back.filter();
        double[] expected = new double[3];
        double[] found = new double[3];
        for (int i = 0; i < data.count(); i++) {
            one.reset();
            two.reset();
            for (int symbol : data.copy(i)) {
                for (int ahead = 1; ahead <= 2; ahead++) {
                    one.scores(ahead, expected);
                    two.scores(ahead, found);
                    assertArrayEquals(expected, found);
                }
                one.update(symbol);
                two.update(symbol);
            }
        }
        assertEquals(format.store(model, FORMATS), format.store(back, FORMATS));
    }

    @Test
    void refusesArraysThatAreNoModel() {
        refuses("weights", values -> scaled(values, 50), "from 0 to 1");
        refuses("weights", values -> scaled(values, .5), "must sum to 1");
        refuses("weights", values -> new double[1], "one weight per context");
        refuses("follower-symbols", values -> scaled(values, -1), "must be 0 … 2");
        refuses("follower-contexts", values -> scaled(values, -1), "in the order of their contexts");
        refuses("contexts", values -> scaled(values, 0), "must begin with the empty one");
        refuses("contexts", values -> scaled(values, .5), "whole numbers");
    }

    private void refuses(String name, UnaryOperator<double[]> change, String reason) {
        StoredModel stored = format.store(model, FORMATS);
        Map<String, Tensor> tensors = new LinkedHashMap<>(stored.tensors());
        double[] changed = change.apply(tensors.get(name).values());
        int[] shape = tensors.get(name).shape();
        tensors.put(name, shape.length == 1 ? Tensor.vector(changed) : Tensor.of(changed, shape));
        StoredModel broken = StoredModel.builder(stored.kind(), stored.space()).tensors(tensors).build();
        String message = assertThrows(IllegalArgumentException.class, () -> format.restore(broken, FORMATS)).getMessage();
        assertTrue(message.contains(reason), message);
    }

    private static double[] scaled(double[] values, double factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
        return values;
    }
}
