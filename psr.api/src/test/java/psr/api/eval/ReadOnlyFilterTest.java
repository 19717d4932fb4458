package psr.api.eval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

import psr.api.contract.Contracts;
import psr.api.linear.FeatureFilter;
import psr.api.linear.Features;
import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.SymbolFilter;

class ReadOnlyFilterTest {

    private static final double EXACT = 1e-12;

    private static void assertReadOnly(SymbolFilter shown) {
        assertThrows(IllegalStateException.class, shown::reset);
        assertThrows(IllegalStateException.class, () -> shown.update(0));
        assertEquals("a metric must not update the filter that it gets; it may update a copy",
                assertThrows(IllegalStateException.class, shown::skip).getMessage());
    }

    @Test
    void canBeReadAndCopiedButNotUpdated() {
        SymbolFilter filter = Contracts.sampleModel().filter();
        filter.update(1);
        SymbolFilter shown = (SymbolFilter) ReadOnlyFilter.of(filter);
        assertReadOnly(shown);
        assertFalse(shown instanceof FeatureFilter);
        double[] expected = new double[3];
        filter.scores(2, expected);
        double[] scores = new double[3];
        shown.scores(2, scores);
        assertArrayEquals(expected, scores);
        assertEquals(filter.repairs(), shown.repairs());
        shown.copy().update(1);
    }

    @Test
    void hasTheStateIfThereIsOne() {
        Hmm hmm = Contracts.sampleModel();
        LinearPsr psr = hmm.toLinearPsr(Features.ofStrings(hmm.alphabet(),
                List.of(new int[] {0}, new int[] {1}, new int[] {2}, new int[] {0, 1})));
        FeatureFilter filter = psr.filter();
        filter.update(1);
        FeatureFilter shown = assertInstanceOf(FeatureFilter.class, ReadOnlyFilter.of(filter));
        assertReadOnly(shown);
        assertEquals(filter.features(), shown.features());
        double[] expected = new double[3];
        double[] found = new double[3];
        filter.expectedSymbols(expected);
        shown.expectedSymbols(found);
        assertArrayEquals(expected, found);
        assertEquals(filter.expectedFeature(3), shown.expectedFeature(3), EXACT);
        assertEquals(filter.expectedSquare(), shown.expectedSquare(), EXACT);
        FeatureFilter copy = shown.copy();
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
