package psr.api.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.linear.Hmm;
import psr.api.store.ConditionalFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StorableModel;
import psr.api.store.StoredModel;

class ConditionalModelTest {

    private static final double EXACT = 1e-12;

    private final Alphabet actions = Alphabet.of(List.of("l", "r"));
    private final Alphabet observations = Alphabet.of(List.of("x", "y"));
    /** Joint symbols l/x, l/y, r/x, r/y of two hidden states. */
    private final Hmm joint = new Hmm(Alphabet.of(List.of("l/x", "l/y", "r/x", "r/y")), new double[] {.7, .3},
            new double[][] {{.9, .1}, {.2, .8}}, new double[][] {{.4, .1, .2, .3}, {.1, .3, .1, .5}});
    private final ConditionalModel model = new ConditionalModel(joint, actions, observations);
    private final Symbols plan = Symbols.of(actions, new int[] {0, 1, 0, 0});

    private double p(int... string) {
        SymbolFilter filter = joint.filter();
        double[] scores = new double[4];
        double p = 1;
        for (int symbol : string) {
            filter.scores(1, scores);
            p *= scores[symbol];
            filter.update(symbol);
        }
        return p;
    }

    @Test
    void predictsTheObservationGivenTheAction() {
        SymbolFilter filter = model.filter();
        filter.plan(plan, 0, 0);
        double[] scores = new double[2];
        filter.scores(1, scores);
        assertArrayEquals(new double[] {p(0) / (p(0) + p(1)), p(1) / (p(0) + p(1))}, scores, EXACT);
        filter.update(1);
        filter.scores(1, scores);
        double both = p(1, 2) + p(1, 3);
        assertArrayEquals(new double[] {p(1, 2) / both, p(1, 3) / both}, scores, EXACT);
    }

    @Test
    void isStoredWithItsJointModel() {
        Symbols data = Symbols.of(observations, new int[] {0, 1, 1, 0}, new int[] {1, 0})
                .withInputs(Symbols.of(actions, new int[] {0, 1, 0, 0}, new int[] {1, 1}));
        assertEquals(List.of(), Contracts.check(new ConditionalFormat(), model, data));
    }

    @Test
    void storesTheArraysThatAModelGives() {
        ModelFormats none = ModelFormats.of();
        StoredModel arrays = StoredModel.builder("own", actions).build();
        StorableModel storable = new StorableModel() {
            @Override
            public StoredModel stored() {
                return arrays;
            }

            @Override
            public Alphabet space() {
                return actions;
            }

            @Override
            public SymbolFilter filter() {
                return joint.filter();
            }
        };
        assertEquals(arrays, none.store(storable));
        assertThrows(IllegalArgumentException.class, () -> none.store(joint));
    }

    @Test
    void looksFurtherAheadBySummingOverObservations() {
        SymbolFilter filter = model.filter();
        filter.plan(plan, 0, 0);
        double[] scores = new double[2];
        filter.scores(2, scores);
        double x = 0;
        for (int first = 0; first < 2; first++) {
            double both = p(first, 2) + p(first, 3);
            x += p(first) / (p(0) + p(1)) * p(first, 2) / both;
        }
        assertArrayEquals(new double[] {x, 1 - x}, scores, EXACT);
        assertThrows(IllegalArgumentException.class, () -> filter.scores(40, scores));
    }

    @Test
    void needsThePlannedActions() {
        SymbolFilter filter = model.filter();
        assertThrows(IllegalStateException.class, () -> filter.scores(1, new double[2]));
        filter.plan(plan, 0, 3);
        filter.scores(1, new double[2]);
        assertEquals("the model needs the inputs of the next 2 rows; planned are 1",
                assertThrows(IllegalStateException.class, () -> filter.scores(2, new double[2])).getMessage());
        filter.reset();
        assertThrows(IllegalStateException.class, () -> filter.update(0));
    }

    @Test
    void fulfillsTheContractOfModels() {
        Symbols data = Symbols.of(observations, new int[] {0, 1, 1, 0}).withInputs(plan);
        assertEquals(List.of(), Contracts.check(model, data));
    }

    @Test
    void rejectsAJointModelOfAnotherSize() {
        assertThrows(IllegalArgumentException.class, () -> new ConditionalModel(joint, actions, actions.withEnd("end")));
        assertThrows(IllegalArgumentException.class,
                () -> new ConditionalModel(joint, actions, Alphabet.of(List.of("x", "y", "z"))));
    }
}
