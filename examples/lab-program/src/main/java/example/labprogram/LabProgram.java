package example.labprogram;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

import psr.api.data.Alphabet;
import psr.api.lab.Experiment;
import psr.api.lab.Laboratory;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.Observer;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.SummaryRow;
import psr.api.lab.TrialResult;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;
import psr.api.settings.ValidationError;
import psr.api.text.Notation;
import psr.api.text.Unknown;

/** Compares two learners, saves a model and predicts with it. The framework's launcher calls it on the main thread. */
@Component(service = Callable.class, property = "main.thread=true")
public final class LabProgram implements Callable<Integer> {

    private final Laboratory laboratory;
    private final ModelStore models;

    /** The program with the services of the laboratory, once the laboratory is ready. */
    @Activate
    public LabProgram(@Reference(target = "(osgi.condition.id=" + Laboratory.READY + ")") Condition ready,
            @Reference Laboratory laboratory, @Reference ModelStore models) {
        this.laboratory = laboratory;
        this.models = models;
    }

    /** Returns the exit code of the process. */
    @Override
    public Integer call() throws Exception {
        Experiment experiment = Experiment.builder("first look", Stage.parse("ring:sequences=300"))
                .recipe(Recipe.parse("2sr:rank=5").labelled("2SR")).recipe(Recipe.parse("ngram:order=2"))
                .metric(Stage.of("accuracy")).trials(3).seed(1).build();
        List<ValidationError> errors = laboratory.check(experiment);
        if (!errors.isEmpty()) {
            errors.forEach(System.err::println);
            return 2;
        }
        Path file = Path.of("2sr.json");
        models.save(file, compare(experiment), ModelStore.Encoding.JSON);
        predict(models.load(file), "0 1 2");
        return 0;
    }

    /** Runs an experiment, with a pause once a trial is finished, and returns the last model that 2SR learned. */
    private LearnedModel compare(Experiment experiment) throws Exception {
        AtomicReference<LearnedModel> model = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        Observer observer = new Observer() {
            @Override
            public void learned(int trial, String label, LearnedModel learned) {
                if (label.equals("2SR")) {
                    model.set(learned);
                }
            }

            @Override
            public void finished(TrialResult result, int done, int total) {
                System.out.println("trial " + result.trial() + ": " + result.label() + " " + result.last());
            }

            @Override
            public void trialFinished(int trial, int done, int total) {
                begun.countDown();
            }

            @Override
            public void changed(Submission.State state) {
                if (state.isOver()) {
                    begun.countDown();
                }
            }
        };
        try (Submission run = laboratory.submit(experiment, RunOptions.builder().threads(1).build(), observer)) {
            begun.await();
            run.pause();
            // The run does not wait for its observers: it may have finished more than one trial.
            System.out.println(run.state() + ", " + run.results().finishedTrials() + " of " + experiment.trials() + " trials");
            run.resume();
            run.await();
            System.out.println(run.state() + ", " + run.results().finishedTrials() + " of " + experiment.trials() + " trials");
            for (SummaryRow row : run.results().summary()) {
                System.out.println(row.label() + " " + row.measure() + " " + row.mean());
            }
        }
        return model.get();
    }

    /** Predicts the most probable symbol after a line of symbols. */
    private static void predict(LearnedModel learned, String line) {
        Alphabet alphabet = learned.model().space().as(Alphabet.class);
        Notation notation = learned.notation().orElse(Notation.fitting(alphabet));
        SymbolFilter filter = SymbolFilter.of(learned.model());
        for (int symbol : notation.read(line, alphabet, Unknown.REFUSE)) {
            filter.update(symbol);
        }
        double[] scores = new double[alphabet.size()];
        filter.scores(1, scores);
        Repair.ABSOLUTE.apply(scores);
        int best = 0;
        for (int symbol = 1; symbol < scores.length; symbol++) {
            best = scores[symbol] > scores[best] ? symbol : best;
        }
        System.out.println("after " + line + " comes " + alphabet.name(best) + " with probability " + scores[best]);
    }
}
