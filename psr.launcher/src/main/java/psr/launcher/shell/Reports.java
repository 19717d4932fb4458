package psr.launcher.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import psr.api.lab.Claim;
import psr.api.report.Difference;
import psr.api.report.Reporter;
import psr.api.report.Results;
import psr.api.report.Verdict;

/** Lets reporters write into a folder and prints the verdicts and where the page is. */
final class Reports {

    private final Streams streams;
    private final List<Reporter> reporters;

    /** @param reporters whose verdicts are printed first */
    Reports(Streams streams, List<Reporter> reporters) {
        this.streams = streams;
        this.reporters = reporters;
    }

    /** A reporter that fails costs its own files only. */
    void write(Results results, Path folder) {
        List<Verdict> verdicts = List.of();
        for (Reporter reporter : reporters) {
            try {
                List<Verdict> found = reporter.report(results, folder);
                verdicts = verdicts.isEmpty() && found != null ? found : verdicts;
            } catch (IOException | RuntimeException | LinkageError e) {
                System.getLogger(Reports.class.getName()).log(System.Logger.Level.WARNING, "a report failed", e);
                streams.remark("the report of " + reporter.getClass().getName() + " failed: " + e);
            }
        }
        if (reporters.isEmpty()) {
            streams.remark("no reporter is present, so there are no figures: is psr.eval installed?");
        }
        if (!verdicts.isEmpty()) {
            streams.print(List.of(""));
            streams.print(lines(verdicts));
            streams.print(List.of(""));
        }
        Path page = folder.resolve("report.html");
        streams.print(List.of(Files.exists(page) ? "report: " + page : "results: " + folder));
    }

    static List<String> lines(List<Verdict> verdicts) {
        Map<Verdict.Outcome, Integer> counts = new EnumMap<>(Verdict.Outcome.class);
        Table table = new Table(false, List.of("verdict", "claim", "difference", "wins", "in words"));
        for (Verdict verdict : verdicts) {
            counts.merge(verdict.outcome(), 1, Integer::sum);
            Difference difference = verdict.difference();
            table.add(word(verdict.outcome()), verdict.claim().id(),
                    Numbers.text(difference.mean(), difference.stderr()),
                    wins(verdict.claim().expected(), difference), verdict.claim().words());
        }
        List<String> counted = new ArrayList<>();
        for (Verdict.Outcome outcome : Verdict.Outcome.values()) {
            counted.add(counts.getOrDefault(outcome, 0) + " " + word(outcome));
        }
        List<String> lines = new ArrayList<>();
        lines.add(verdicts.size() + (verdicts.size() == 1 ? " claim: " : " claims: ") + String.join(", ", counted));
        lines.addAll(table.lines());
        return lines;
    }

    private static String word(Verdict.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** In how many trials the difference has the claimed sign. */
    private static String wins(Claim.Expected expected, Difference difference) {
        return switch (expected) {
            case BELOW -> difference.below() + "/" + difference.trials();
            case ABOVE -> difference.above() + "/" + difference.trials();
            case WITHIN -> "–";
        };
    }
}
