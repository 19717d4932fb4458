package psr.api.contract;

import java.util.Arrays;

import psr.api.data.Channels;
import psr.api.model.Model;
import psr.api.model.VectorFilter;

/** A model of vectors for checks: it expects the last row again, with a variance of one per step; first zeros. */
record LastRow(Channels space) implements Model {

    @Override
    public VectorFilter filter() {
        return new LastRowFilter(new double[space.size()]);
    }

    private record LastRowFilter(double[] last) implements VectorFilter {

        @Override
        public void reset() {
            Arrays.fill(last, 0);
        }

        @Override
        public void update(double[] row) {
            for (int c = 0; c < last.length; c++) {
                last[c] = Double.isNaN(row[c]) ? last[c] : row[c];
            }
        }

        @Override
        public void mean(int ahead, double[] into) {
            System.arraycopy(last, 0, into, 0, last.length);
        }

        @Override
        public boolean covariance(int ahead, double[] into) {
            Arrays.fill(into, 0);
            for (int c = 0; c < last.length; c++) {
                into[c * last.length + c] = ahead;
            }
            return true;
        }

        @Override
        public VectorFilter copy() {
            return new LastRowFilter(last.clone());
        }
    }
}
