package psr.math.channels;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import psr.api.data.Sequences;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.settings.ValidationError;
import psr.math.vectors.RowModel;
import psr.math.vectors.Rows;
import psr.math.vectors.ModelSelection;

/**
 * Chooses the settings of a learner of rows: learns each candidate from a part of the data, compares them on the rest, and
 * learns the best one from all data. The held-out errors also determine the intervals of the forecasts.
 */
public final class Candidates {

    /** The part of the data that is held out to choose settings and to measure errors. */
    private static final double HELD_OUT = ModelSelection.HELD_OUT;

    /** The maximum number of features and targets of a regression. */
    private static final int MOST = 10_000;

    private final String learner;
    private final Rows rows;
    private final List<ModelSelection.Candidate> all = new ArrayList<>();

    /**
     * Starts without candidates.
     *
     * @param learner its name, for messages
     */
    public Candidates(String learner, Sequences data) {
        this.learner = learner;
        rows = ChannelRows.of(data);
    }

    /** The data. */
    public Rows rows() {
        return rows;
    }

    /** Adds a candidate. */
    public void add(String name, ModelSelection.Recipe recipe) {
        all.add(new ModelSelection.Candidate(name, recipe));
    }

    /**
     * The best one.
     *
     * @param roll whether models may roll out on their own forecasts instead of reading out
     * @throws LearningException if the data do not determine a model
     */
    public ForecastModel best(Sequences data, boolean roll, Run run) {
        try {
            ModelSelection.Chosen chosen =
                    ModelSelection.choose(rows, all, roll, HELD_OUT, run.random("candidates"), RunProgress.of(run));
            if (all.size() > 1) {
                run.count(chosen.name() + " chosen", 1);
            }
            return ForecastModel.of(data, chosen.model());
        } catch (ArithmeticException e) {
            throw undetermined(learner, e);
        }
    }

    /** The name of the best candidate, without learning it from all data. */
    public String chosen(Run run) {
        try {
            return ModelSelection.tried(rows, all, false, HELD_OUT, run.random("candidates"), RunProgress.of(run)).candidate()
                    .name();
        } catch (ArithmeticException e) {
            throw undetermined(learner, e);
        }
    }

    /** A model that is learned once, from all data; its errors are those on the training data. */
    public ForecastModel only(Sequences data, Function<RandomGenerator, RowModel> learning, Run run) {
        try {
            return ForecastModel.of(data, learning.apply(run.random("candidates")));
        } catch (ArithmeticException e) {
            throw undetermined(learner, e);
        }
    }

    /** The exception for a regression without a solution. */
    public static LearningException undetermined(String learner, ArithmeticException cause) {
        return new LearningException("the data must determine the regressions, but do not: " + cause.getMessage()
                + "; try a larger ridge or a smaller window (" + learner + ")", cause);
    }

    /** The given value if there is one, otherwise these. */
    public static List<Integer> values(OptionalInt given, Integer... otherwise) {
        return given.isPresent() ? List.of(given.getAsInt()) : List.of(otherwise);
    }

    /** The given value if there is one, otherwise these. */
    public static List<Double> values(OptionalDouble given, Double... otherwise) {
        return given.isPresent() ? List.of(given.getAsDouble()) : List.of(otherwise);
    }

    /** The rows of the longest sequence that candidates learn from. */
    public static int longest(Sequences data) {
        if (data.count() >= 4) {
            int held = Math.max(1, (int) Math.round(HELD_OUT * data.count()));
            int longest = 0;
            for (int i = 0; i < data.count() - held; i++) {
                longest = Math.max(longest, data.length(i));
            }
            return longest;
        }
        return data.longest() - (int) Math.round(HELD_OUT * data.longest());
    }

    /** The default of a window or horizon: the usual one, or the largest that short sequences allow. */
    public static int fitting(OptionalInt given, int usual, Sequences data) {
        return given.orElse(Math.max(1, Math.min(usual, longest(data) / 4)));
    }

    /**
     * Why a learner cannot learn from such data; empty if it can.
     *
     * @param setting the name of the setting of the window, for messages
     * @param window its value
     * @param needed the rows that a sequence must have
     * @param features the features of the largest regression
     * @param targets its targets
     */
    public static Optional<ValidationError> objection(String learner, Sequences data, String setting, int window, int needed,
            long features, long targets) {
        int longest = longest(data);
        if (longest < needed) {
            String found = data.count() == 0 ? "there are none"
                    : "the longest of " + data.count() + " has " + data.longest() + " rows"
                            + (longest < data.longest() ? ", " + longest + " without the part that is held out" : "");
            return Optional.of(ValidationError.of(learner + " needs a sequence of at least " + needed + " rows with " + setting
                    + "=" + window + "; " + found));
        }
        if (features + targets > MOST) {
            return Optional.of(ValidationError.of(learner + " solves regressions of at most " + MOST
                    + " features and targets; " + data.space().size() + " channels"
                    + data.inputs().map(inputs -> " and " + inputs.space().size() + " inputs").orElse("")
                    + " with " + setting + "=" + window + " need " + (features + targets)
                    + "; use a smaller " + setting + " or fewer channels"));
        }
        return Optional.empty();
    }

    /** Why a learner that stores the error covariance cannot learn from so many channels; empty if it can. */
    public static Optional<ValidationError> tooWide(String learner, Sequences data, int most) {
        return data.space().size() <= most ? Optional.empty()
                : Optional.of(ValidationError.of(learner + " learns from at most " + most + " channels; found "
                        + data.space().size()));
    }
}
