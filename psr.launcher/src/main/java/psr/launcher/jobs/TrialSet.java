package psr.launcher.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

import psr.api.lab.DataPart;
import psr.launcher.spi.DataFile;
import psr.launcher.spi.RemoteJob;
import psr.launcher.spi.TrialTask;
import psr.launcher.trials.BoundExperiment;

/** Trials that a job computes concurrently, all of one experiment on one part of the data. Mutable state is guarded by the scheduler's lock. */
final class TrialSet implements RemoteJob {

    /** The purpose of the outcomes. */
    enum Purpose {
        /** Checks that the data have not changed: the data of a finished trial are loaded again. */
        VERIFY,
        /** The outcomes determine the rates of the experiment. */
        SEARCH,
        /** The outcomes are the results of the experiment. */
        RESULTS
    }

    private final Job job;
    private final Purpose purpose;
    private final BoundExperiment bound;
    private final DataPart part;
    private final Deque<Integer> waiting = new ArrayDeque<>();
    /** Leased trials whose outcomes are not written yet. */
    private int open;
    private volatile boolean over;

    TrialSet(Job job, Purpose purpose, BoundExperiment bound, DataPart part, BitSet trials) {
        this.job = job;
        this.purpose = purpose;
        this.bound = bound;
        this.part = part;
        trials.stream().forEach(waiting::add);
        this.over = waiting.isEmpty();
    }

    Job job() {
        return job;
    }

    Purpose purpose() {
        return purpose;
    }

    BoundExperiment bound() {
        return bound;
    }

    DataPart part() {
        return part;
    }

    /** Number of trials that are not leased. Under the scheduler's lock. */
    int waiting() {
        return over ? 0 : waiting.size();
    }

    /** Takes the next trial. Under the scheduler's lock. */
    int take() {
        open++;
        return waiting.remove();
    }

    /** Returns a trial, which can be taken again. Under the scheduler's lock. */
    void giveBack(int trial) {
        open--;
        if (!over) {
            waiting.addFirst(trial);
        }
    }

    /** Marks a trial as written. Under the scheduler's lock. */
    void written() {
        open--;
        over |= waiting.isEmpty() && open == 0;
    }

    /** Discards the trials that were not taken. Under the scheduler's lock. */
    void stop() {
        over = true;
    }

    @Override
    public boolean over() {
        return over;
    }

    @Override
    public String id() {
        return job.id();
    }

    @Override
    public boolean onlyRemote() {
        return job.onlyRemote();
    }

    @Override
    public TrialTask task() {
        return new TrialTask(job.id(), bound.experiment(), 0, part, job.limit(), job.bundles());
    }

    @Override
    public DataFile file(Path named) throws IOException {
        if (!bound.settingValues().contains(named.toString())) {
            throw new IllegalArgumentException("only files that a setting of the run names can be fetched; none names '" + named
                    + "'");
        }
        return job.file(named);
    }

    @Override
    public void begun(int trial, String where) {
        job.events().begun(trial, where);
    }

    @Override
    public void iterated(int trial, String label, int iteration) {
        job.events().iterated(trial, label, iteration);
    }

    @Override
    public void said(String message) {
        job.events().said(message);
    }

    @Override
    public void fail(Throwable reason) {
        job.fail(reason);
    }
}
