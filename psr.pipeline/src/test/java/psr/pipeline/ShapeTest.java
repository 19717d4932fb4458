package psr.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;

class ShapeTest {

    private static Corpus strings(int count, int symbols) {
        SplittableRandom random = new SplittableRandom(1);
        Symbols.Builder all = new Symbols.Builder();
        for (int i = 0; i < count; i++) {
            all.add(random.ints(20, 0, symbols).toArray());
        }
        return new Corpus(all.build(Alphabet.numbered(symbols)), () -> {});
    }

    @Test
    void manyScoresMeanOneLearningWithFewPasses() {
        Corpus few = strings(1_000, 5_000);
        Corpus many = strings(5_000, 5_000);
        assertFalse(Shape.of(few).wide());
        assertEquals(3, Shape.of(few).folds());
        assertEquals(0, Shape.of(few).plan(few, 10, .5).falling());
        Shape wide = Shape.of(many);
        assertTrue(wide.wide());
        assertEquals(1, wide.folds());
        // 10¹¹ multiplications: 20 passes over 100,000 symbols with 5,000 scores each of rank 10.
        assertEquals(20, wide.plan(many, 10, .5).falling());
        assertEquals(10, wide.plan(many, 20, .5).falling());
        assertEquals(1, wide.plan(many, 1_000, .5).falling());
    }

    @Test
    void smallAlphabetsAreNeverWide() {
        Corpus letters = strings(40_000, 900);
        assertFalse(Shape.of(letters).wide());
        assertEquals(3, Shape.of(letters).folds());
    }
}
