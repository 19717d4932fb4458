package psr.server.runs;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import psr.api.lab.Results;
import psr.api.lab.SummaryRow;
import psr.server.http.ProblemException;
import psr.server.http.Request;

/**
 * Selects the requested rows of a table. Fifty recipes with two hundred iterations have about a hundred thousand rows; a chart of one measure needs few.
 *
 * @param measure the measure of the rows; empty for all measures
 * @param last whether to select only the last iteration of each recipe and measure
 */
record SummaryFilter(Optional<String> measure, boolean last) {

    static SummaryFilter of(Request request) {
        return new SummaryFilter(request.query("measure"), request.flag("last"));
    }

    /** The requested rows, in their order. */
    List<SummaryRow> among(List<SummaryRow> rows) {
        List<SummaryRow> own =
                measure.isEmpty() ? rows : rows.stream().filter(row -> row.measure().equals(measure.get())).toList();
        return last ? Results.last(own) : own;
    }

    /**
     * The requested rows of the paired differences.
     *
     * @throws ProblemException if the reference does not exist
     */
    List<SummaryRow> differences(Results results, String reference) {
        try {
            return among(results.differences(reference, measure.map(Set::of).orElse(results.measures().keySet())));
        } catch (IllegalArgumentException e) {
            throw ProblemException.malformed(e.getMessage());
        }
    }
}
