package psr.shell.models;

import java.io.IOException;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Alphabet;
import psr.api.data.Space;
import psr.api.lab.LearnedModel;
import psr.api.lab.Predictor;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.text.Notation;
import psr.shell.command.Arguments;
import psr.shell.command.Format;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.RowPrinter;
import psr.shell.command.ShellCommand;

/** {@code score}: computes the probability of sequences under a model. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=score"})
public final class ScoreCommand extends ShellCommand {

    private final SavedModels saved;

    @Activate
    public ScoreCommand(@Reference SavedModels saved) {
        super("score");
        this.saved = saved;
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        SavedModels.check("score", arguments);
        LearnedModel model = saved.load(call, arguments.words().get(0));
        if (model.model().space().kind() == Space.Kind.VECTORS) {
            saved.checkTable(call);
            new VectorCommands(call, model).score();
            return;
        }
        VectorCommands.refuse(call, "numbers", "sequence", "time", "header", "input-lag");
        Repair repair = repair(arguments, "raw scores may be negative and have no logarithm");
        try (SequenceInput input = saved.input(call, model)) {
            Predictor predictor = new Predictor(model.model(), repair);
            Output output = call.output().utf8();
            try (RowPrinter rows =
                    new RowPrinter(output, arguments.format(Format.CSV), "sequence", "symbols", "unknown", "log-probability",
                            "bits", "per-symbol", "perplexity")) {
                score(model.model(), predictor, input, rows, output);
            }
            predictor.remark().ifPresent(call.output()::remark);
        }
    }

    /** A repair that yields probabilities. */
    static Repair repair(Arguments arguments, String why) {
        if (arguments.text("repair").filter("raw"::equals).isPresent()) {
            throw new IllegalArgumentException("--repair must be absolute or clip: " + why + "; found 'raw'");
        }
        return arguments.choice("repair", Predictor.DEFAULT);
    }

    private static void score(Model model, Predictor predictor, SequenceInput input, RowPrinter rows, Output output)
            throws IOException {
        double all = 0;
        long scored = 0;
        long unknown = 0;
        long sequences = 0;
        while (input.next()) {
            int[] sequence = input.symbols();
            if (sequence.length == 0 && input.leftOut() == 0 && model.space().as(Alphabet.class).end().isEmpty()) {
                continue;
            }
            predictor.reset();
            double sum = 0;
            int here = 0;
            int not = input.leftOut();
            for (int symbol : sequence) {
                if (symbol == Notation.ANYTHING) {
                    not++;
                } else {
                    sum += predictor.logarithm(symbol);
                    here++;
                }
                input.update(predictor.filter(), symbol);
            }
            if (model.space().as(Alphabet.class).end().isPresent()) {
                sum += predictor.logarithm(model.space().as(Alphabet.class).end().getAsInt());
                here++;
            }
            print(rows, input.name(), here, not, sum);
            output.flush();
            all += sum;
            scored += here;
            unknown += not;
            sequences++;
        }
        print(rows, "all", scored, unknown, all);
        if (sequences > 0) {
            double n = sequences;
            print(rows, "mean", scored / n, unknown / n, all / n);
        }
    }

    private static void print(RowPrinter rows, Object sequence, Number count, Number unknown, double sum) {
        double symbols = count.doubleValue();
        boolean some = symbols > 0;
        rows.print(sequence, count, unknown, sum, 0 - sum / Math.log(2), some ? (Object) (sum / symbols) : null,
                some ? (Object) Math.exp(-sum / symbols) : null);
    }
}
