package psr.shell.experiments;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import psr.api.lab.Observer;
import psr.api.lab.RateChoice;
import psr.api.lab.TrialResult;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.text.Numbers;

/** Shows the progress of an experiment: one line that is overwritten on a terminal, otherwise a line for each event if requested. */
final class ProgressLine implements Observer {

    /** Minimum time between two updates in nanoseconds. */
    private static final long PAUSE = 100_000_000;
    /** Maximum number of lines that are held back. */
    private static final int HELD = 100;

    private final Output output;
    /** Whether to print a line for each event where lines cannot be overwritten. */
    private final boolean lines;
    private final String trialWord;
    private final BitSet before;
    private final long begun = System.nanoTime();
    /** Lines held back: as long as every recipe has failed, only the reason matters, which comes last. */
    private final List<String> early = new ArrayList<>();
    /** Where remote trials are computed, by trial. */
    private final Map<Integer, String> places = new HashMap<>();
    private boolean worked;
    private boolean loaded;
    private long drawn;
    private int done;
    private int total;
    /** The description of the data, until it is shown; null for none. */
    private String data;

    ProgressLine(Invocation call, String trialWord) {
        this(call, trialWord, new BitSet());
    }

    /**
     * The progress of a continued run.
     *
     * @param trialWord what a trial is called
     * @param before trials that were finished before and are not reported
     */
    ProgressLine(Invocation call, String trialWord, BitSet before) {
        this.output = call.output();
        this.lines = call.arguments().has("progress");
        this.trialWord = trialWord;
        this.before = (BitSet) before.clone();
    }

    /** Shows what the data are, once: a source may have guessed the format, or taken everything for one sequence. */
    @Override
    public synchronized void loaded(int trial, String origin) {
        if (!loaded) {
            loaded = true;
            // Which fold is loaded first depends on the threads.
            data = "data: " + origin.replaceFirst(", fold [0-9]+ of [0-9]+$", "");
        }
    }

    @Override
    public synchronized void finished(TrialResult result, int nowDone, int nowTotal) {
        if (before.get(result.trial())) {
            return;
        }
        done = nowDone;
        total = nowTotal;
        String what = trialWord + " " + (result.trial() + 1) + place(result.trial()) + ", " + result.label()
                + result.failure().map(failure -> " failed: " + failure.reason()).orElse("");
        worked |= result.failure().isEmpty() && !result.isTrueModel();
        if (worked && data != null) {
            clear();
            output.remark(data);
            data = null;
        }
        if (output.terminal()) {
            drawn = 0;
            draw(what);
        } else if (lines) {
            early.add(head() + what);
            if (worked || early.size() > HELD) {
                early.forEach(output::remark);
                early.clear();
            }
        }
    }

    @Override
    public synchronized void begun(int trial, String where) {
        places.put(trial, " at " + where);
    }

    @Override
    public synchronized void said(String words) {
        clear();
        output.remark(words);
    }

    private String place(int trial) {
        return places.getOrDefault(trial, "");
    }

    @Override
    public synchronized void iterated(int trial, String label, int iteration) {
        draw(trialWord + " " + (trial + 1) + place(trial) + ", " + label + ", iteration " + iteration);
    }

    @Override
    public synchronized void trialFinished(int trial, int finished, int all) {
        places.remove(trial);
    }

    @Override
    public synchronized void progressed(int trial, String label, double share, String doing) {
        draw(trialWord + " " + (trial + 1) + ", " + label + ", " + doing
                + (Double.isNaN(share) ? "" : String.format(Locale.ROOT, ", %.0f %%", 100 * share)));
    }

    @Override
    public synchronized void rateChosen(RateChoice choice) {
        clear();
        List<String> others = new ArrayList<>();
        choice.means().forEach((rate, mean) -> others.add(rate + ": " + Numbers.text(mean)));
        output.remark(choice.rate().map(rate -> "rate " + rate + " for " + choice.label())
                .orElse("no rate worked for " + choice.label() + ", it is unchanged") + " (" + choice.measure() + " by rate: "
                + String.join(", ", others) + ")");
        if (choice.isAtEdge()) {
            output.remark("warning: " + choice.rate().orElse("it") + " is at the edge of the rates that were tried for "
                    + choice.label() + "; a better one may be outside of them");
        }
    }

    private void draw(String what) {
        long now = System.nanoTime();
        if (now - drawn >= PAUSE) {
            drawn = now;
            output.progress(head() + what);
        }
    }

    /** Clears the line. */
    void clear() {
        output.progress("");
    }

    private String head() {
        if (done == 0) {
            return "";
        }
        double elapsed = (System.nanoTime() - begun) / 1e9;
        return done + "/" + total + (done < total ? ", " + clock(elapsed / done * (total - done)) + " left"
                : ", done in " + clock(elapsed)) + ": ";
    }

    /** A duration: 0:07, 12:30, 1:02:03. */
    static String clock(double seconds) {
        long s = Math.round(seconds);
        return s < 3600 ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    }
}
