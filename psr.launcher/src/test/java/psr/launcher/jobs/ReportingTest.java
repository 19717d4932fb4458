package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.Claim;
import psr.api.lab.Difference;
import psr.api.lab.Experiment;
import psr.api.lab.Report;
import psr.api.lab.Results;
import psr.api.lab.RunOptions;
import psr.api.lab.Submission;
import psr.api.lab.Verdict;
import psr.api.report.Judge;
import psr.api.report.ReportWriter;
import psr.launcher.lab.Fakes;

class ReportingTest {

    private static final Claim CLAIM = Claim.builder("a").words("it climbs").measure("level.mean")
            .subject(Claim.Place.of("mean", Claim.When.LAST)).reference(Claim.Place.trueModel())
            .expected(Claim.Expected.BELOW).build();

    @TempDir
    private Path folder;

    private Report report(Judge judge, ReportWriter... writers) throws Exception {
        return report(Fakes.experiment(1, "mean").change().claims(List.of(CLAIM)).build(), judge, writers);
    }

    private Report report(Experiment experiment, Judge judge, ReportWriter... writers) throws Exception {
        try (Submission run = Fakes.lab().submit(experiment, RunOptions.defaults())) {
            assertTrue(run.await());
            return new Reporting(judge, List.of(writers)).write(run.results(), folder.resolve("made/here"));
        }
    }

    private static List<Verdict> verdicts(Results results) {
        return List.of(new Verdict(CLAIM, Verdict.Outcome.UNDECIDED, Verdict.Outcome.UNDECIDED,
                new Difference(1, 2, 0, 1, 1), 0, Verdict.Tests.NONE));
    }

    @Test
    void writersGetVerdictsAndPrecedeTables() throws Exception {
        List<List<Verdict>> seen = new ArrayList<>();
        Report report = report(ReportingTest::verdicts, (results, verdicts, into) -> {
            assertTrue(Files.isDirectory(into));
            seen.add(verdicts);
            return List.of(into.resolve("page"));
        });
        assertEquals(1, seen.size());
        assertEquals(CLAIM, seen.get(0).get(0).claim());
        assertEquals(seen.get(0), report.verdicts());
        assertEquals(List.of("page", "summary.csv", "times.csv"),
                report.files().stream().map(file -> file.getFileName().toString()).toList());
        assertTrue(Files.exists(report.folder().resolve("summary.csv")));
        assertEquals(List.of(), report.problems());
    }

    @Test
    void aFailingWriterLosesOnlyItsOwnFiles() throws Exception {
        Report report = report(ReportingTest::verdicts, (results, verdicts, into) -> {
            throw new IOException("disk full");
        }, (results, verdicts, into) -> {
            throw new IOException();
        }, (results, verdicts, into) -> {
            throw new IllegalStateException("oh");
        }, (results, verdicts, into) -> List.of(into.resolve("page")));
        assertEquals(List.of("a report failed: disk full", "a report failed: java.io.IOException",
                "a report failed: java.lang.IllegalStateException: oh"), report.problems());
        assertEquals(3, report.files().size());
    }

    @Test
    void claimsNeedAWorkingJudge() throws Exception {
        assertEquals(List.of("no judge is present, so no claim is judged: is psr.eval installed?"),
                report(null).problems());
        Report failed = report(results -> {
            throw new IllegalStateException("oh");
        });
        assertEquals(List.of("the claims could not be judged: java.lang.IllegalStateException: oh"), failed.problems());
        assertEquals(List.of(), failed.verdicts());
        Report none = report(Fakes.experiment(1, "mean"), results -> {
            throw new AssertionError("there is nothing to judge");
        });
        assertEquals(List.of(), none.problems());
    }
}
