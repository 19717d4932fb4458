package psr.api.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.Hmm;
import psr.api.linear.HmmFormat;
import psr.api.linear.LinearPsr;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;

class ModelFormatTest {

    private static final ModelFormats NONE = ModelFormats.of();

    private final Symbols data = Contracts.sample(40, 9);
    private final Hmm hmm = Contracts.sampleModel();
    private final LinearPsr psr = hmm.toLinearPsr(Features.seenIn(data, 2));

    @Test
    void anHmmComesBackBitForBit() {
        HmmFormat format = new HmmFormat();
        assertSamePredictions(hmm, format.restore(format.store(hmm, NONE), NONE));
    }

    @Test
    void aLinearPsrComesBackBitForBitWithItsGuard() {
        LinearPsrFormat format = new LinearPsrFormat();
        for (Guard guard : List.of(Guard.off(new double[] {.2, .3, .5}), Guard.below(.4, new double[] {.2, .3, .5}),
                Guard.below(new double[] {.1, .5, .3}, new double[] {.2, .3, .5}))) {
            LinearPsr guarded = psr.with(guard);
            LinearPsr back = format.restore(format.store(guarded, NONE), NONE);
            assertEquals(guard, back.guard());
            assertEquals(guarded.features(), back.features());
            assertSamePredictions(guarded, back);
        }
    }

    @Test
    void everyFormatKeepsItsPromises() {
        assertEquals(List.of(), Contracts.check(new HmmFormat(), hmm, data));
        assertEquals(List.of(), Contracts.check(new LinearPsrFormat(), psr, data));
        assertEquals(List.of(), Contracts.check(new LinearPsrFormat(),
                psr.with(Guard.below(new double[] {.1, .5, .3}, new double[] {.2, .3, .5})), data));
    }

    @Test
    void namesOfArraysAndModelsWithinAreChecked() {
        StoredModel.Builder builder = StoredModel.builder("any", hmm.alphabet());
        StoredModel part = new HmmFormat().store(hmm, NONE);
        for (String name : List.of("", "a/b", "../a", ".a", "a b", "ä", "-a", "a".repeat(101))) {
            assertThrows(IllegalArgumentException.class, () -> builder.tensor(name, Tensor.vector(1)), name);
            assertThrows(IllegalArgumentException.class, () -> builder.part(name, part), name);
        }
        builder.tensor("a.B_1-2", Tensor.vector(1)).part("a.B_1-2", part);
        assertThrows(IllegalArgumentException.class, () -> builder.part("a.B_1-2", part));
    }

    @Test
    void saysWhatIsMissing() {
        StoredModel stored = new LinearPsrFormat().store(psr, NONE);
        Map<String, Tensor> tensors = new HashMap<>(stored.tensors());
        tensors.remove("normaliser");
        StoredModel cut = StoredModel.builder(stored.kind(), stored.space().as(Alphabet.class)).tensors(tensors).build();
        assertTrue(assertThrows(IllegalArgumentException.class, () -> new LinearPsrFormat().restore(cut, NONE)).getMessage()
                .startsWith("a stored linear-psr must have 'normaliser'"));
    }

    @Test
    void tensorsRefuseWhatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> Tensor.of(new double[5], 2, 3));
        assertThrows(IllegalArgumentException.class, () -> Tensor.of(new double[0], 65536, 65536, 65536, 65536));
        assertThrows(IllegalArgumentException.class, () -> Tensor.vector(1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Tensor.vector(1.5).integers());
        assertArrayEquals(new double[] {3, 4}, Tensor.of(new double[] {1, 2, 3, 4}, 2, 2).rows()[1]);
    }

    private void assertSamePredictions(Model expected, Model found) {
        double[] a = new double[3];
        double[] b = new double[3];
        SymbolFilter one = SymbolFilter.of(expected);
        SymbolFilter two = SymbolFilter.of(found);
        for (int i = 0; i < data.count(); i++) {
            one.reset();
            two.reset();
            for (int symbol : data.copy(i)) {
                one.scores(1, a);
                two.scores(1, b);
                assertArrayEquals(a, b);
                one.update(symbol);
                two.update(symbol);
            }
        }
        assertEquals(one.repairs(), two.repairs());
    }
}
