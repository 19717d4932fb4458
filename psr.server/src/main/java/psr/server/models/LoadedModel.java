package psr.server.models;

import java.util.List;
import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;

import psr.api.data.Alphabet;
import psr.api.data.Channels;
import psr.api.lab.LearnedModel;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.api.text.Notation;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/**
 * A model in memory, with the notation of its symbols. Immutable and thread-safe.
 *
 * @param rare the symbol for rare symbols, if the model has one
 */
record LoadedModel(String id, LearnedModel learned, OptionalInt rare) {

    LoadedModel(String id, LearnedModel learned) {
        this(id, learned, learned.model().space() instanceof Alphabet alphabet ? rare(learned, alphabet) : OptionalInt.empty());
    }

    /** The symbols that it predicts; throws a problem if it predicts numbers, or needs inputs. */
    Alphabet alphabet() {
        if (!(model().space() instanceof Alphabet alphabet)) {
            throw ProblemException.conflict("the model predicts numbers (" + model().space()
                    + "); /forecast predicts rows, and sessions take rows");
        }
        if (model().inputs().isPresent()) {
            throw ProblemException
                    .conflict("the model needs inputs (" + model().inputs().get() + "), which only /evaluate reads");
        }
        return alphabet;
    }

    /** The channels that it predicts; throws a problem if it predicts symbols. */
    Channels channels() {
        if (!(model().space() instanceof Channels channels)) {
            throw ProblemException.conflict("the model predicts symbols (" + model().space() + "); /predict predicts symbols");
        }
        return channels;
    }

    private static OptionalInt rare(LearnedModel learned, Alphabet alphabet) {
        return alphabet.symbol(learned.notation().orElseGet(() -> Notation.fitting(alphabet)).rare());
    }

    Model model() {
        return learned.model();
    }

    /**
     * Converts symbol names of a client. An unknown name becomes the symbol for rare symbols, if the model has one, as in the commands.
     *
     * @param place the position of the array in the request, as a JSON pointer
     * @param steps counts the symbols
     * @throws ProblemException if it is not an array of names, is too long, or contains an unknown symbol
     */
    int[] symbols(JsonNode names, String place, ComputeBudget steps) {
        alphabet();
        if (names.isMissingNode() || names.isNull()) {
            return new int[0];
        }
        if (!names.isArray()) {
            throw ProblemException.malformed(place + " must be an array of symbols; found " + Request.kind(names), place);
        }
        steps.add(names.size());
        int[] symbols = new int[names.size()];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = symbol(names.get(i), place + "/" + i, i);
        }
        return symbols;
    }

    int symbol(JsonNode name, String place, int index) {
        if (!name.isTextual() && !name.isIntegralNumber()) {
            throw ProblemException.malformed(place + " must be a symbol, written as text; found " + Request.kind(name), place);
        }
        String text = name.asText();
        Alphabet alphabet = alphabet();
        OptionalInt symbol = alphabet.symbol(text);
        if (symbol.isPresent() && symbol.equals(alphabet.end())) {
            throw refused(text, place,
                    "symbol '" + text + "' at index " + index + " is the end of a sequence, which is not given but"
                            + " predicted");
        }
        return (symbol.isPresent() ? symbol : rare)
                .orElseThrow(() -> refused(text, place, "symbol '" + text + "' at index " + index
                        + " is not in the alphabet of the model (" + alphabet + ")"));
    }

    private ProblemException refused(String symbol, String place, String message) {
        return new ProblemException(
                Problem.refused(List.of(ValidationError.of("model " + id, place.split("/")[1], "must be symbols of the model",
                        symbol).saying(message).at(place))));
    }
}
