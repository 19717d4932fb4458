package psr.shell.models;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import psr.api.data.Channels;
import psr.api.data.Vectors;
import psr.api.lab.LearnedModel;
import psr.api.learn.SeededRun;
import psr.api.model.Model;
import psr.api.model.VectorFilter;
import psr.math.csv.Heading;
import psr.math.Gaussian;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.text.CsvLine;

/** {@code sample} for models of vectors: each row from the forecast's normal distribution given those before it. */
final class VectorSamples {

    private VectorSamples() {}

    static void print(Invocation call, LearnedModel learned) throws IOException {
        Arguments arguments = call.arguments();
        VectorCommands.refuse(call, "symbols", "repair");
        int count = (int) arguments.whole("sequences", 10, 1, 100_000_000);
        Model model = learned.model();
        Optional<Channels> inputs = model.inputs().map(space -> space.as(Channels.class));
        InputPlan plan = InputPlan.of(call, inputs, TableLayout.of(arguments, learned));
        int length =
                (int) arguments.whole("length", inputs.isPresent() && !plan.inputs().isEmpty() ? plan.inputs().size() : 100, 1,
                        100_000_000);
        if (inputs.isPresent() && plan.inputs().size() < length) {
            throw new IllegalArgumentException(VectorSequence.missing(length, 0, inputs.get(), plan.inputs().size()));
        }
        Optional<Vectors> planned = inputs.map(space -> Vectors.of(space, plan.inputs().toArray(double[][]::new)));
        Channels channels = model.space().as(Channels.class);
        Output output = call.output().utf8();
        List<Object> heading = new ArrayList<>(List.of("sequence", "row"));
        for (int c = 0; c < channels.size(); c++) {
            heading.add(new Heading(channels.names().get(c), channels.unit(c)).toString());
        }
        output.print(CsvLine.of(heading.toArray()));
        RandomGenerator random = new SplittableRandom(SeededRun.derive(arguments.seed(), "sample"));
        VectorFilter filter = VectorFilter.of(model);
        for (int i = 1; i <= count; i++) {
            filter.reset();
            if (planned.isPresent()) {
                filter.plan(planned.get(), 0, 0);
            }
            draw(filter, channels.size(), i, length, random, output);
            output.flush();
        }
    }

    private static void draw(VectorFilter filter, int d, int number, int length, RandomGenerator random, Output output) {
        double[] mean = new double[d];
        double[] row = new double[d];
        double[] covariance = new double[d * d];
        Object[] fields = new Object[d + 2];
        for (int t = 1; t <= length; t++) {
            filter.mean(1, mean);
            if (!filter.covariance(1, covariance)) {
                throw new IllegalArgumentException("sample needs a model with a distribution; this one predicts only means");
            }
            Gaussian.draw(mean, covariance, random, row);
            filter.update(row);
            fields[0] = number;
            fields[1] = t;
            for (int c = 0; c < d; c++) {
                fields[c + 2] = row[c];
            }
            output.print(CsvLine.of(fields));
        }
    }
}
