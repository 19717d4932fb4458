package psr.launcher.experiments;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.launcher.spi.ExperimentLimits;

final class ClaimReader {

    private static final List<String> FIELDS =
            List.of("id", "words", "measure", "subject", "reference", "expected", "margin", "margin-of", "family");

    private final Collection<String> labels;

    /** @param labels of the recipes; whether a claim names one of them is checked later */
    ClaimReader(Collection<String> labels) {
        this.labels = labels;
    }

    Claim read(LocatedJson item) {
        JsonFields fields = new JsonFields(item, "a claim", FIELDS);
        String id = fields.text("id");
        if (!id.matches("[A-Za-z0-9._-]+")) {
            throw fields.required("id").wrong("the id of a claim must be letters, digits, dots and dashes; found \""
                    + id + '"');
        }
        double margin = 0;
        Optional<LocatedJson> given = fields.optional("margin");
        if (given.isPresent()) {
            margin = given.get().number("margin");
            if (margin < 0) {
                throw given.get().wrong("margin must be at least 0; found " + margin);
            }
        }
        Claim.Builder claim = Claim.builder(id).words(fields.text("words", ExperimentLimits.JSON))
                .measure(fields.text("measure")).subject(place(fields, "subject"))
                .reference(place(fields, "reference")).expected(expected(fields.required("expected"))).margin(margin);
        double share = margin;
        fields.optional("margin-of").ifPresent(gain -> {
            JsonFields places = new JsonFields(gain, "margin-of", List.of("to", "from"));
            claim.margin(share, new Claim.Gain(place(places, "to"), place(places, "from")));
        });
        fields.optional("family").ifPresent(family -> claim.family(family.text("family", ExperimentLimits.NAME)));
        return claim.build();
    }

    /** The text before the last @ is a label, unless the whole text is one. */
    private Claim.Place place(JsonFields fields, String name) {
        String text = fields.text(name, ExperimentLimits.RECIPE + ExperimentLimits.NAME);
        int at = labels.contains(text) ? -1 : text.lastIndexOf('@');
        if (at < 0) {
            return place(text, Claim.When.LAST);
        }
        String label = text.substring(0, at);
        String when = text.substring(at + 1);
        if (when.matches("[0-9]{1,9}") && !label.equals(Experiment.TRUE_MODEL)) {
            return Claim.Place.at(label, Integer.parseInt(when));
        }
        return Stream.of(Claim.When.FIRST, Claim.When.MIDDLE, Claim.When.LAST).filter(any -> text(any).equals(when))
                .findFirst().map(found -> place(label, found))
                .orElseThrow(() -> fields.required(name).wrong(
                        "after @ must come first, middle, last or the number of an iteration; found \"" + when + '"'));
    }

    private static Claim.Place place(String label, Claim.When when) {
        return label.equals(Experiment.TRUE_MODEL) ? Claim.Place.trueModel() : Claim.Place.of(label, when);
    }

    private static Claim.Expected expected(LocatedJson field) {
        String text = field.text("expected", ExperimentLimits.NAME);
        return Arrays.stream(Claim.Expected.values()).filter(any -> text(any).equals(text)).findFirst()
                .orElseThrow(() -> field.wrong("expected must be below, above or within; found \"" + text + '"'));
    }

    /** The place that a text of {@link #text(Claim.Place)} stands for. */
    static Claim.Place place(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0) {
            return place(text, Claim.When.LAST);
        }
        String when = text.substring(at + 1);
        return when.matches("[0-9]{1,9}") ? Claim.Place.at(text.substring(0, at), Integer.parseInt(when))
                : Claim.Place.of(text.substring(0, at), Claim.When.valueOf(when.toUpperCase(Locale.ROOT)));
    }

    static String text(Claim.Place place) {
        return place.recipe().map(label -> label + "@" + place.point()).orElse(Experiment.TRUE_MODEL);
    }

    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
