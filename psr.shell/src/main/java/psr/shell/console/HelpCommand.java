package psr.launcher;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

import psr.api.settings.Spelling;
import psr.launcher.shell.Arguments;

/** The commands that every shell has. */
@Component(service = Basics.class, property = {CommandProcessor.COMMAND_SCOPE + "=psr",
        CommandProcessor.COMMAND_FUNCTION + "=help", CommandProcessor.COMMAND_FUNCTION + "=version",
        CommandProcessor.COMMAND_FUNCTION + "=exit"})
public final class Basics {

    private final BundleContext context;

    @Activate
    public Basics(BundleContext context) {
        this.context = context;
    }

    @Descriptor("lists the commands, or says what one does: help [COMMAND]")
    public void help(CommandSession session, String[] arguments) {
        Map<String, String> commands = commands(context);
        List<String> words = Arguments.parse("help", arguments, List.of()).words();
        for (String word : words) {
            if (!commands.containsKey(word)) {
                throw new IllegalArgumentException("no command named '" + word + "'"
                        + Spelling.hint(word, commands.keySet()) + " present: "
                        + String.join(", ", commands.keySet()));
            }
        }
        if (!words.isEmpty()) {
            commands.keySet().retainAll(words);
        }
        int width = commands.keySet().stream().mapToInt(String::length).max().orElse(0);
        commands.forEach((name, line) ->
                session.getConsole().println(("%-" + width + "s  %s").formatted(name, line).stripTrailing()));
    }

    @Descriptor("shows the versions of the laboratory and of Java")
    public String version(String[] arguments) {
        Arguments.parse("version", arguments, List.of()).none();
        return "psr " + context.getBundle().getVersion() + ", Java " + Runtime.version() + ", "
                + context.getBundle(0).getSymbolicName() + " " + context.getBundle(0).getVersion();
    }

    @Descriptor("leaves the shell (so does Ctrl-D)")
    public void exit(CommandSession session, String[] arguments) {
        Arguments.parse("exit", arguments, List.of()).none();
        session.put(Console.LEAVING, true);
    }

    /** The commands in scope psr, each with its one line, in alphabetical order. */
    static Map<String, String> commands(BundleContext context) {
        Map<String, String> commands = new TreeMap<>();
        try {
            for (ServiceReference<?> reference : context.getAllServiceReferences(null, "(osgi.command.scope=psr)")) {
                Object service = context.getService(reference);
                if (service == null) {
                    continue; // it left while we looked
                }
                for (String name : names(reference.getProperty(CommandProcessor.COMMAND_FUNCTION))) {
                    commands.merge(name, line(service, name), (a, b) -> a.isEmpty() ? b : a);
                }
                context.ungetService(reference);
            }
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
        return commands;
    }

    private static String[] names(Object property) {
        if (property instanceof String[] names) {
            return names;
        }
        if (property instanceof Collection<?> names) {
            return names.stream().map(String::valueOf).toArray(String[]::new);
        }
        return property == null ? new String[0] : new String[] { property.toString() };
    }

    private static String line(Object service, String function) {
        // new-learner is the method newLearner
        String name = function.replace("-", "");
        for (Method method : service.getClass().getMethods()) {
            Descriptor descriptor = method.getAnnotation(Descriptor.class);
            if (descriptor != null && (method.getName().equalsIgnoreCase(name)
                    || method.getName().equalsIgnoreCase("_" + name))) {
                return descriptor.value();
            }
        }
        return "";
    }
}
