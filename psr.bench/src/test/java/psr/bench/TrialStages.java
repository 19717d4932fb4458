package psr.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.baselines.psim.Psim;
import psr.baselines.simple.RandomPsr;
import psr.datasets.RingHmm;
import psr.datasets.Text;
import psr.gradients.BackpropagationThroughTime;
import psr.gradients.ContrastiveDivergence;
import psr.gradients.InferenceGradients;
import psr.spectral.TwoStageRegression;

/**
 * The distribution of the CPU time of a whole trial: the recipes of the presets {@code ring} and {@code text}, every
 * second iteration measured with all metrics, starts shared, no model measured twice, as in the laboratory. Not
 * thread-safe.
 */
final class TrialStages {

    private static final Map<String, String> PAPER = Map.of("method", "pinv", "history", "complete", "guard", "off");
    private static final Map<String, String> STEPS = Map.of("rate", "1e-3", "passes", "20");
    /** Measure every so many iterations. */
    private static final int EVERY = 2;

    /** Seconds of CPU time by stage, in order. */
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private Dataset dataset;
    private PresetMetrics metrics;
    private Model measured;
    private long measuring;

    private TrialStages() {}

    /** The stages of one trial; the last entry is the sum. */
    static Map<String, Double> of(String preset) {
        TrialStages trial = new TrialStages();
        trial.run(preset);
        trial.seconds.put("all", trial.seconds.values().stream().mapToDouble(Double::doubleValue).sum());
        return trial.seconds;
    }

    /** CPU time of a trial alone divided by that of one of two concurrent trials: 1 if threads do not slow each other down. */
    static double alongside(String preset) throws InterruptedException, ExecutionException {
        double alone = of(preset).get("all");
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            List<Callable<Double>> both = List.of(() -> of(preset).get("all"), () -> of(preset).get("all"));
            double sum = 0;
            for (Future<Double> each : two.invokeAll(both)) {
                sum += each.get();
            }
            return alone / (sum / both.size());
        } finally {
            two.shutdown();
        }
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void run(String preset) {
        timed("data", () -> {
            dataset = preset.equals("ring") ? load(new RingHmm()) : load(new Text());
            metrics = new PresetMetrics(dataset.training(), dataset.test());
            return null;
        });
        Model random = learn("random", new RandomPsr(), Map.of("history", "complete", "guard-level", "0"));
        Model paper = learn("2sr", new TwoStageRegression(), PAPER);
        List<Model> starts = List.of(paper, random);
        for (Model start : starts) {
            refine("ig", new InferenceGradients(), start, STEPS);
            Map<String, String> five = new LinkedHashMap<>(STEPS);
            five.put("horizon", "5");
            refine("ig:horizon=5", new InferenceGradients(), start, five);
        }
        refine("cd", new ContrastiveDivergence(), paper, STEPS);
        for (String rate : List.of("1e-3", "2")) {
            learn("psim", new Psim(), Map.of("mode", "gradient", "history", "complete", "rate", rate, "passes", "20"));
        }
        learn("psim:mode=dagger", new Psim(), Map.of("mode", "dagger", "history", "complete"));
        Model ridge = learn("2sr", new TwoStageRegression(), Map.of("method", "ridge", "history", "short"));
        refine("bptt", new BackpropagationThroughTime(), ridge, Map.of());
        if (dataset.trueModel().isPresent()) {
            measure(dataset.trueModel().get());
        }
        seconds.put("metrics", measuring / 1e9);
    }

    private static <S extends Record> Dataset load(DatasetSource<S> source) {
        try {
            return source.load(Map.of(), new SeededRun(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SeededRun watched() {
        return new SeededRun(1).watchedBy((iteration, model) -> {
            if (iteration % EVERY == 0) {
                measure(model.get());
            }
            return true;
        });
    }

    private void measure(Model model) {
        if (model != measured) {
            long begun = cpu();
            metrics.measure(model);
            measuring += cpu() - begun;
            measured = model;
        }
    }

    private <S extends Record> Model learn(String name, Learner<S> learner, Map<String, String> settings) {
        Model model = timed(name, () -> learner.learn(dataset.training(), settings, watched()));
        measure(model);
        return model;
    }

    private <S extends Record> void refine(String name, Refiner<S> refiner, Model start, Map<String, String> settings) {
        measure(timed(name, () -> refiner.refine(start, dataset.training(), settings, watched())));
    }

    /** The time of metrics within a stage is not counted for the stage. */
    private <T> T timed(String name, Supplier<T> stage) {
        long measured = measuring;
        long begun = cpu();
        T result = stage.get();
        seconds.merge(name, (cpu() - begun - (measuring - measured)) / 1e9, Double::sum);
        return result;
    }

    /** Prints both presets, each after a warm-up trial. */
    static void print(List<String> presets) throws InterruptedException, ExecutionException {
        List<Map<String, Double>> columns = new ArrayList<>();
        for (String preset : presets) {
            of(preset);
            columns.add(of(preset));
        }
        System.out.printf("%n| CPU seconds of a trial | %s |%n|---|%s%n", String.join(" | ", presets),
                "---|".repeat(presets.size()));
        for (String stage : columns.get(0).keySet()) {
            StringBuilder row = new StringBuilder("| " + stage + " |");
            columns.forEach(column -> row.append(String.format(Locale.ROOT, " %.2f |", column.get(stage))));
            System.out.println(row);
        }
        System.out.printf(Locale.ROOT, "%nTwo trials of %s at once: %.2f times the work of one in the same CPU time per core%n",
                presets.get(0), 2 * alongside(presets.get(0)));
    }
}
