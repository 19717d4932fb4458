package psr.launcher.runs;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.BundleVersion;
import psr.api.lab.DataPart;
import psr.api.lab.RateSearch;
import psr.api.lab.TrialResult;
import psr.launcher.experiments.ExperimentJson;
import psr.launcher.json.LabJson;
import psr.launcher.spi.TrialOutcome;
import psr.launcher.spi.TrialTask;
import psr.launcher.spi.TrialText;

/** Formats a task as one JSON object with a checksum, and an outcome as the lines of {@code trials.jsonl}. */
@Component
public final class TrialJson implements TrialText {

    private record Task(String run, int trial, ExperimentJson experiment, DataPart part, Optional<Duration> limit,
            List<BundleVersion> bundles) {}

    @Override
    public String write(TrialTask task) {
        // The submitting process judges claims and chooses rates.
        ExperimentJson experiment = ExperimentJson.of(task.experiment().change().claims(List.of())
                .rateSearch(RateSearch.none()).build());
        return LabJson.checked(new Task(task.run(), task.trial(), experiment, task.part(), task.limit(), task.bundles()))
                .toString();
    }

    @Override
    public TrialTask readTask(String text) {
        try {
            if (!(LabJson.parse(text) instanceof ObjectNode json)) {
                throw new IllegalArgumentException("a task must be an object {…}");
            }
            if (!LabJson.verify(json)) {
                throw new IllegalArgumentException("a task must be unchanged; its checksum does not match");
            }
            Task read = LabJson.bind(json, Task.class);
            return new TrialTask(read.run(), read.experiment().value(), read.trial(), read.part(), read.limit(), read.bundles());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a task must be JSON; it was changed or truncated", e);
        }
    }

    @Override
    public String write(TrialOutcome outcome) {
        List<String> lines = new ArrayList<>();
        for (TrialResult result : outcome.results()) {
            boolean last = lines.size() == outcome.results().size() - 1;
            lines.add(TrialLine.write(result, new TrialLine.Head(outcome.trial(), last, result.label(), 0, "",
                    outcome.dataSha256())));
        }
        return String.join("\n", lines);
    }

    @Override
    public TrialOutcome readOutcome(String text) {
        List<TrialResult> results = new ArrayList<>();
        TrialLine.Head head = null;
        try {
            for (String line : text.split("\n")) {
                if (head != null && head.last()) {
                    throw changed(null);
                }
                head = TrialLine.head(line).orElseThrow(() -> changed(null));
                results.add(TrialLine.read(line));
            }
        } catch (IOException e) {
            throw changed(e);
        }
        if (head == null || !head.last()) {
            throw changed(null);
        }
        return new TrialOutcome(head.trial(), results, head.data());
    }

    private static IllegalArgumentException changed(IOException cause) {
        return new IllegalArgumentException("an outcome must be unchanged; it was changed or truncated", cause);
    }
}
