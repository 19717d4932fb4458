package psr.shell.models;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Alphabet;
import psr.api.data.Space;
import psr.api.lab.LearnedModel;
import psr.api.lab.Predictor;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;
import psr.shell.command.Arguments;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RowPrinter;
import psr.shell.command.ShellCommand;
import psr.shell.models.SequenceInput.UnknownChoice;
import psr.shell.text.CsvLine;

/** {@code predict}: predicts the next symbol after each prefix of given sequences or after each line of standard input. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=predict"})
public final class PredictCommand extends ShellCommand {

    private static final int TOP = 5;
    private final SavedModels saved;

    @Activate
    public PredictCommand(@Reference SavedModels saved) {
        super("predict");
        this.saved = saved;
    }

    /** The settings of all sequences. */
    private record Question(Model model, Predictor predictor, int ahead, int top) {

        /** The likeliest symbols as they are printed, best first. */
        List<Map.Entry<String, Double>> best() {
            double[] probabilities = predictor.probabilities(ahead);
            return IntStream.of(Predictor.best(probabilities, top))
                    .mapToObj(symbol -> Map.entry(model.space().as(Alphabet.class).name(symbol), probabilities[symbol])).toList();
        }
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        SavedModels.check("predict", arguments);
        LearnedModel model = saved.load(call, arguments.words().get(0));
        if (model.model().space().kind() == Space.Kind.VECTORS) {
            saved.checkTable(call);
            new VectorCommands(call, model).predict();
            return;
        }
        VectorCommands.refuse(call, "numbers", "inputs", "sequence", "time", "header", "input-lag");
        int ahead = (int) arguments.whole("ahead", 1, 1, 1_000_000);
        Repair repair = arguments.choice("repair", Predictor.DEFAULT);
        UnknownChoice unknown = arguments.choice("unknown", UnknownChoice.ERROR);
        try (SequenceInput input = saved.input(call, model)) {
            int top = (int) arguments.whole("top", input.driven() ? TOP : Integer.MAX_VALUE, 1, Integer.MAX_VALUE);
            Question question = new Question(model.model(), new Predictor(model.model(), repair), ahead, top);
            if (input.driven()) {
                checkAnswers(arguments);
                wholeLines(question, input, unknown, call.output().utf8());
            } else {
                Output output = call.output().utf8();
                try (RowPrinter rows =
                        new RowPrinter(output, arguments.format(Format.CSV), "sequence", "position", "symbol", "probability")) {
                    everyPrefix(question, input, rows, output);
                }
            }
            question.predictor.remark().ifPresent(call.output()::remark);
        }
    }

    /** Rejects formats with a beginning and an end: a program that reads an answer to each line could not parse them. */
    static void checkAnswers(Arguments arguments) {
        if (arguments.format(Format.CSV) != Format.CSV) {
            throw new IllegalArgumentException("--json and --latex need FILE; each line of standard input is answered by a line"
                    + " of CSV");
        }
    }

    private static void everyPrefix(Question question, SequenceInput input, RowPrinter rows, Output output) throws IOException {
        SymbolFilter filter = question.predictor.filter();
        while (input.next()) {
            int[] sequence = input.symbols();
            filter.reset();
            for (int t = 0; t <= sequence.length; t++) {
                for (Map.Entry<String, Double> each : question.best()) {
                    rows.print(input.name(), t + question.ahead, each.getKey(), each.getValue());
                }
                if (t < sequence.length) {
                    input.update(filter, sequence[t]);
                }
            }
            output.flush();
        }
    }

    /** Answers a line that cannot be read, too: another program may wait for the answer. */
    private static void wholeLines(Question question, SequenceInput input, UnknownChoice unknown, Output output)
            throws IOException {
        SymbolFilter filter = question.predictor.filter();
        int refused = 0;
        int count = 0;
        while (input.next()) {
            count++;
            filter.reset();
            String answer;
            try {
                for (int symbol : input.symbols()) {
                    input.update(filter, symbol);
                }
                answer = CsvLine
                        .of(question.best().stream().flatMap(each -> Stream.of(each.getKey(), each.getValue())).toArray());
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
            throw new CommandFailedException(refused + " of " + count + (count == 1 ? " line" : " lines")
                    + " could not be answered");
        }
    }
}
