package psr.shell.models;

import java.io.IOException;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Alphabet;
import psr.api.data.Space;
import psr.api.lab.LearnedModel;
import psr.api.lab.Sampler;
import psr.api.model.Repair;
import psr.api.text.Notation;
import psr.shell.command.Arguments;
import psr.shell.command.Invocation;
import psr.shell.command.Output;
import psr.shell.command.ShellCommand;

/** {@code sample}: draws sequences from a model. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=sample"})
public final class SampleCommand extends ShellCommand {

    private final SavedModels saved;

    @Activate
    public SampleCommand(@Reference SavedModels saved) {
        super("sample");
        this.saved = saved;
    }

    @Override
    public void run(Invocation call) throws IOException {
        Arguments arguments = call.arguments();
        String file = arguments.only("one model file, for example: sample model.json");
        LearnedModel model = saved.load(call, file);
        if (model.model().space().kind() == Space.Kind.VECTORS) {
            VectorSamples.print(call, model);
            return;
        }
        VectorCommands.refuse(call, "numbers", "inputs");
        int count = (int) arguments.whole("sequences", 10, 1, 100_000_000);
        int length = (int) arguments.whole("length", 100, 1, 100_000_000);
        long seed = arguments.seed();
        Repair repair = ScoreCommand.repair(arguments, "raw scores are not probabilities");
        Notation written = model.notation().orElseGet(() -> Notation.fitting(model.model().space().as(Alphabet.class)));
        Notation notation = arguments.text("separator").map(written::withSeparator).orElse(written);
        Sampler sampler = Sampler.seeded(model.model(), repair, seed);
        Output output = call.output().utf8();
        for (int i = 0; i < count; i++) {
            output.print(notation.write(sampler.draw(length), model.model().space().as(Alphabet.class)));
            if (i % 1000 == 999) {
                output.flush();
            }
        }
        output.flush();
    }
}
