package psr.eval.report.drawing;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Removes points from lines without a visible difference: a curve of 200 iterations is mostly straight. */
final class Outline {

    /** In points of the page; a line is at least ten times as wide. */
    private static final double UNSEEN = 0.1;

    private Outline() {}

    /**
     * The ends, and those of the points between them without which the line would move visibly, by the algorithm of
     * Douglas and Peucker 1973.
     *
     * @param points x, y, x, y …; at least one point; not modified
     */
    static double[] thinned(double[] points) {
        int count = points.length / 2;
        BitSet retained = new BitSet(count);
        retained.set(0);
        retained.set(count - 1);
        Deque<int[]> open = new ArrayDeque<>();
        open.push(new int[] {0, count - 1});
        while (!open.isEmpty()) {
            int[] ends = open.pop();
            int farthest = -1;
            double most = UNSEEN;
            for (int i = ends[0] + 1; i < ends[1]; i++) {
                double away = distance(points, i, ends[0], ends[1]);
                if (away > most) {
                    most = away;
                    farthest = i;
                }
            }
            if (farthest >= 0) {
                retained.set(farthest);
                open.push(new int[] {ends[0], farthest});
                open.push(new int[] {farthest, ends[1]});
            }
        }
        double[] thin = new double[2 * retained.cardinality()];
        int next = 0;
        for (int i = retained.nextSetBit(0); i >= 0; i = retained.nextSetBit(i + 1)) {
            thin[next++] = points[2 * i];
            thin[next++] = points[2 * i + 1];
        }
        return thin;
    }

    /** The distance of a point from the straight line between two others. */
    private static double distance(double[] points, int i, int from, int to) {
        double dx = points[2 * to] - points[2 * from];
        double dy = points[2 * to + 1] - points[2 * from + 1];
        double x = points[2 * i] - points[2 * from];
        double y = points[2 * i + 1] - points[2 * from + 1];
        double length = Math.hypot(dx, dy);
        return length == 0 ? Math.hypot(x, y) : Math.abs(dx * y - dy * x) / length;
    }
}
