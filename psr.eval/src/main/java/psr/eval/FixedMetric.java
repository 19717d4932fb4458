package psr.eval;

import java.util.List;

import psr.api.eval.Measure;
import psr.api.eval.Metric;

/** A metric that computes the same measures whatever its settings are. */
abstract class FixedMetric<S extends Record> implements Metric<S> {

    private final List<Measure> measures;

    FixedMetric(Measure... measures) {
        this.measures = List.of(measures);
    }

    @Override
    public final List<Measure> measures(S chosen) {
        return measures;
    }
}
