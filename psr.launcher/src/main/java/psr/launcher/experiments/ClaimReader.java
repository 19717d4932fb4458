package psr.launcher.experiments;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import psr.api.lab.Claim;
import psr.api.settings.Spelling;

/** Reads the claims of an experiment file. */
final class ClaimReader {

    private static final List<String> FIELDS =
            List.of("id", "words", "measure", "subject", "reference", "expected", "margin");

    private final Collection<String> labels;
    private final Collection<String> measures;

    /**
     * A reader.
     *
     * @param labels the recipes a claim may be about
     * @param measures what it may compare
     */
    ClaimReader(Collection<String> labels, Collection<String> measures) {
        this.labels = labels;
        this.measures = measures;
    }

    Claim read(Located item) {
        Fields fields = new Fields(item, "a claim", FIELDS);
        String id = fields.text("id");
        if (!id.matches("[A-Za-z0-9._-]+")) {
            throw fields.required("id").wrong("the id of a claim must be letters, digits, dots and dashes; found \""
                    + id + '"');
        }
        String measure = fields.text("measure");
        if (!measures.contains(measure)) {
            throw fields.required("measure").wrong("no measure named '" + measure + "' in this experiment"
                    + Spelling.hint(measure, measures) + " measures: " + String.join(", ", measures));
        }
        double margin = 0;
        Optional<Located> given = fields.optional("margin");
        if (given.isPresent()) {
            margin = given.get().number("margin");
            if (margin < 0) {
                throw given.get().wrong("margin must be at least 0; found " + margin);
            }
        }
        return new Claim(id, fields.text("words"), measure, place(fields, "subject"), place(fields, "reference"),
                expected(fields.required("expected")), margin);
    }

    private Claim.Place place(Fields fields, String name) {
        String text = fields.text(name);
        if (labels.contains(text)) {
            return new Claim.Place(text, Claim.When.LAST);
        }
        int at = text.lastIndexOf('@');
        String label = at < 0 ? text : text.substring(0, at);
        if (!labels.contains(label)) {
            throw fields.required(name).wrong("no recipe labelled '" + label + "'" + Spelling.hint(label, labels)
                    + " recipes: " + String.join("; ", labels));
        }
        String when = text.substring(at + 1);
        return Arrays.stream(Claim.When.values()).filter(any -> text(any).equals(when)).findFirst()
                .map(found -> new Claim.Place(label, found))
                .orElseThrow(() -> fields.required(name).wrong(
                        "after @ must come first, middle or last; found \"" + when + '"'));
    }

    private static Claim.Expected expected(Located field) {
        String text = field.text("expected");
        return Arrays.stream(Claim.Expected.values()).filter(any -> text(any).equals(text)).findFirst()
                .orElseThrow(() -> field.wrong("expected must be below, above or within; found \"" + text + '"'));
    }

    static String text(Claim.Place place) {
        return place.recipe() + "@" + text(place.when());
    }

    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
