package psr.shell.scaffold;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

import psr.api.lab.Catalog;
import psr.api.lab.Plugins;
import psr.api.learn.Learner;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;

/** Writes a project for a new service. */
abstract class NewServiceCommand extends ShellCommand {

    private final ProjectKind kind;
    private final String command;
    private final Catalog catalogue;
    private final Plugins plugins;

    NewServiceCommand(ProjectKind kind, String command, Catalog catalogue, Plugins plugins) {
        super(command);
        this.kind = kind;
        this.command = command;
        this.catalogue = catalogue;
        this.plugins = plugins;
    }

    /** The requested project. */
    ServiceProject project(Invocation call, String name) {
        return new ServiceProject(kind, name);
    }

    @Override
    public void run(Invocation call) throws IOException {
        List<String> words =
                call.arguments().words(2, 2, "the name of the " + kind.word() + " and a new folder: " + command + " NAME DIR");
        String name = words.get(0);
        Path folder = call.path(words.get(1));
        ServiceProject project = project(call, name);
        refuseTaken(name);
        Bundle api = FrameworkUtil.getBundle(Learner.class);
        ServiceProject.write(project.files(api.getVersion().toString(), jars(api), plugins.folder()), folder);
        call.output().print(List.of(
                "wrote the project of the " + kind.word() + " '" + name + "' to " + folder,
                "next:",
                "  cd " + quoted(folder),
                "  mvn package",
                "  cp target/" + name + "-1.0.0.jar " + quoted(plugins.folder()),
                "  " + quoted(Path.of(ServiceProject.program(plugins.folder()))) + " " + project.command()));
    }

    /** The running psr.api, with the sources and the Javadoc that this bundle contains. */
    private static Map<String, byte[]> jars(Bundle api) throws IOException {
        return Map.of(".jar", ApiJar.of(api), "-sources.jar", carried("sources.jar"), "-javadoc.jar", carried("javadoc.jar"));
    }

    private static byte[] carried(String name) throws IOException {
        try (InputStream in = NewServiceCommand.class.getResourceAsStream(name)) {
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
        catalogue.named(name).stream().filter(service -> service.kind() == kind.service()).findFirst()
                .ifPresent(taken -> {
                    throw new IllegalArgumentException("the name of a new " + kind.word() + " must be unique; '" + name
                            + "' belongs to " + taken.bundle());
                });
    }
}
