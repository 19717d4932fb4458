package psr.launcher.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import psr.api.eval.Measure;
import psr.api.eval.Metric;
import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.api.settings.Setting;
import psr.api.settings.Spelling;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Offer;

/** {@code describe}: what a name stands for and what can be set. */
final class DescribeCommand {

    private final Catalogue catalogue;

    DescribeCommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    List<String> describe(String name) {
        List<String> lines = new ArrayList<>();
        List<String> known = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Offer offer : catalogue.present(kind)) {
                known.add(offer.name());
                if (offer.name().equals(name)) {
                    lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
                    lines.addAll(describe(offer));
                }
            }
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("nothing is named '" + name + "'" + Spelling.hint(name, known)
                    + " present: " + String.join(", ", known.stream().distinct().sorted().toList()));
        }
        return lines;
    }

    private static Object acquired(Offer offer) {
        String who = "the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by() + " cannot be started";
        Object service;
        try {
            service = offer.provider().acquire();
        } catch (RuntimeException e) {
            throw new CommandFailedException(who + ": " + e.getMessage());
        }
        if (service == null) {
            throw new CommandFailedException(who + "; psr:plugins says why");
        }
        return service;
    }

    private static List<String> describe(Offer offer) {
        List<String> lines = new ArrayList<>();
        lines.add(offer.name() + ", a " + offer.kind().word() + ": " + offer.summary());
        lines.add("from " + offer.by() + (offer.paper().isEmpty() ? "" : "; " + offer.paper()));
        Object service = acquired(offer);
        try {
            lines.addAll(settings((Configurable<?>) service));
            if (service instanceof Metric<?> metric) {
                lines.addAll(measures(metric));
            }
        } finally {
            offer.provider().release(service);
        }
        return lines;
    }

    private static <S extends Record> List<String> settings(Configurable<S> service) {
        List<Setting> settings = Schema.of(service.settings()).settings();
        if (settings.isEmpty()) {
            return List.of("  no settings");
        }
        Table table = new Table(false, List.of("  setting", "value", "default", "range", "what it does"));
        for (Setting setting : settings) {
            table.add("  " + setting.name(), setting.kindInWords(), setting.required() ? "required" : setting.defaultValue(), setting.rangeInWords(),
                    setting.help());
        }
        return table.lines();
    }

    private static <S extends Record> List<String> measures(Metric<S> metric) {
        Table table = new Table(false, List.of("  measure", "better", "what it is"));
        for (Measure measure : metric.measures(Schema.of(metric.settings()).defaults())) {
            table.add("  " + measure.name(), measure.better().name().toLowerCase(Locale.ROOT), measure.help());
        }
        return table.lines();
    }
}
