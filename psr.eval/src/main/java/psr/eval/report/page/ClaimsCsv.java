package psr.eval.report.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.lab.Claim;
import psr.api.lab.Claim.Place;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Verdict;

/**
 * The judged claims as comma-separated values. A missing number is an empty field. Text that a spreadsheet would
 * interpret as a formula gets a leading apostrophe.
 */
public final class ClaimsCsv {

    static final String HEADER = "id,words,measure,subject,reference,expected,margin,outcome,mean,stderr,below,above,"
            + "trials,effect-size,p,corrected-p,corrected-outcome,family,sign-p,signed-rank-p,agreeing,contested";

    private static final String FORMULA = "=+-@\t\r";

    private ClaimsCsv() {}

    /** The whole file. */
    public static String text(List<Verdict> claims) {
        return claims.stream().map(ClaimsCsv::line).collect(Collectors.joining("", HEADER + "\n", ""));
    }

    private static String line(Verdict verdict) {
        Claim claim = verdict.claim();
        Difference difference = verdict.difference();
        return Stream.of(words(claim.id()), words(claim.words()),
                words(claim.measure()), place(claim.subject()),
                place(claim.reference()), word(claim.expected()), number(verdict.margin()), word(verdict.outcome()),
                number(difference.mean()), number(difference.stderr()), Integer.toString(difference.below()),
                Integer.toString(difference.above()), Integer.toString(difference.trials()),
                number(difference.effectSize()), number(verdict.tests().student()), number(verdict.tests().corrected()),
                word(verdict.corrected()), words(claim.family()), number(verdict.tests().sign()),
                number(verdict.tests().signedRank()), Integer.toString(verdict.tests().agreeing()),
                Boolean.toString(verdict.contested())).collect(Collectors.joining(",", "", "\n"));
    }

    /** For example {@code 2SR+IG@last}. */
    private static String place(Place place) {
        return words(place.recipe().orElse(Experiment.TRUE_MODEL) + "@" + place.point());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "";
    }

    private static String words(String text) {
        String safe = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
