package psr.shell.scaffold;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.data.Space;
import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.api.lab.ServiceKind;
import psr.api.learn.Learner;
import psr.shell.catalogue.ListCommand;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** {@code new-learner}: writes a project for a new learner. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-learner"})
public final class NewLearnerCommand extends ShellCommand {

    private final Catalog catalogue;
    private final Plugins plugins;

    @Activate
    public NewLearnerCommand(@Reference Catalog catalogue, @Reference Plugins plugins) {
        super("new-learner");
        this.catalogue = catalogue;
        this.plugins = plugins;
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<String> words =
                call.arguments().words(2, 2, "the name of the learner and a new folder: new-learner NAME DIR");
        String name = words.get(0);
        Path folder = call.path(words.get(1));
        Space.Kind space = ListCommand.kind(call.arguments().text("space").orElse(Space.Kind.SYMBOLS.toString()));
        boolean inputs = call.arguments().flag("inputs");
        LearnerProject project = new LearnerProject(name, space, inputs);
        refuseTaken(name);
        Bundle api = FrameworkUtil.getBundle(Learner.class);
        LearnerProject.write(project.files(api.getVersion().toString(), jars(api), plugins.folder()), folder);
        call.output().print(List.of(
                "wrote the project of the learner '" + name + "' to " + folder,
                "next:",
                "  cd " + quoted(folder),
                "  mvn package",
                "  cp target/" + name + "-1.0.0.jar " + quoted(plugins.folder()),
                "  " + quoted(Path.of(LearnerProject.program(plugins.folder()))) + " run "
                        + (space == Space.Kind.SYMBOLS ? "ring " : inputs ? "pendulum:inputs=on " : "pendulum ") + name));
    }

    /** The running psr.api, with the sources and the Javadoc that this bundle contains. */
    private static Map<String, byte[]> jars(Bundle api) throws IOException {
        return Map.of(".jar", ApiJar.of(api), "-sources.jar", carried("sources.jar"), "-javadoc.jar", carried("javadoc.jar"));
    }

    private static byte[] carried(String name) throws IOException {
        try (InputStream in = NewLearnerCommand.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("this build of psr.shell lacks the " + name + " of psr.api");
            }
            return in.readAllBytes();
        }
    }

    /** Quotes text as one word of a shell. */
    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[\\w./\\\\:~+-]*") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private void refuseTaken(String name) {
        catalogue.named(name).stream().filter(service -> service.kind() == ServiceKind.LEARNER).findFirst()
                .ifPresent(taken -> {
                    throw new IllegalArgumentException("the name of a new learner must be unique; '" + name
                            + "' belongs to " + taken.bundle());
                });
    }
}
