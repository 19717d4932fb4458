package psr.api.linear;

/** Checks that the numbers of a model are neither NaN nor infinite. */
final class Finite {

    private Finite() {}

    static void check(String what, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException("the " + what + " must be finite; entry " + i + " is " + values[i]);
            }
        }
    }
}
