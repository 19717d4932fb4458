package psr.launcher.jobs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Submission.State;
import psr.launcher.spi.JobRow;
import psr.launcher.spi.JobSpec;
import psr.launcher.spi.JobStore;

/** A store in memory that records everything that was written. A test can make it unavailable. */
final class MemoryJobStore implements JobStore {

    private final Map<String, JobRow> rows = new LinkedHashMap<>();
    private final Map<String, JobSpec> specs = new LinkedHashMap<>();
    private final Map<String, List<String>> written = new LinkedHashMap<>();
    private boolean available = true;
    private volatile Runnable onFind = () -> {};

    synchronized void add(String id, JobSpec spec, State state) {
        rows.put(id, new JobRow(id, spec.kind(), state, "", spec.priority(), 0));
        specs.put(id, spec);
        written.put(id, new ArrayList<>());
    }

    synchronized void available(boolean yes) {
        available = yes;
    }

    /** What was written about a job: states with their reasons, and {@code model}. */
    synchronized List<String> written(String id) {
        return List.copyOf(written.get(id));
    }

    synchronized State state(String id) {
        return rows.get(id).state();
    }

    synchronized String reason(String id) {
        return rows.get(id).waitingFor();
    }

    synchronized void priority(String id, int priority) {
        JobRow row = rows.get(id);
        rows.put(id, new JobRow(id, row.kind(), row.state(), row.waitingFor(), priority, row.done()));
    }

    synchronized void trials(String id, int trials) {
        JobSpec spec = specs.get(id);
        RunOptions options = spec.options().change().totalTrials(trials).build();
        specs.put(id, new JobSpec(spec.kind(), spec.experiment().map(old -> old.change().trials(trials).build()), options,
                spec.placement(), spec.priority()));
    }

    synchronized void remove(String id) {
        rows.remove(id);
    }

    private void check() {
        if (!available) {
            throw new UnavailableException("the store is away", null);
        }
    }

    /** Sets what happens before a row is found, outside the monitor of this store. */
    void onFind(Runnable action) {
        onFind = action;
    }

    @Override
    public Optional<JobRow> find(String id) {
        onFind.run();
        synchronized (this) {
            check();
            return Optional.ofNullable(rows.get(id));
        }
    }

    @Override
    public synchronized List<JobRow> in(State state) {
        check();
        return rows.values().stream().filter(row -> row.state() == state).toList();
    }

    @Override
    public synchronized Optional<JobRow> next(JobSpec.Kind kind, Collection<String> except) {
        check();
        return rows.values().stream().filter(row -> row.kind() == kind && row.state() == State.QUEUED
                && !except.contains(row.id())).min(Comparator.comparingInt(row -> -row.priority()));
    }

    @Override
    public synchronized JobSpec spec(String id) throws IOException {
        check();
        return specs.get(id);
    }

    @Override
    public synchronized void state(String id, State state, String reason) {
        check();
        JobRow row = rows.get(id);
        rows.put(id, new JobRow(id, row.kind(), state, reason, row.priority(), row.done()));
        written.get(id).add(reason.isEmpty() ? state.toString() : state + " " + reason);
    }

    @Override
    public synchronized void done(String id, int trials) {
        check();
        JobRow row = rows.get(id);
        rows.put(id, new JobRow(id, row.kind(), row.state(), row.waitingFor(), row.priority(), trials));
    }

    @Override
    public synchronized void remarks(String id, List<String> remarks) {
        check();
    }

    @Override
    public synchronized void keep(String id, Submission finished) throws IOException {
        check();
        written.get(id).add("model " + finished.model().orElseThrow().recipe());
    }
}
