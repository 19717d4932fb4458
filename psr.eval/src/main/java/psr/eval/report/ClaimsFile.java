package psr.eval.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.report.Difference;
import psr.api.report.Verdict;

/** The judged claims as comma-separated values. A number that does not exist is an empty field. */
final class ClaimsFile {

    static final String HEADER = "id,words,measure,subject,reference,expected,margin,outcome,mean,stderr,below,above,"
            + "trials";

    private ClaimsFile() {}

    static String text(List<Verdict> verdicts) {
        return verdicts.stream().map(ClaimsFile::line).collect(Collectors.joining("", HEADER + "\n", ""));
    }

    private static String line(Verdict verdict) {
        Claim claim = verdict.claim();
        Difference difference = verdict.difference();
        return Stream.of(claim.id(), claim.words(), claim.measure(), place(claim.subject()), place(claim.reference()),
                word(claim.expected()), number(claim.margin()), word(verdict.outcome()), number(difference.mean()),
                number(difference.stderr()), Integer.toString(difference.below()), Integer.toString(difference.above()),
                Integer.toString(difference.trials())).map(ClaimsFile::quoted)
                .collect(Collectors.joining(",", "", "\n"));
    }

    /** For example {@code 2SR+IG@last}. */
    private static String place(Place place) {
        return place.recipe() + "@" + word(place.when());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
