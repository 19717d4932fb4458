package psr.shell.scaffold;

import psr.api.lab.ServiceKind;

/** The kinds of services that projects are written for. Templates are named by {@link #suffix}. */
enum ProjectKind {

    LEARNER(ServiceKind.LEARNER, "Learner", "learner", "sequences", "a Model",
            "As it is, it learns pairs of symbols with additive smoothing: replace that by your idea.",
            "run ring @NAME@ ngram:order=2",
            "A learner may return any class that implements `psr.api.model.Model`; this one returns an `Hmm`, so the laboratory can already\n"
                    + "save it, refine it (`@NAME@+em`) and look any number of steps ahead with it. For a model of your own, register a\n"
                    + "`psr.api.store.ModelFormat` too, and `train --model` can save it."),
    REFINER(ServiceKind.REFINER, "Refiner", "refiner", "a model and sequences", "a better Model",
            "As it is, it sharpens or flattens what the states of a hidden Markov model emit: replace that by your idea.",
            "run ring em:states=4,restarts=1 em:states=4,restarts=1+@NAME@",
            "With `objection`, a refiner rejects models that it cannot improve, before anything is learned. An iterative refiner calls `run.iterated`\n"
                    + "after each iteration, counted from 1, and returns the current model if the result is false; curves then show every iteration."),
    METRIC(ServiceKind.METRIC, "Metric", "metric", "predictions and what occurred", "numbers",
            "As it is, it measures how often the symbol that occurred was among the most probable ones: replace that by your idea.",
            "run ring 2sr ngram:order=2 --metrics @NAME@",
            "A metric has one meter for each model and trial. The lab calls it at each step of the test data; several measures may share one computation."),
    DATASET(ServiceKind.DATASET, "Source", "data set", "settings and a seed", "sequences to learn from and to test on",
            "As it is, it draws from a coin whose bias changes: replace that by your data.",
            "run @NAME@ ngram:order=2 em:states=2,restarts=1",
            "A data set that reads a file has a setting of the type `Path` and opens `run.file(path)`. If it knows the true model, as here, results are\n"
                    + "compared with it.");

    private final ServiceKind service;
    private final String suffix;
    private final String word;
    private final String in;
    private final String out;
    private final String now;
    private final String command;
    private final String hint;

    ProjectKind(ServiceKind service, String suffix, String word, String in, String out, String now, String command, String hint) {
        this.service = service;
        this.suffix = suffix;
        this.word = word;
        this.in = in;
        this.out = out;
        this.now = now;
        this.command = command;
        this.hint = hint;
    }

    ServiceKind service() {
        return service;
    }

    /** The end of the class name and the beginning of the templates' names. */
    String suffix() {
        return suffix;
    }

    /** The term in sentences. */
    String word() {
        return word;
    }

    /** Its input. */
    String in() {
        return in;
    }

    /** Its result. */
    String out() {
        return out;
    }

    /** What the generated project does. */
    String now() {
        return now;
    }

    /** A command that uses the service of a name. */
    String command(String name) {
        return command.replace("@NAME@", name);
    }

    /** What an author should know. */
    String hint(String name) {
        return hint.replace("@NAME@", name);
    }
}
