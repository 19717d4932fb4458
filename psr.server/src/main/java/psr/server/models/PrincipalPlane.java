package psr.server.models;

import java.util.Arrays;

/** The plane of the two leading principal components of points, by orthogonal iteration. The same points give the same bits. */
final class PrincipalPlane {

    private static final int ITERATIONS = 100;
    /** Tolerance for the change of a direction between two iterations, between unit vectors. */
    private static final double ENOUGH = 1e-15;
    private static final double ROUNDING = 1e-10;

    private PrincipalPlane() {}

    /**
     * Computes the coordinates of each point in the plane, relative to the mean.
     *
     * @param points of one length, finite; not modified
     * @return two numbers for each point; zero for a missing direction
     */
    static double[][] of(double[][] points) {
        int count = points.length;
        double[][] plane = new double[count][2];
        int width = count == 0 ? 0 : points[0].length;
        if (width == 0) {
            return plane;
        }
        double[][] centred = centred(points, width);
        double[][] directions = {start(width, 1), start(width, 2)};
        for (int i = 0; i < ITERATIONS; i++) {
            double change = 0;
            double[][] before = directions;
            directions = new double[][] {image(centred, before[0]), image(centred, before[1])};
            normalise(directions[0]);
            orthogonalise(directions[1], directions[0]);
            for (int k = 0; k < 2; k++) {
                change = Math.max(change, 1 - Math.abs(dot(before[k], directions[k])));
            }
            if (change < ENOUGH) {
                break;
            }
        }
        for (int k = 0; k < 2; k++) {
            upright(directions[k]);
            for (int t = 0; t < count; t++) {
                plane[t][k] = dot(centred[t], directions[k]);
            }
        }
        return plane;
    }

    private static double[][] centred(double[][] points, int width) {
        double[] mean = new double[width];
        for (double[] point : points) {
            for (int j = 0; j < width; j++) {
                mean[j] += point[j] / points.length;
            }
        }
        double[][] centred = new double[points.length][width];
        for (int t = 0; t < points.length; t++) {
            for (int j = 0; j < width; j++) {
                centred[t][j] = points[t][j] - mean[j];
            }
        }
        return centred;
    }

    /** A start direction that no data are likely to be orthogonal to. */
    private static double[] start(int width, int number) {
        double[] direction = new double[width];
        for (int j = 0; j < width; j++) {
            direction[j] = Math.cos(number * (j + 1.0)) + 1.5;
        }
        normalise(direction);
        return direction;
    }

    /** Xᵀ X v. */
    private static double[] image(double[][] rows, double[] v) {
        double[] image = new double[v.length];
        for (double[] row : rows) {
            double along = dot(row, v);
            for (int j = 0; j < v.length; j++) {
                image[j] += along * row[j];
            }
        }
        return image;
    }

    /** The component of v orthogonal to a direction, normalized to length 1; zeros if it is only rounding error. */
    private static void orthogonalise(double[] v, double[] direction) {
        double all = Math.sqrt(dot(v, v));
        // Twice: the second pass removes the rounding error of the first.
        for (int i = 0; i < 2; i++) {
            double along = dot(v, direction);
            for (int j = 0; j < v.length; j++) {
                v[j] -= along * direction[j];
            }
        }
        if (Math.sqrt(dot(v, v)) <= ROUNDING * all) {
            Arrays.fill(v, 0);
        }
        normalise(v);
    }

    /** Normalizes to length 1; to zeros if v is zero. */
    private static void normalise(double[] v) {
        double length = Math.sqrt(dot(v, v));
        for (int j = 0; j < v.length; j++) {
            v[j] = length > 1e-150 ? v[j] / length : 0;
        }
    }

    /** Makes the largest entry positive, since a direction and its opposite span the same plane. */
    private static void upright(double[] v) {
        double largest = 0;
        for (double each : v) {
            largest = Math.abs(each) > Math.abs(largest) ? each : largest;
        }
        for (int j = 0; j < v.length && largest < 0; j++) {
            v[j] = -v[j];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }
}
