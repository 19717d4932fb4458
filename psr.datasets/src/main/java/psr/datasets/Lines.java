package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.api.text.Notation;
import psr.math.text.NumberedLines;

/**
 * Sequences of words, one per line: chords, log events, amino acids, sentences.
 *
 * <p>The alphabet is that of {@code file}, before it is split, in order of decreasing frequency. With {@code min-count}
 * above 1 it includes the symbol {@code <unk>}, for rare words and for words that only the test file contains; otherwise
 * such a word is an error. Lines without a symbol are skipped.
 */
@Component
@PsrService(name = "lines", summary = "one sequence per line of a text file, of any words or characters")
public final class Lines implements DatasetSource<Lines.Settings> {

    public record Settings(
            @Option(required = true, help = "file to learn from") Path file,
            @Option(value = "none", help = "file to test on; none splits the lines of the other by the seed, or cuts the"
                    + " only one in two",
                    absent = "none", testData = true) Optional<Path> test,
            @Option(value = "0.5", help = "fraction for training if there is no test file", min = 0, max = 1) double share,
            @Option(value = "blank", help = "separator of symbols: blank (any white space), tab, comma, other"
                    + " text, or none (each character is a symbol)") String separator,
            @Option(value = "auto", help = End.HELP) End end,
            @Option(value = "1", help = "words that occur less often are merged into <unk>", min = 1) int minCount) {}

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        Path file = settings.file;
        Notation notation = notation(settings.separator);
        Words first = read(file, notation, run);
        Optional<Words> second = settings.test.isPresent() ? Optional.of(read(settings.test.get(), notation, run))
                : Optional.empty();
        String origin = file + settings.test.map(test -> ", tested on " + test).orElse("");
        return Words.dataset(first, second, new Words.Rules(settings.share, settings.end, settings.minCount), run, origin)
                .notation(notation).build();
    }

    private static Notation notation(String separator) {
        try {
            return Notation.separated(separator);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + " (lines)", e);
        }
    }

    private static Words read(Path file, Notation notation, Run run) throws IOException {
        try (NumberedLines lines = NumberedLines.open(run.file(file))) {
            run.progress(Double.NaN, "reading " + lines.name());
            Words content = new Words(lines.name());
            for (String line = lines.next(); line != null; line = lines.next()) {
                Reading.checkCancelled(run);
                List<String> words;
                try {
                    words = notation.split(line);
                } catch (IllegalArgumentException e) {
                    throw lines.wrong(e.getMessage());
                }
                if (!words.isEmpty()) {
                    content.add(words, lines.number());
                }
            }
            if (content.count() == 0) {
                throw new IOException(lines.name() + " must have at least 1 line with symbols; found 0");
            }
            return content;
        }
    }
}
