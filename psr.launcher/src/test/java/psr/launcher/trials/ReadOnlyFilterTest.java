package psr.launcher.trials;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.data.Alphabet;
import psr.api.model.Features;
import psr.api.model.Filter;
import psr.api.model.Hmm;
import psr.api.model.LinearPsr;
import psr.api.model.StateFilter;
import psr.launcher.lab.Fakes;

class ReadOnlyFilterTest {

    private static final double EXACT = 1e-12;

    private static void assertReadOnly(Filter shown) {
        assertThrows(IllegalStateException.class, shown::reset);
        assertThrows(IllegalStateException.class, () -> shown.update(0));
        assertEquals("a metric must not update the filter that it gets; it may update a copy",
                assertThrows(IllegalStateException.class, shown::skip).getMessage());
    }

    @Test
    void canBeReadAndCopiedButNotUpdated() {
        Filter filter = new Fakes.Flat(Alphabet.numbered(2), 7, 5).filter();
        Filter shown = ReadOnlyFilter.of(filter);
        assertReadOnly(shown);
        assertFalse(shown instanceof StateFilter);
        double[] scores = new double[2];
        shown.scores(1, scores);
        assertArrayEquals(new double[] {7, 7}, scores);
        assertEquals(5, shown.repairs());
        shown.copy().update(1);
    }

    @Test
    void hasTheStateIfThereIsOne() {
        Hmm hmm = Contracts.sampleModel();
        LinearPsr psr = hmm.toLinearPsr(Features.ofStrings(hmm.alphabet(),
                List.of(new int[] {0}, new int[] {1}, new int[] {2}, new int[] {0, 1})));
        StateFilter filter = psr.filter();
        filter.update(1);
        StateFilter shown = assertInstanceOf(StateFilter.class, ReadOnlyFilter.of(filter));
        assertReadOnly(shown);
        assertEquals(filter.features(), shown.features());
        double[] expected = new double[3];
        double[] found = new double[3];
        filter.expectedSymbols(expected);
        shown.expectedSymbols(found);
        assertArrayEquals(expected, found);
        assertEquals(filter.expectedFeature(3), shown.expectedFeature(3), EXACT);
        assertEquals(filter.expectedSquare(), shown.expectedSquare(), EXACT);
        StateFilter copy = shown.copy();
        copy.update(2);
        shown.expectedSymbols(found);
        assertArrayEquals(expected, found, "a copy must be independent");
        filter.update(2);
        shown.expectedSymbols(found);
        double[] then = new double[3];
        copy.expectedSymbols(then);
        assertArrayEquals(then, found, "it must follow the filter");
    }
}
