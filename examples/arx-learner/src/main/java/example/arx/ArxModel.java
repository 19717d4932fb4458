package example.arx;

import java.util.Arrays;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.data.Scaling;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.model.Model;
import psr.api.model.VectorFilter;

/** Predicts a row from the last one and its input. Immutable and thread-safe. */
public final class ArxModel implements Model {

    /** Larger standardized values are clipped, so that all results are finite. */
    private static final double LIMIT = 1e6;

    private final Channels channels;
    private final Optional<Channels> inputs;
    private final Scaling scaling;
    private final Optional<Scaling> inputScaling;
    /** W, (d + m + 1)×d. */
    private final double[] weights;
    /** The covariance of the error one row ahead, d×d, in standard units. */
    private final double[] noise;

    ArxModel(Channels channels, Optional<Channels> inputs, Scaling scaling, Optional<Scaling> inputScaling, double[] weights,
            double[] noise) {
        this.channels = channels;
        this.inputs = inputs;
        this.scaling = scaling;
        this.inputScaling = inputScaling;
        this.weights = weights;
        this.noise = noise;
    }

    Scaling scaling() {
        return scaling;
    }

    Optional<Scaling> inputScaling() {
        return inputScaling;
    }

    double[] weights() {
        return weights.clone();
    }

    double[] noise() {
        return noise.clone();
    }

    @Override
    public Channels space() {
        return channels;
    }

    @Override
    public Optional<Space> inputs() {
        return inputs.map(each -> each);
    }

    @Override
    public VectorFilter filter() {
        return new LastRow();
    }

    private final class LastRow implements VectorFilter {

        private final int d = channels.size();
        private final int m = inputs.map(Channels::size).orElse(0);
        /** The last row in standard units; at the start, the mean. */
        private final double[] last = new double[d];
        private Vectors plan;
        private int sequence;
        private int next;

        @Override
        public void reset() {
            Arrays.fill(last, 0);
            plan = null;
        }

        @Override
        public void plan(Sequences planned, int i, int from) {
            if (m > 0) {
                plan = planned.as(Vectors.class);
                sequence = i;
                next = from;
            }
        }

        /** row ← the row after it, given the input of the row that many steps from here. */
        private void step(double[] row, int ahead) {
            double[] x = new double[d + m + 1];
            System.arraycopy(row, 0, x, 0, d);
            if (m > 0) {
                if (plan == null || next + ahead > plan.length(sequence)) {
                    throw new IllegalStateException("the model needs the inputs of the next " + ahead + " rows");
                }
                double[] u = new double[m];
                plan.row(sequence, next + ahead - 1, u);
                inputScaling.orElseThrow().toStandard(u, u);
                Arx.known(u, x, d);
            }
            x[d + m] = 1;
            for (int c = 0; c < d; c++) {
                double sum = 0;
                for (int i = 0; i < x.length; i++) {
                    sum += weights[i * d + c] * x[i];
                }
                row[c] = Math.max(-LIMIT, Math.min(LIMIT, sum));
            }
        }

        @Override
        public void update(double[] row) {
            double[] expected = last.clone();
            step(expected, 1);
            scaling.toStandard(row, last);
            for (int c = 0; c < d; c++) {
                last[c] = Double.isNaN(row[c]) ? expected[c] : Math.max(-LIMIT, Math.min(LIMIT, last[c]));
            }
            next++;
        }

        @Override
        public void mean(int ahead, double[] into) {
            double[] row = last.clone();
            for (int k = 1; k <= ahead; k++) {
                step(row, k);
            }
            scaling.fromStandard(row, into);
        }

        /** P_1 = noise, P_{k+1} = A P_k Aᵀ + noise, where A is the part of W that belongs to the last row. */
        @Override
        public boolean covariance(int ahead, double[] into) {
            double[] p = noise.clone();
            for (int k = 1; k < ahead; k++) {
                double[] more = noise.clone();
                for (int a = 0; a < d; a++) {
                    for (int b = 0; b <= a; b++) {
                        for (int i = 0; i < d; i++) {
                            for (int j = 0; j < d; j++) {
                                more[a * d + b] += weights[i * d + a] * p[i * d + j] * weights[j * d + b];
                            }
                        }
                        more[a * d + b] = Math.max(-LIMIT, Math.min(LIMIT, more[a * d + b]));
                        more[b * d + a] = more[a * d + b];
                    }
                }
                p = more;
            }
            double[] deviation = scaling.deviation();
            for (int a = 0; a < d; a++) {
                for (int b = 0; b < d; b++) {
                    into[a * d + b] = p[a * d + b] * (deviation[a] * deviation[b]);
                }
            }
            return true;
        }

        @Override
        public VectorFilter copy() {
            LastRow copy = new LastRow();
            System.arraycopy(last, 0, copy.last, 0, d);
            copy.plan = plan;
            copy.sequence = sequence;
            copy.next = next;
            return copy;
        }
    }
}
