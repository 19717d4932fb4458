package psr.shell.models;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.data.Channels;
import psr.api.lab.LearnedModel;
import psr.api.model.Model;
import psr.api.model.VectorFilter;
import psr.math.csv.Heading;
import psr.math.Gaussian;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RowPrinter;
import psr.shell.models.SequenceInput.UnknownChoice;
import psr.shell.text.CsvLine;

/** {@code predict} and {@code score} for models of vectors. */
final class VectorCommands {

    private static final String INPUT = "-";
    /** The maximum number of channels with intervals: a covariance of 2,000 channels takes 32 MB. */
    private static final int WIDEST = 2_000;
    /** The probabilities of the intervals, and their half-widths in standard deviations. */
    private static final String[] PERCENT = {"50%", "90%"};
    private static final double[] REACH = {.674489750196082, 1.6448536269514722};

    private final Invocation call;
    private final Model model;
    private final Channels channels;
    private final TableLayout layout;
    private final String file;
    private final Output output;
    private final double[] mean;
    private final double[] covariance;

    /** @param model of vectors */
    VectorCommands(Invocation call, LearnedModel model) {
        this.call = call;
        this.model = model.model();
        channels = this.model.space().as(Channels.class);
        layout = TableLayout.of(call.arguments(), model);
        List<String> words = call.arguments().words();
        file = words.size() < 2 ? INPUT : words.get(1);
        output = call.output().utf8();
        mean = new double[channels.size()];
        covariance = new double[channels.size() > WIDEST ? 0 : channels.size() * channels.size()];
    }

    /** Rejects options that are for models of the other kind. */
    static void refuse(Invocation call, String kind, String... options) {
        for (String option : options) {
            if (call.arguments().has(option)) {
                throw new IllegalArgumentException("--" + option + " is only for models of " + kind);
            }
        }
    }

    /** Forecasts after the last row of each sequence, or after each line of standard input. */
    void predict() throws IOException {
        refuse(call, "symbols", "top", "repair");
        if (file.equals(INPUT)) {
            PredictCommand.checkAnswers(call.arguments());
        }
        int ahead = (int) call.arguments().whole("ahead", 1, 1, 100_000);
        InputPlan plan = InputPlan.of(call, model.inputs().map(space -> space.as(Channels.class)), layout);
        int needed = VectorSequence.needed(model, ahead, layout.lag());
        if (needed > plan.inputs().size()) {
            throw new IllegalArgumentException(VectorSequence.missing(ahead, layout.lag(),
                    model.inputs().orElseThrow().as(Channels.class), plan.inputs().size()));
        }
        try (VectorTable table = VectorTable.open(call, file, model, layout)) {
            List<String> heading = new ArrayList<>();
            table.sequenceHeading().ifPresent(heading::add);
            table.timeHeading().ifPresent(name -> heading.add("after " + name));
            boolean timed = plan.times().size() >= ahead && !file.equals(INPUT);
            if (timed) {
                heading.add(table.timeHeading().or(layout::time).orElseThrow());
            }
            heading.addAll(List.of("row", "ahead"));
            channelHeadings(heading);
            if (file.equals(INPUT)) {
                output.print(CsvLine.of(heading.toArray()));
                output.flush();
                eachLine(table, plan, ahead);
                return;
            }
            int rows = 0;
            while (table.next()) {
                VectorSequence sequence = table.sequence();
                sequence.update(table.row(), table.time());
                rows++;
            }
            if (rows == 0) {
                throw new IllegalArgumentException(file + " must have at least 1 row; it has only headings");
            }
            try (RowPrinter printer = rows(heading.toArray(String[]::new))) {
                for (Map.Entry<String, VectorSequence> each : table.sequences().entrySet()) {
                    each.getValue().plan(plan.inputs(), ahead);
                    for (int k = 1; k <= ahead; k++) {
                        printer.print(fields(table, each.getKey(), each.getValue(), k,
                                timed ? Optional.of(plan.times().get(k - 1)) : Optional.empty()));
                    }
                }
            }
        }
    }

    private RowPrinter rows(String... heading) {
        return new RowPrinter(output, call.arguments().format(Format.CSV), heading);
    }

    private void channelHeadings(List<String> heading) {
        boolean intervals = covariance(VectorFilter.of(model), 1);
        for (int c = 0; c < channels.size(); c++) {
            heading.add(new Heading(channels.names().get(c), channels.unit(c)).toString());
            for (String percent : PERCENT) {
                if (intervals) {
                    heading.add(channels.names().get(c) + " " + percent + " from");
                    heading.add(channels.names().get(c) + " " + percent + " to");
                }
            }
        }
    }

