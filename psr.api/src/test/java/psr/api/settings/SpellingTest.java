package psr.api.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

class SpellingTest {

    private final List<String> known = List.of("2sr", "em", "hkz", "ngram", "psim", "random");

    @Test
    void findsTheWordThatWasMeant() {
        assertEquals(Optional.of("2sr"), Spelling.nearest("tsr", known));
        assertEquals(Optional.of("ngram"), Spelling.nearest("ngarm", known));
        assertEquals(Optional.of("random"), Spelling.nearest("randm", known));
        assertEquals(Optional.of("pnll"), Spelling.nearest("plln", List.of("ospa", "pnll", "health")));
        assertEquals(Optional.empty(), Spelling.nearest("transformer", known));
        assertEquals(Optional.empty(), Spelling.nearest("x", List.of()));
    }

    @Test
    void longWordsAreNotCompared() {
        String longest = "a".repeat(Spelling.LONGEST);
        assertEquals(Optional.of(longest), Spelling.nearest(longest.substring(1), List.of(longest)));
        assertEquals(Optional.empty(), Spelling.nearest(longest + "a", List.of(longest)));
        assertEquals(Optional.empty(), Spelling.nearest(longest, List.of(longest + "a")));
    }

    @Test
    void joinsTheHintToTheMessage() {
        assertEquals("; did you mean 'em'?", Spelling.hint("me", known));
        assertEquals(";", Spelling.hint("transformer", known));
    }
}
