package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.settings.Schema;
import psr.api.source.Dataset;

/** The readers on the original files of their formats. */
class SharedDataTest {

    @ParameterizedTest
    @CsvSource({"3,4", "6,6", "7,13", "14,12", "24,5", "29,6", "38,10", "42,9"})
    void readsPautomac(int problem, int symbols) throws IOException {
        Path folder = SharedData.path("pautomac");
        Dataset data = new SequenceFiles().load(new SequenceFiles.Settings(
                folder.resolve(problem + ".pautomac.train"),
                Optional.of(folder.resolve(problem + ".pautomac.test")), .5, End.AUTO), new SeededRun(1));
        assertEquals(symbols + 1, data.training().space().size());
        assertEquals(20_000, data.training().count());
        assertEquals(1_000, data.test().count());
    }

    @ParameterizedTest
    @CsvSource({"0,4,20000", "1,20,20000", "2,10,20000", "4,33,5987", "6,60,5000"})
    void readsSpice(int problem, int symbols, int sequences) throws IOException {
        Path file = SharedData.path("spice").resolve("train/" + problem + ".spice.train");
        Dataset data = new SequenceFiles().load(
                new SequenceFiles.Settings(file, Optional.empty(), .5, End.AUTO), new SeededRun(1));
        assertEquals(symbols + 1, data.training().space().size());
        assertEquals(sequences, data.training().count() + data.test().count());
    }

    @ParameterizedTest
    @CsvSource({"ptb/psrnn_excerpts/ptb.train.txt", "ptb/psrnn_excerpts/ptb.valid.txt", "ptb/char/ptb.char.valid.txt"})
    void readsThePennTreebankInBothFormats(String name) throws IOException {
        Path file = SharedData.path(name);
        Dataset data = new Text().load(
                Schema.of(Text.Settings.class).parse(Map.of("file", file.toString()), "text"), new SeededRun(1));
        int symbols = data.training().space().size();
        assertTrue(symbols >= 30 && symbols <= 50, symbols + " symbols");
        for (String mark : new String[] {"<unk>", "N", "n", "<line>", "<blank>"}) {
            assertTrue(data.training().space().as(Alphabet.class).symbol(mark).isPresent(), mark);
        }
        assertTrue(data.training().space().as(Alphabet.class).symbol("_").isEmpty(), "_ is the blank");
    }

    @Test
    void bothFormatsOfThePennTreebankAreTheSameText() throws IOException {
        Path plain = SharedData.path("ptb/psrnn_excerpts/ptb.valid.txt");
        Path characters = SharedData.path("ptb/char/ptb.char.valid.txt");
        // Both files begin with the same sentences; the first 5000 characters of each completely.
        assertEquals(beginning(plain), beginning(characters));
    }

    private static String beginning(Path file) throws IOException {
        Dataset data = new Text().load(Schema.of(Text.Settings.class)
                .parse(Map.of("file", file.toString(), "length", "all", "min-count", "1"), "text"), new SeededRun(1));
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < 5000; t++) {
            text.append(data.training().space().as(Alphabet.class).name(data.training().as(Symbols.class).symbol(0, t)));
        }
        return text.toString();
    }
}
