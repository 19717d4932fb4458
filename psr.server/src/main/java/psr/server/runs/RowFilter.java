package psr.server.runs;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/**
 * Which rows of a table are asked for. Fifty recipes over two hundred iterations have some hundred thousand; whoever draws one measure needs few of them.
 *
 * @param measure only its rows; empty for those of all
 * @param last of each recipe and measure only the last iteration
 */
record RowFilter(Optional<String> measure, boolean last) {

    static RowFilter of(Request request) {
        return new RowFilter(request.query("measure"), request.flag("last"));
    }

    /** Those of them that are asked for, in their order. */
    List<SummaryRow> among(List<SummaryRow> rows) {
        List<SummaryRow> own =
                measure.isEmpty() ? rows : rows.stream().filter(row -> row.measure().equals(measure.get())).toList();
        return last ? Results.last(own) : own;
    }

    /**
     * Those of the paired differences.
     *
     * @throws ProblemException if there is no such reference
     */
    List<SummaryRow> differences(Results results, String reference) {
        try {
            return among(results.differences(reference, measure.map(Set::of).orElse(results.measures().keySet())));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed(e.getMessage());
        }
    }
}
