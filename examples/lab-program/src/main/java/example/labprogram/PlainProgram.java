package example.labprogram;

import java.nio.file.Path;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.lab.EmbeddedLab;
import psr.api.lab.Experiment;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.Predictor;
import psr.api.lab.Recipe;
import psr.api.lab.RunOptions;
import psr.api.lab.Stage;
import psr.api.lab.Submission;
import psr.api.lab.SummaryRow;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;
import psr.api.text.Notation;
import psr.api.text.Unknown;

/** Compares a learner of its own with others, and learns, saves and uses a model: in a JVM without OSGi. */
public final class PlainProgram {

    private PlainProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (EmbeddedLab lab = EmbeddedLab.builder().fromClassPath().service(new OneState()).open()) {
            compare(lab);
            Path file = Path.of("plain-2sr.json");
            lab.models().save(file, learn(lab), ModelStore.Encoding.JSON);
            predict(lab.models().load(file), "0 1 2");
        }
    }

    /** Runs an experiment and prints the mean of each measure. */
    private static void compare(EmbeddedLab lab) throws Exception {
        Experiment experiment = Experiment.builder("first look", Stage.parse("ring:sequences=300"))
                .recipe(Recipe.parse("2sr:rank=5")).recipe(Recipe.parse("one-state")).metric(Stage.of("accuracy")).trials(3)
                .seed(1).build();
        try (Submission run = lab.laboratory().submit(experiment, RunOptions.defaults())) {
            run.await();
            for (SummaryRow row : run.results().summary()) {
                System.out.println(row.label() + " " + row.measure() + " " + row.mean());
            }
        }
    }

    /** Learns one model for use, on all data. */
    private static LearnedModel learn(EmbeddedLab lab) throws Exception {
        try (Submission training = lab.laboratory().learn(Stage.parse("ring:sequences=300"), Recipe.parse("2sr:rank=5"), 1,
                RunOptions.defaults())) {
            training.await();
            return training.model().orElseThrow();
        }
    }

    /** Predicts the most probable symbol after a line of symbols. */
    private static void predict(LearnedModel learned, String line) {
        Alphabet alphabet = learned.model().space().as(Alphabet.class);
        Notation notation = learned.notation().orElse(Notation.fitting(alphabet));
        Predictor predictor = new Predictor(learned.model(), Predictor.DEFAULT);
        for (int symbol : notation.read(line, alphabet, Unknown.REFUSE)) {
            predictor.update(symbol);
        }
        double[] probabilities = predictor.probabilities(1);
        int best = Predictor.best(probabilities, 1)[0];
        System.out.println("after " + line + " comes " + alphabet.name(best) + " with probability " + probabilities[best]);
    }

    /** A learner of the program itself: a hidden Markov model with one state. */
    @PsrService(name = "one-state", summary = "the frequency of each symbol")
    public static final class OneState implements Learner<NoSettings> {

        @Override
        public Model learn(Sequences sequences, NoSettings settings, Run run) {
            Symbols data = sequences.as(Symbols.class);
            double[] frequencies = new double[data.alphabet().size()];
            for (int i = 0; i < data.count(); i++) {
                for (int symbol : data.copy(i)) {
                    frequencies[symbol] += 1.0 / data.total();
                }
            }
            return new Hmm(data.alphabet(), new double[] {1}, new double[][] {{1}}, new double[][] {frequencies});
        }
    }
}