    /** Fills the covariance of the error of a forecast; returns whether there is one. */
    private boolean covariance(VectorFilter filter, int ahead) {
        return covariance.length > 0 && filter.covariance(ahead, covariance);
    }

    private Object[] fields(VectorTable table, String name, VectorSequence sequence, int ahead, Optional<String> time) {
        List<Object> fields = new ArrayList<>();
        table.sequenceHeading().ifPresent(heading -> fields.add(name));
        table.timeHeading().ifPresent(heading -> fields.add(sequence.time()));
        time.ifPresent(fields::add);
        fields.add(sequence.rows() + ahead);
        fields.add(ahead);
        sequence.filter().mean(ahead, mean);
        boolean known = covariance(sequence.filter(), ahead);
        for (int c = 0; c < mean.length; c++) {
            fields.add(rounded(mean[c]));
            double deviation = known ? Math.sqrt(covariance[c * mean.length + c]) : 0;
            for (double reach : REACH) {
                if (known) {
                    fields.add(rounded(mean[c] - reach * deviation));
                    fields.add(rounded(mean[c] + reach * deviation));
                }
            }
        }
        return fields.toArray();
    }

    /** Rounds to twelve digits; further digits are rounding errors. */
    private static double rounded(double value) {
        return value == 0 ? 0 : new java.math.BigDecimal(value).round(new java.math.MathContext(12)).doubleValue();
    }

    /** Answers each line immediately, even if it is malformed: another program may wait for the answer. */
    private void eachLine(VectorTable table, InputPlan plan, int ahead) {
        UnknownChoice unknown = call.arguments().choice("unknown", UnknownChoice.ERROR);
        int refused = 0;
        int count = 0;
        while (table.next()) {
            count++;
            String answer;
            try {
                VectorSequence sequence = table.sequence();
                sequence.update(table.row(), table.time());
                sequence.plan(plan.inputs(), ahead);
                answer = CsvLine.of(fields(table, table.name(), sequence, ahead, Optional.empty()));
            } catch (IllegalArgumentException e) {
                if (unknown == UnknownChoice.STOP) {
                    throw e;
                }
                refused++;
                answer = CsvLine.of("error", e.getMessage());
            }
            output.print(answer);
            output.flush();
        }
        if (refused > 0) {
            throw new CommandFailedException(
                    refused + " of " + count + (count == 1 ? " line" : " lines") + " could not be answered");
        }
    }

    /** The score of one sequence. */
    private static final class Score {
        private int rows;
        private long values;
        private double logDensity;
        private double squares;
        private int densities;

        void add(Score other) {
            rows += other.rows;
            values += other.values;
            logDensity += other.logDensity;
            squares += other.squares;
            densities += other.densities;
        }
    }

    /** The logarithm of the density of each sequence, and its error one step ahead. */
    void score() throws IOException {
        refuse(call, "symbols", "repair");
        java.util.LinkedHashMap<String, Score> scores = new java.util.LinkedHashMap<>();
        try (VectorTable table = VectorTable.open(call, file, model, layout)) {
            while (table.next()) {
                VectorSequence sequence = table.sequence();
                Score score = scores.computeIfAbsent(table.name(), any -> new Score());
                add(score, sequence.filter(), table.row());
                sequence.update(table.row(), table.time());
            }
        }
        try (RowPrinter printer = rows("sequence", "rows", "values", "log-density", "per-row", "mse")) {
            Score all = new Score();
            int number = 0;
            for (Map.Entry<String, Score> each : scores.entrySet()) {
                number++;
                print(printer, each.getKey().isEmpty() ? (Object) number : each.getKey(), each.getValue());
                all.add(each.getValue());
            }
            print(printer, "all", all);
        }
    }

    private void add(Score score, VectorFilter filter, double[] row) {
        filter.mean(1, mean);
        for (int c = 0; c < row.length; c++) {
            if (!Double.isNaN(row[c])) {
                score.values++;
                score.squares += (row[c] - mean[c]) * (row[c] - mean[c]);
            }
        }
        score.rows++;
        if (covariance(filter, 1) && !Arrays.stream(row).allMatch(Double::isNaN)) {
            score.logDensity += Gaussian.logDensity(row, mean, covariance);
            score.densities++;
        }
    }

    private static void print(RowPrinter printer, Object name, Score score) {
        boolean known = score.densities > 0;
        printer.print(name, score.rows, score.values, known ? (Object) rounded(score.logDensity) : null,
                known ? (Object) rounded(score.logDensity / score.densities) : null,
                score.values > 0 ? (Object) rounded(score.squares / score.values) : null);
    }
}
