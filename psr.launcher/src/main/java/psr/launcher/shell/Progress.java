package psr.launcher.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import psr.api.lab.Experiment;
import psr.api.lab.Observer;
import psr.api.lab.TrialResult;

/** Tells how far an experiment is: one line that is written over on a terminal, otherwise a line for each event. */
final class Progress implements Observer {

    /** Nanoseconds between two drawings of the line. */
    private static final long PAUSE = 100_000_000;
    /** Goes to the start of the line and empties it. */
    private static final String CLEAR = "\r\u001b[K";

    /** How many lines are held back at most. */
    private static final int HELD = 100;

    private final Streams streams;
    private final String task;
    private final long begun = System.nanoTime();
    /** Lines held back: while every recipe has failed, there is nothing to tell but the reason, and that comes last. */
    private final List<String> early = new ArrayList<>();
    private boolean worked;
    private long drawn;
    private int done;
    private int total;

    /** @param task what is going on, before everything else; may be empty */
    Progress(Streams streams, String task) {
        this.streams = streams;
        this.task = task;
    }

    @Override
    public void finished(TrialResult result, int nowDone, int nowTotal) {
        done = nowDone;
        total = nowTotal;
        String what = "trial " + (result.trial() + 1) + ", " + result.recipe()
                + result.failure().map(reason -> " failed: " + reason).orElse("");
        if (streams.terminal()) {
            drawn = 0;
            draw(what);
        } else {
            early.add(head() + what);
            worked |= result.failure().isEmpty() && !result.recipe().equals(Experiment.ORACLE) || early.size() > HELD;
            if (worked) {
                early.forEach(line -> streams.progress(line + System.lineSeparator()));
                early.clear();
            }
        }
    }

    @Override
    public void iterated(int trial, String recipe, int iteration) {
        if (streams.terminal()) {
            draw("trial " + (trial + 1) + ", " + recipe + ", iteration " + iteration);
        }
    }

    private void draw(String what) {
        long now = System.nanoTime();
        if (now - drawn >= PAUSE) {
            drawn = now;
            String line = head() + what;
            streams.progress(CLEAR + (line.length() > 79 ? line.substring(0, 78) + "…" : line));
        }
    }

    /** Takes the line away. */
    static void clear(Streams streams) {
        if (streams.terminal()) {
            streams.progress(CLEAR);
        }
    }

    private String head() {
        if (done == 0) {
            return task;
        }
        double elapsed = (System.nanoTime() - begun) / 1e9;
        return task + done + "/" + total + (done < total ? ", " + clock(elapsed / done * (total - done)) + " left"
                : ", done in " + clock(elapsed)) + ": ";
    }

    /** Seconds as people say them: 0:07, 12:30, 1:02:03. */
    static String clock(double seconds) {
        long s = Math.round(seconds);
        return s < 3600 ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
