package psr.launcher.scaffold;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.api.learn.Learner;
import psr.api.service.PsrService;
import psr.launcher.Home;

/** The command {@code new-learner}. A function, because no method of Java has a dash in its name. */
@Component(service = NewLearner.class, property = {"osgi.command.scope=psr", "osgi.command.function=new-learner"})
public final class NewLearner implements Function {

    private final BundleContext context;
    private final Home home;

    /** In this framework, with the plugins of this home. */
    @Activate
    public NewLearner(BundleContext context, @Reference Home home) {
        this.context = context;
        this.home = home;
    }

    @Override
    public Object execute(CommandSession session, List<Object> arguments) throws IOException {
        List<String> words = arguments.stream().map(String::valueOf).toList();
        if (words.contains("--help")) {
            return String.join(System.lineSeparator(),
                    "new-learner NAME DIR   writes a project for a learner of your own into a new folder",
                    "",
                    "  NAME   what users will call it: letters, digits and dashes, and no name that is taken",
                    "",
                    "The project builds with Maven alone; docs/YOUR-OWN-LEARNER.md tells the rest.");
        }
        if (words.size() != 2 || words.stream().anyMatch(word -> word.startsWith("--"))) {
            throw new IllegalArgumentException("new-learner needs the name of the learner and a new folder: new-learner"
                    + " NAME DIR; found " + (words.isEmpty() ? "nothing" : String.join(" ", words)));
        }
        Path here = session.currentDir();
        return newLearner(words.get(0), here == null ? Path.of(words.get(1)) : here.resolve(words.get(1)));
    }

    /** Writes the project; what to do with it. */
    @Descriptor("writes a project for a learner of your own: new-learner NAME DIR")
    public String newLearner(String name, Path folder) throws IOException {
        LearnerProject project = new LearnerProject(name);
        refuseTaken(name);
        Bundle api = FrameworkUtil.getBundle(Learner.class);
        LearnerProject.write(project.files(api.getVersion().toString(), ApiJar.of(api), home.plugins()), folder);
        return String.join(System.lineSeparator(),
                "wrote the project of the learner '" + name + "' to " + folder,
                "next:",
                "  cd " + quoted(folder),
                "  mvn package",
                "  cp target/" + name + "-1.0.0.jar " + quoted(home.plugins()),
                "  psr run ring " + name);
    }

    /** As a shell takes it for one word. */
    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[\\w./\\\\:~+-]*") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private void refuseTaken(String name) {
        try {
            @SuppressWarnings("rawtypes") // the registry knows no type arguments
            Collection<ServiceReference<Learner>> taken = context.getServiceReferences(Learner.class,
                    "(" + PsrService.NAME + "=" + name + ")");
            for (ServiceReference<?> reference : taken) {
                Bundle owner = reference.getBundle();
                throw new IllegalArgumentException("a new learner must have a name of its own; '" + name
                        + "' belongs to " + (owner == null ? "another" : owner.getSymbolicName() + " "
                        + owner.getVersion()));
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("a checked name must fit into a filter; " + name, e);
        }
    }
}
