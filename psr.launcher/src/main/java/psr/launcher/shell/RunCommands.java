package psr.launcher.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.report.Reporter;
import psr.launcher.Home;
import psr.launcher.experiments.Presets;
import psr.launcher.lab.Lab;

/** The commands about experiments and their run folders. */
@Component(service = RunCommands.class, property = {"osgi.command.scope=psr", "osgi.command.function=run",
        "osgi.command.function=resume", "osgi.command.function=runs", "osgi.command.function=report",
        "osgi.command.function=compare", "osgi.command.function=presets"})
public final class RunCommands {

    private final Lab lab;
    private final Home home;

    /** Whoever makes something of results; comes and goes. The highest ranking is the last. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<Reporter> reporters;

    /** The commands of a laboratory. */
    @Activate
    public RunCommands(@Reference Lab lab, @Reference Home home) {
        this.lab = lab;
        this.home = home;
    }

    private List<Reporter> reporters() {
        List<Reporter> present = reporters == null ? List.of() : reporters;
        List<Reporter> highestFirst = new ArrayList<>(present);
        Collections.reverse(highestFirst);
        return highestFirst;
    }

    private Execution execution(CommandSession session) {
        return new Execution(lab, Streams.of(session), reporters(), home.folder());
    }

    /** Runs an experiment. */
    @Descriptor("compares recipes on a data set, or runs a preset or an experiment file; more: run --help")
    public void run(CommandSession session, String[] arguments) throws IOException {
        new RunCommand(lab, execution(session)).run(arguments);
    }

    /** Continues a run. */
    @Descriptor("continues a run that was stopped or killed: resume DIR")
    public void resume(CommandSession session, String[] arguments) throws IOException {
        new ResumeCommand(lab, execution(session)).run(arguments);
    }

    /** Lists runs. */
    @Descriptor("lists run folders and their states: runs [DIR]")
    public void runs(CommandSession session, String[] arguments) throws IOException {
        new FolderCommands(Streams.of(session), reporters()).runs(arguments);
    }

    /** Draws a run again. */
    @Descriptor("judges the claims of a run and draws its figures again: report DIR")
    public void report(CommandSession session, String[] arguments) throws IOException {
        new FolderCommands(Streams.of(session), reporters()).report(arguments);
    }

    /** Sets two runs side by side. */
    @Descriptor("sets two runs side by side, with paired differences: compare DIR DIR")
    public void compare(CommandSession session, String[] arguments) throws IOException {
        new FolderCommands(Streams.of(session), reporters()).compare(arguments);
    }

    /** Lists presets. */
    @Descriptor("lists the experiments that ship: run NAME runs one")
    public void presets(CommandSession session, String[] arguments) {
        Arguments.parse("presets", arguments, List.of()).none();
        Table table = new Table(false, List.of("name", "what it is"));
        Presets.NAMES.forEach(name -> table.add(name, Presets.summary(name)));
        Streams.of(session).print(table.lines());
    }
}
