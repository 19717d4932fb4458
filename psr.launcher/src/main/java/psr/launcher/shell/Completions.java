package psr.launcher.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.service.command.CommandSession;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Offer;

/**
 * What Tab offers in the interactive shell: names, settings and their values. The functions are for {@code gosh_profile};
 * they stand outside the scope {@code psr}, so that {@code help} does not show them.
 */
@Component(service = Completions.class, property = {"osgi.command.scope=psrcomplete",
        "osgi.command.function=__names", "osgi.command.function=__stages"})
public final class Completions {

    private final Catalogue catalogue;

    /** Completions of what the catalogue has. */
    @Activate
    public Completions(@Reference Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Every name, whatever its kind. */
    public List<String> __names() {
        return Arrays.stream(Kind.values()).flatMap(kind -> catalogue.present(kind).stream()).map(Offer::name).distinct()
                .sorted().toList();
    }

    /** For {@code run DATASET RECIPE… --metrics a,b}: what may stand where the cursor is. */
    public List<Candidate> __stages(CommandSession session) {
        if (!(session.get(Shell.VAR_COMMAND_LINE) instanceof ParsedLine line)) {
            return List.of();
        }
        int at = line.wordIndex();
        String word = line.word().substring(0, line.wordCursor());
        boolean metrics = at > 0 && line.words().get(at - 1).equals("--metrics");
        List<String> words = metrics ? list(word) : at <= 1 ? stage("", word, Kind.DATASET) : recipe(word);
        // A value or a name may be followed by more; only a space typed by the user ends the word.
        return words.stream().map(text -> new Candidate(text, text, null, null, null, null, false)).toList();
    }

    /** Stages joined by +: a learner first, then refiners. */
    List<String> recipe(String typed) {
        int plus = typed.lastIndexOf('+');
        return stage(typed.substring(0, plus + 1), typed.substring(plus + 1), plus < 0 ? Kind.LEARNER : Kind.REFINER);
    }

    /** Metrics separated by commas, where a setting of the last one may also be next. */
    List<String> list(String typed) {
        int comma = typed.lastIndexOf(',');
        List<String> words = new ArrayList<>(stage(typed.substring(0, comma + 1), typed.substring(comma + 1), Kind.METRIC));
        int colon = typed.lastIndexOf(':');
        if (colon >= 0 && colon < comma) {
            int from = typed.lastIndexOf(',', colon) + 1;
            words.addAll(stage(typed.substring(0, from), typed.substring(from), Kind.METRIC));
        }
        return words;
    }

    /** One stage: its name, then after the colon settings, then after = their values. */
    List<String> stage(String before, String typed, Kind kind) {
        int colon = typed.indexOf(':');
        if (colon < 0) {
            return catalogue.present(kind).stream().map(offer -> before + offer.name()).toList();
        }
        String name = typed.substring(0, colon);
        int from = Math.max(colon, typed.lastIndexOf(',')) + 1;
        String left = before + typed.substring(0, from);
        String setting = typed.substring(from);
        int equals = setting.indexOf('=');
        List<String> words = new ArrayList<>();
        for (Setting known : settings(kind, name)) {
            if (equals < 0) {
                words.add(left + known.name() + "=");
            } else if (known.name().equals(setting.substring(0, equals))) {
                List<String> values = known.choices().isEmpty() ? List.of(known.defaultValue()) : known.choices();
                values.forEach(value -> words.add(left + known.name() + "=" + value));
            }
        }
        return words;
    }

    private List<Setting> settings(Kind kind, String name) {
        for (Offer offer : catalogue.present(kind)) {
            if (offer.name().equals(name) && offer.provider().acquire() instanceof Configurable<?> service) {
                try {
                    return Schema.of(service.settings()).settings();
                } finally {
                    offer.provider().release(service);
                }
            }
        }
        return List.of();
    }
}
