package psr.math.vectors;

import java.util.random.RandomGenerator;

/** Sequences drawn from dynamical systems, for experiments. The input of row t acts before row t is observed. */
public final class Systems {

    private Systems() {}

    /** The state of Lorenz's system that is observed, x, is divided by its deviation. */
    private static final double LORENZ_DEVIATION = 7.9;

    /** How long transients are left out. */
    private static final int LORENZ_BURN_IN = 200;

    /**
     * Lorenz's system, σ = 10, ρ = 28, β = 8/3: x every .05 time units, with noise of deviation .1.
     *
     * @param count the number of sequences
     * @param length rows in each
     */
    public static Rows lorenz(int count, int length, RandomGenerator random) {
        int substeps = 5;
        double h = .05 / substeps;
        double[][] y = new double[count][length];
        double[] s = new double[3];
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < 3; c++) {
                s[c] = 5 * random.nextGaussian() + (c == 2 ? 25 : 0);
            }
            for (int t = -LORENZ_BURN_IN; t < length; t++) {
                for (int k = 0; k < substeps; k++) {
                    rungeKutta(s, h);
                }
                if (t >= 0) {
                    y[i][t] = s[0] / LORENZ_DEVIATION + .1 * random.nextGaussian();
                }
            }
        }
        return new Rows(1, y);
    }

    /** Advances Lorenz's system by h with the classical Runge-Kutta method. */
    static void rungeKutta(double[] s, double h) {
        double[] k1 = lorenz(s);
        double[] k2 = lorenz(moved(s, k1, h / 2));
        double[] k3 = lorenz(moved(s, k2, h / 2));
        double[] k4 = lorenz(moved(s, k3, h));
        for (int c = 0; c < 3; c++) {
            s[c] += h / 6 * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]);
        }
    }

    private static double[] lorenz(double[] s) {
        return new double[] {10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8 / 3.0 * s[2]};
    }

    private static double[] moved(double[] s, double[] slope, double h) {
        return new double[] {s[0] + h * slope[0], s[1] + h * slope[1], s[2] + h * slope[2]};
    }

    /**
     * The delay equation of Mackey and Glass, τ = 17, β = .2, γ = .1, n = 10, in Euler steps of .6: a sample every 6 time
     * units after 100 samples, scaled to about unit deviation, with noise of deviation .1.
     */
    public static Rows mackeyGlass(int count, int length, RandomGenerator random) {
        int delay = 28;
        int every = 10;
        double h = .6;
        double[][] y = new double[count][length];
        for (int i = 0; i < count; i++) {
            double[] history = new double[delay + 1];
            for (int k = 0; k <= delay; k++) {
                history[k] = .5 + random.nextDouble();
            }
            int at = delay;
            for (int t = -100; t < length; t++) {
                for (int k = 0; k < every; k++) {
                    double now = history[at];
                    int next = (at + 1) % (delay + 1);
                    double delayed = history[next];
                    history[next] = now + h * (.2 * delayed / (1 + Math.pow(delayed, 10)) - .1 * now);
                    at = next;
                }
                if (t >= 0) {
                    y[i][t] = (history[at] - .92) / .23 + .1 * random.nextGaussian();
                }
            }
        }
        return new Rows(1, y);
    }

    /**
     * A damped pendulum that white noise pushes: sin θ and cos θ every .1 time units, with noise of deviation .1.
     *
     * @param controlled whether a torque u/3.5 is an input, which at each row changes with probability .2 to a uniform one
     *         of −6 … 6
     */
    public static Rows pendulum(int count, int length, boolean controlled, RandomGenerator random) {
        int substeps = 5;
        double h = .02;
        double[][] y = new double[count][2 * length];
        double[][] u = new double[count][controlled ? length : 0];
        for (int i = 0; i < count; i++) {
            double angle = -2.5 + 5 * random.nextDouble();
            double speed = random.nextGaussian();
            double torque = controlled ? -6 + 12 * random.nextDouble() : 0;
            for (int t = 0; t < length; t++) {
                if (controlled) {
                    // The torque of row t acts between rows t − 1 and t.
                    u[i][t] = torque / 3.5;
                }
                for (int k = 0; t > 0 && k < substeps; k++) {
                    double push = -9.8 * Math.sin(angle) - .15 * speed + torque;
                    angle += h * speed;
                    speed += h * push + Math.sqrt(h) * random.nextGaussian();
                }
                y[i][2 * t] = Math.sin(angle) + .1 * random.nextGaussian();
                y[i][2 * t + 1] = Math.cos(angle) + .1 * random.nextGaussian();
                if (controlled && random.nextDouble() < .2) {
                    torque = -6 + 12 * random.nextDouble();
                }
            }
        }
        return new Rows(2, y, controlled ? 1 : 0, u);
    }
}
