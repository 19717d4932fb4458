package psr.shell.experiments;

import java.util.BitSet;

import psr.api.lab.Results;
import psr.api.lab.Submission;
import psr.shell.command.Output;
import psr.shell.command.RunAwaiter;
import psr.shell.command.StoppedException;

/** Follows a run to its end and tells what came out. */
final class RunFollower {

    private final Output output;

    RunFollower(Output output) {
        this.output = output;
    }

    /** A run whose results are printed as a table, with what was reported on it. Closes it. */
    void follow(Submission run) {
        follow(run, new BitSet());
    }

    /**
     * The same, of a run that goes on.
     *
     * @param before trials that were finished before, of which nothing is told on the way
     */
    void follow(Submission run, BitSet before) {
        try (run) {
            ProgressLine progress = new ProgressLine(output, "trial", before);
            try {
                RunAwaiter.await(run, progress, output);
            } catch (StoppedException e) {
                throw stopped(run, e.terminated());
            } finally {
                progress.clear();
            }
            Results results = run.results();
            FailedRecipes failed = new FailedRecipes(results);
            if (!failed.all()) {
                output.print(new ResultTable(results, failed).lines());
                output.print(failed.remarks());
                run.report().ifPresent(report -> VerdictTable.print(report, output));
            }
            failed.failure().ifPresent(failure -> {
                throw failure;
            });
            run.report().flatMap(VerdictTable::failure).ifPresent(failure -> {
                throw failure;
            });
        }
    }

    private StoppedException stopped(Submission run, boolean terminated) {
        Results results = run.results();
        int finished = results.finishedTrials();
        if (run.folder().isEmpty() && finished > 0) {
            output.print(new ResultTable(results, new FailedRecipes(results)).lines());
        }
        return new StoppedException("stopped after " + finished + " of " + run.experiment().trials() + " trials; "
                + run.folder().map(folder -> "continue with: resume " + folder).orElse("without --out nothing is kept"),
                terminated);
    }
}
