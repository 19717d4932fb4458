package psr.server.runs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.lab.SummaryRow;
import psr.server.http.Request;

/**
 * Which rows of a table are asked for. Fifty recipes over two hundred iterations have some hundred thousand; whoever draws one measure needs few of them.
 *
 * @param measure only its rows; empty for those of all
 * @param last of each recipe and measure only the last iteration
 */
record RowFilter(Optional<String> measure, boolean last) {

    /** One curve: what a row belongs to. */
    private record Curve(String label, boolean trueModel, String measure) {

        static Curve of(SummaryRow row) {
            return new Curve(row.label(), row.isTrueModel(), row.measure());
        }
    }

    static RowFilter of(Request request) {
        return new RowFilter(request.query("measure"), request.flag("last"));
    }

    /** Those of them that are asked for, in their order. */
    List<SummaryRow> among(List<SummaryRow> rows) {
        List<SummaryRow> own =
                measure.isEmpty() ? rows : rows.stream().filter(row -> row.measure().equals(measure.get())).toList();
        if (!last) {
            return own;
        }
        Map<Curve, Integer> ends = new HashMap<>();
        own.forEach(row -> ends.merge(Curve.of(row), row.iteration(), Math::max));
        return own.stream().filter(row -> row.iteration() == ends.get(Curve.of(row))).toList();
    }
}
