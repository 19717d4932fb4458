package psr.launcher.use;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Process;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.report.Inspector;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Lab;
import psr.launcher.models.ModelFiles;
import psr.launcher.models.SavedModel;
import psr.launcher.shell.Streams;

/** The commands that make models and use them. */
@Component(service = UseCommands.class, property = {"osgi.command.scope=psr", "osgi.command.function=train",
        "osgi.command.function=predict", "osgi.command.function=score", "osgi.command.function=sample",
        "osgi.command.function=inspect", "osgi.command.function=evaluate", "osgi.command.function=check"})
public final class UseCommands {

    private final Catalogue catalogue;
    private final Lab lab;
    private final ModelFiles files;

    /** Those who have something to say about a model. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<Inspector> inspectors = List.of();

    /** The commands of a laboratory. */
    @Activate
    public UseCommands(@Reference Catalogue catalogue, @Reference Lab lab, @Reference ModelFiles files) {
        this.catalogue = catalogue;
        this.lab = lab;
        this.files = files;
    }

    /** Learns a model and keeps it. */
    @Descriptor("learns a model and writes it to a file; more: train --help")
    public void train(CommandSession session, String[] arguments) throws Exception {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, TrainCommand.HELP)) {
            new TrainCommand(lab, catalogue, files, streams).run(arguments);
        }
    }

    /** Predicts what comes next. */
    @Descriptor("says what comes next after lines of symbols; more: predict --help")
    public void predict(CommandSession session, String[] arguments) throws IOException {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, PredictCommand.HELP)) {
            new PredictCommand(arguments, files).run(in(session), utf8(streams));
        }
    }

    /** Scores sequences. */
    @Descriptor("says how likely a model holds lines of symbols; more: score --help")
    public void score(CommandSession session, String[] arguments) throws IOException {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, ScoreCommand.HELP)) {
            new ScoreCommand(arguments, files).run(in(session), utf8(streams));
        }
    }

    /** Draws sequences. */
    @Descriptor("draws sequences from a model; more: sample --help")
    public void sample(CommandSession session, String[] arguments) {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, SampleCommand.HELP)) {
            SampleCommand.run(arguments, files, utf8(streams));
        }
    }

    /** Describes a model. */
    @Descriptor("says in words what a model file holds: inspect MODEL")
    public void inspect(CommandSession session, String[] arguments) throws IOException {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, InspectCommand.HELP)) {
            streams.print(new InspectCommand(lab, catalogue, files, List.copyOf(inspectors)).lines(arguments));
        }
    }

    /** Cross-validates recipes. */
    @Descriptor("compares recipes on a data set by cross-validation; more: evaluate --help")
    public void evaluate(CommandSession session, String[] arguments) throws Exception {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, EvaluateCommand.HELP)) {
            new EvaluateCommand(lab, streams).run(arguments);
        }
    }

    /** Tries whether a service keeps its promises. */
    @Descriptor("tries whether a learner, refiner, data set or metric keeps its promises; more: check --help")
    public void check(CommandSession session, String[] arguments) {
        Streams streams = Streams.of(session);
        if (!help(streams, arguments, CheckCommand.HELP)) {
            new CheckCommand(lab, streams).run(arguments);
        }
    }

    private static boolean help(Streams streams, String[] arguments, List<String> help) {
        boolean asked = List.of(arguments).contains("--help");
        if (asked) {
            streams.print(help);
        }
        return asked;
    }

    /** What other programs read is in UTF-8, whatever the locale. */
    private static PrintStream utf8(Streams streams) {
        return new PrintStream(streams.out(), false, StandardCharsets.UTF_8);
    }

    private static InputStream in(CommandSession session) {
        Process process = Process.Utils.current();
        return process == null ? session.getKeyboard() : process.in();
    }

    /** @throws IllegalArgumentException if the file that the user named is no model we can read */
    static SavedModel load(ModelFiles files, String file) {
        try {
            return files.load(Path.of(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
