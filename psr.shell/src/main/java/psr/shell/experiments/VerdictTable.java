package psr.shell.experiments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Report;
import psr.api.lab.Verdict;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Output;
import psr.shell.text.Numbers;
import psr.shell.text.Table;

/** The verdicts of a report and the place of its page. */
final class VerdictTable {

    private VerdictTable() {}

    static void print(Report report, Output output) {
        Optional<Path> page = report.files().stream().filter(file -> file.toString().endsWith(".html")).findFirst();
        if (page.isEmpty() && report.problems().isEmpty()) {
            output.remark("no reporter is present, so there are no figures: is psr.eval installed?");
        }
        if (!report.verdicts().isEmpty()) {
            output.print(List.of(""));
            output.print(lines(report.verdicts()));
            output.print(List.of(""));
        }
        output.print(List.of(page.map(file -> "report: " + file).orElse("results: " + report.folder())));
    }

    /** Throws an exception if writing or judging has failed. */
    static void check(Report report) {
        if (!report.problems().isEmpty()) {
            throw new CommandFailedException(String.join("; ", report.problems()));
        }
    }

    /** A table for each family of claims. */
    static List<String> lines(List<Verdict> verdicts) {
        Map<String, List<Verdict>> families = new LinkedHashMap<>();
        verdicts.forEach(verdict -> families.computeIfAbsent(verdict.claim().family(), any -> new ArrayList<>())
                .add(verdict));
        List<String> lines = new ArrayList<>();
        families.forEach((family, claims) -> {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add((family.isEmpty() ? "" : family + ": ") + counted(claims));
            lines.addAll(table(claims).lines());
            if (claims.stream().anyMatch(Verdict::contested)) {
                lines.add(
                        "contested: extreme trials decide the mean; most trials do not agree with it, or Wilcoxon's test is above 5 %");
            }
        });
        return lines;
    }

    private static String counted(List<Verdict> verdicts) {
        List<String> counted = new ArrayList<>();
        for (Verdict.Outcome outcome : Verdict.Outcome.values()) {
            counted.add(verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count() + " " + word(outcome));
        }
        return verdicts.size() + (verdicts.size() == 1 ? " claim: " : " claims: ") + String.join(", ", counted);
    }

    private static Table table(List<Verdict> verdicts) {
        Table table = new Table(false, List.of("verdict", "corrected", "claim", "difference", "size", "wins", "in words"));
        for (Verdict verdict : verdicts) {
            Difference difference = verdict.difference();
            table.add(word(verdict.outcome()) + (verdict.contested() ? ", contested" : ""),
                    verdict.corrected() == verdict.outcome() ? "same" : word(verdict.corrected()),
                    verdict.claim().id(), Numbers.text(difference.mean(), difference.stderr()),
                    Double.isFinite(difference.effectSize()) ? String.format(Locale.ROOT, "%.2f", difference.effectSize())
                            : "–",
                    wins(verdict.claim().expected(), difference), verdict.claim().words());
        }
        return table;
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
