package psr.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.SeededRun;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.model.SymbolFilter;
import psr.api.settings.Schema;
import psr.baselines.exterior.ExteriorPoint;
import psr.baselines.hmm.BaumWelch;
import psr.baselines.ngram.NGrams;
import psr.baselines.psim.Psim;
import psr.baselines.simple.RandomPsr;
import psr.baselines.simple.Unigram;

/** Data whose sequences stop by themselves, including some that consist only of their end. */
class EndedSequencesTest {

    private static final Alphabet ENDED = Alphabet.of(List.of("a", "b")).withEnd("$");

    /** Repeats a symbol with probability .7, ends with .2 after each one. */
    private static Symbols data() {
        GoldenBaselines.Generator generator = new GoldenBaselines.Generator(3);
        Symbols.Builder builder = new Symbols.Builder();
        for (int i = 0; i < 300; i++) {
            int[] sequence = new int[200];
            int length = 0;
            int symbol = generator.draw(new double[] {.5, .4, .1});
            while (symbol != 2 && length < 199) {
                sequence[length++] = symbol;
                symbol = generator.draw(symbol == 0 ? new double[] {.7, .1, .2} : new double[] {.1, .7, .2});
            }
            sequence[length++] = 2;
            builder.add(sequence, 0, length);
        }
        return builder.build(ENDED);
    }

    private static <S extends Record> Model learned(Learner<S> learner, Map<String, String> typed, Symbols data) {
        S settings = Schema.of(learner.settings()).parse(typed, "test");
        assertEquals(List.of(), Contracts.check(learner, settings, data), learner.getClass().getSimpleName());
        return learner.learn(data, settings, new SeededRun(1));
    }

    @Tag("slow")
    @Test
    void everyLearnerPredictsTheEnd() {
        Symbols data = data();
        LinearPsr random = (LinearPsr) learned(new RandomPsr(), Map.of("rank", "3"), data);
        ExteriorPoint exterior = new ExteriorPoint();
        ExteriorPoint.Settings brief = Schema.of(exterior.settings())
                .parse(Map.of("history", "short", "stages", "4"), "test");
        assertEquals(List.of(), Contracts.check(exterior, brief, random, data));
        List<Model> models = List.of(learned(new NGrams(), Map.of("order", "2"), data),
                learned(new BaumWelch(), Map.of("states", "3", "iterations", "80"), data),
                learned(new Psim(), Map.of("rank", "3", "mode", "dagger"), data),
                exterior.refine(random, data, brief, new SeededRun(1)));
        double bound = GoldenBaselines.measure(learned(new Unigram(), Map.of(), data), data).get("pnll");
        double[] scores = new double[3];
        for (Model model : models) {
            assertTrue(GoldenBaselines.measure(model, data).get("pnll") < bound - .1,
                    model.getClass().getName());
            SymbolFilter filter = SymbolFilter.of(model);
            filter.update(0);
            filter.scores(1, scores);
            assertEquals(.2, scores[2], .08, model.getClass().getName());
        }
    }
}
