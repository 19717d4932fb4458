package psr.eval;

import java.util.List;

import psr.api.eval.Measure;
import psr.api.eval.Metric;

/** A metric that computes the same measures whatever its settings are. */
abstract class FixedMetric<S extends Record> implements Metric<S> {

    private final Class<S> settings;
    private final List<Measure> measures;

    FixedMetric(Class<S> settings, Measure... measures) {
        this.settings = settings;
        this.measures = List.of(measures);
    }

    @Override
    public final Class<S> settings() {
        return settings;
    }

    @Override
    public final List<Measure> measures(S chosen) {
        return measures;
    }
}
