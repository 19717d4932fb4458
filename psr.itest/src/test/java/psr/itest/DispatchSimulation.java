package psr.itest;

import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Workers of one thread, and one who gives out trials and takes them in, one at a time. Trials take a time that varies by a fifth; those that
 * are brief are given out one ahead, as psr.cluster does.
 */
final class DispatchSimulation {

    private static final double THERE_AND_BACK = 0.001;
    private static final double BRIEF = 0.5;
    private static final double VARIES = 0.2;

    private enum What {
        ARRIVES, COMPUTED, BACK
    }

    private record Event(double when, long number, What what, int worker) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int order = Double.compare(when, other.when);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Random random = new Random(1);
    private final double seconds;
    private final int[] waiting;
    private final boolean[] computing;
    private int left;
    private long numbers;

    private DispatchSimulation(int workers, double seconds, int trials) {
        this.seconds = seconds;
        this.waiting = new int[workers];
        this.computing = new boolean[workers];
        this.left = trials;
    }

    /**
     * How long it takes, in seconds.
     *
     * @param seconds that a trial takes
     * @param busy seconds of the submitter for each trial
     */
    static double time(int workers, double seconds, int trials, double busy) {
        return new DispatchSimulation(workers, seconds, trials).run(busy);
    }

    private double run(double busy) {
        for (int ahead = 0; ahead < (seconds < BRIEF ? 2 : 1); ahead++) {
            for (int worker = 0; worker < waiting.length; worker++) {
                give(worker, 0);
            }
        }
        double free = 0;
        for (Event event = events.poll(); event != null; event = events.poll()) {
            int worker = event.worker();
            switch (event.what()) {
                case ARRIVES -> {
                    waiting[worker]++;
                    compute(worker, event.when());
                }
                case COMPUTED -> {
                    computing[worker] = false;
                    compute(worker, event.when());
                    add(event.when() + THERE_AND_BACK / 2, What.BACK, worker);
                }
                case BACK -> {
                    free = Math.max(free, event.when()) + busy;
                    give(worker, free);
                }
            }
        }
        return free;
    }

    private void give(int worker, double when) {
        if (left > 0) {
            left--;
            add(when + THERE_AND_BACK / 2, What.ARRIVES, worker);
        }
    }

    private void compute(int worker, double when) {
        if (!computing[worker] && waiting[worker] > 0) {
            computing[worker] = true;
            waiting[worker]--;
            add(when + seconds * (1 - VARIES + 2 * VARIES * random.nextDouble()), What.COMPUTED, worker);
        }
    }

    private void add(double when, What what, int worker) {
        events.add(new Event(when, numbers++, what, worker));
    }

    /** How many times as fast 1 to 64 workers are as one, for trials of 0.1, 1 and 60 s. */
    static String table(double busy) {
        int[] workers = {1, 2, 4, 8, 16, 32, 64};
        StringBuilder text = new StringBuilder("| a trial takes |");
        for (int number : workers) {
            text.append(' ').append(number).append(" |");
        }
        text.append("\n|---|---|---|---|---|---|---|---|\n");
        for (double seconds : new double[] {0.1, 1, 60}) {
            int trials = seconds < 60 ? 2000 : 640;
            double one = time(1, seconds, trials, busy);
            text.append(
                    String.format(Locale.ROOT, "| %s s |", seconds == 0.1 ? "0.1" : String.format(Locale.ROOT, "%.0f", seconds)));
            for (int number : workers) {
                text.append(String.format(Locale.ROOT, " %.1f |", one / time(number, seconds, trials, busy)));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
