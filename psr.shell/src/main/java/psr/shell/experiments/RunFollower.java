package psr.shell.experiments;

import java.util.BitSet;
import java.util.Optional;

import psr.api.lab.Observer;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.Submission;
import psr.shell.command.Arguments;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RunAwaiter;
import psr.shell.command.StoppedException;

/** Follows a run to its end and prints its results. */
final class RunFollower {

    private final Arguments arguments;
    private final Output output;
    private final ProgressLine progress;

    RunFollower(Invocation call) {
        this(call, new BitSet());
    }

    /**
     * Follows a run that is resumed.
     *
     * @param before trials that were finished before and are not reported as progress
     */
    RunFollower(Invocation call, BitSet before) {
        this.arguments = call.arguments();
        this.output = call.output();
        this.progress = new ProgressLine(call, "trial", before);
    }

    /** Shows the progress of the run. */
    Observer observer() {
        return progress;
    }

    /** Waits for a run, prints its results as a table, and its report. Closes it. */
    void follow(Submission run) {
        try (run) {
            try {
                RunAwaiter.await(run, output);
            } catch (StoppedException e) {
                progress.clear();
                throw stopped(run, e.terminated());
            } finally {
                progress.clear();
            }
            if (run.share().isAll()) {
                tell(run.results(), run.report());
            } else {
                output.print(new FailedRecipes(run.results()).remarks());
                output.remark("shard " + run.share() + " is finished and saved in " + run.folder().orElseThrow()
                        + "; when all are: merge DIR… --out DIR");
            }
        }
    }

    /** Prints the results of all trials and the report; throws at the end if anything failed. */
    void tell(Results results, Optional<Report> report) {
        FailedRecipes failed = new FailedRecipes(results);
        if (!failed.all()) {
            Format format = arguments.format(Format.TEXT);
            output.print(new ResultTable(results, failed, ResultTable.all(arguments), "trial").lines(format));
            failed.remarks().forEach(format == Format.TEXT ? output::print : output::remark);
            if (format == Format.TEXT) {
                report.ifPresent(made -> VerdictTable.print(made, output));
            }
        }
        failed.check(ResultTable.strict(arguments));
        report.ifPresent(VerdictTable::check);
    }

    private StoppedException stopped(Submission run, boolean terminated) {
        Results results = run.results();
        int finished = results.finishedTrials();
        if (run.folder().isEmpty() && finished > 0) {
            output.print(
                    new ResultTable(results, new FailedRecipes(results), ResultTable.all(arguments), "trial").lines(Format.TEXT));
        }
        return new StoppedException("stopped after " + finished + " of "
                + run.share().trials(run.experiment().trials()).cardinality() + " trials; "
                + run.folder().map(folder -> "continue with: resume " + folder).orElse("nothing is saved without --out"),
                terminated);
    }
}
