package psr.shell.models;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.text.Notation;
import psr.api.text.Unknown;
import psr.api.text.UnknownSymbolException;
import psr.math.text.NumberedLines;

/** Lines, each a sequence, in the notation of the data that the model learned from. */
final class LineInput extends SequenceInput {

    private final NumberedLines lines;
    private final boolean standard;
    private final Alphabet alphabet;
    private final Notation notation;
    private String line;

    /**
     * Creates the input.
     *
     * @param standard whether the lines are standard input: every line counts, and it is not closed
     * @param separator the separator of symbols that the user chose
     */
    LineInput(NumberedLines lines, boolean standard, LearnedModel model, Optional<String> separator, UnknownChoice unknown) {
        super(unknown);
        this.lines = lines;
        this.standard = standard;
        this.alphabet = model.model().space().as(Alphabet.class);
        Notation written = model.notation().orElseGet(() -> Notation.fitting(alphabet));
        this.notation = separator.map(written::withSeparator).orElse(written);
    }

    /** An empty line is an empty sequence if sequences have an end; otherwise it is ignored. */
    @Override
    boolean next() throws IOException {
        try {
            do {
                line = lines.next();
            } while (line != null && !standard && line.isBlank() && alphabet.end().isEmpty());
        } catch (IOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
            throw e;
        }
        return line != null;
    }

    @Override
    int[] named() {
        try {
            return notation.read(line, alphabet, refuses() ? Unknown.REFUSE : Unknown.ANY);
        } catch (UnknownSymbolException e) {
            String separator = notation.words().get("separator");
            boolean together = e.symbol().chars().anyMatch(Character::isWhitespace) && !separator.equals("blank");
            throw wrong("symbol '" + e.symbol() + "' is not in the alphabet of the model (" + alphabet + "); "
                    + (together ? "symbols must be separated by "
                            + (separator.equals("tab") || separator.equals("comma") ? "a " + separator : "'" + separator + "'")
                            + ", as in training; change this with --separator blank"
                            : "--unknown skip leaves it out, --unknown any allows any symbol in its place"));
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    @Override
    int number() {
        return lines.number();
    }

    @Override
    boolean driven() {
        return standard;
    }

    @Override
    IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(lines.wrong(what).getMessage());
    }

    @Override
    public void close() throws IOException {
        if (!standard) {
            lines.close();
        }
    }
}
