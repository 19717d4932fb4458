package psr.shell.console;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import psr.api.settings.Spelling;
import psr.shell.command.Usage;

/** The commands of Gogo that are present: those of the laboratory, of plugins, and of the framework. */
final class CommandList {

    /** The scope of the laboratory's commands. */
    static final String SCOPE = "psr";
    private static final String OF_PLUGINS = "Commands of plugins";

    private final BundleContext context;

    CommandList(BundleContext context) {
        this.context = context;
    }

    /** The commands of a scope, by name, without acquiring their services. */
    SortedSet<String> names(String scope) {
        SortedSet<String> names = new TreeSet<>();
        for (ServiceReference<?> reference : references("(" + CommandProcessor.COMMAND_SCOPE + "=" + scope + ")")) {
            names.addAll(functions(reference));
        }
        return names;
    }

    /** All commands with their scope, such as {@code felix:lb}. */
    SortedSet<String> scoped() {
        SortedSet<String> names = new TreeSet<>();
        for (ServiceReference<?> reference : references("(" + CommandProcessor.COMMAND_SCOPE + "=*)")) {
            functions(reference).forEach(name -> names.add(reference.getProperty(CommandProcessor.COMMAND_SCOPE) + ":" + name));
        }
        return names;
    }

    /** The commands of scope psr with their summaries, by topic; those of plugins last. */
    Map<String, Map<String, String>> summaries() {
        Map<String, Map<String, String>> summaries = new LinkedHashMap<>();
        for (Usage.Topic topic : Usage.Topic.values()) {
            summaries.put(topic.heading(), new TreeMap<>());
        }
        summaries.put(OF_PLUGINS, new TreeMap<>());
        for (ServiceReference<?> reference : references("(" + CommandProcessor.COMMAND_SCOPE + "=" + SCOPE + ")")) {
            for (String name : functions(reference)) {
                Usage.find(name).ifPresentOrElse(
                        usage -> summaries.get(usage.topic().heading()).put(name, usage.summary()),
                        () -> summaries.get(OF_PLUGINS).merge(name, String.join("; ", described(reference, name)),
                                (a, b) -> a.isEmpty() ? b : a));
            }
        }
        summaries.values().removeIf(Map::isEmpty);
        return summaries;
    }

    /** The usage of a command of the laboratory; empty for other commands. */
    Optional<Usage> usage(String name) {
        return names(SCOPE).contains(name) ? Usage.find(name) : Optional.empty();
    }

    /**
     * The help of a command of any scope.
     *
     * @param typed with or without its scope
     * @throws IllegalArgumentException if there is none
     */
    List<String> help(String typed) {
        int colon = typed.indexOf(':');
        String scope = colon < 0 ? "" : typed.substring(0, colon);
        String name = typed.substring(colon + 1);
        if (scope.isEmpty() || scope.equals(SCOPE)) {
            Optional<Usage> ours = usage(name);
            if (ours.isPresent()) {
                return ours.get().help();
            }
        }
        List<String> lines = new ArrayList<>();
        for (ServiceReference<?> reference : references("(" + CommandProcessor.COMMAND_FUNCTION + "=" + escaped(name) + ")")) {
            String found = String.valueOf(reference.getProperty(CommandProcessor.COMMAND_SCOPE));
            if (scope.isEmpty() || scope.equals(found)) {
                List<String> described = described(reference, name);
                lines.add(found + ":" + name + (described.isEmpty() ? "" : "  " + described.get(0)));
                described.stream().skip(1).forEach(line -> lines.add("  " + line));
            }
        }
        if (lines.isEmpty()) {
            throw unknown(typed);
        }
        return lines;
    }

    /** The exception for an unknown command. */
    IllegalArgumentException unknown(String typed) {
        Collection<String> known = names(SCOPE);
        return new IllegalArgumentException("no command named '" + typed + "'" + Spelling.hint(typed, known) + " present: "
                + String.join(", ", known));
    }

    private List<ServiceReference<?>> references(String filter) {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, filter);
            return found == null ? List.of() : List.of(found);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String escaped(String text) {
        return text.replaceAll("([\\\\*()])", "\\\\$1");
    }

    private static List<String> functions(ServiceReference<?> reference) {
        Object property = reference.getProperty(CommandProcessor.COMMAND_FUNCTION);
        if (property instanceof String[] names) {
            return List.of(names);
        }
        if (property instanceof Collection<?> names) {
            return names.stream().map(String::valueOf).toList();
        }
        return property == null ? List.of() : List.of(property.toString());
    }

    /** The description of a command of another bundle: what it does, then its parameters. */
    private List<String> described(ServiceReference<?> reference, String function) {
        // a function new-thing is the method newThing; a Java keyword has an underscore before it
        String name = function.replace("-", "");
        List<String> lines = new ArrayList<>();
        Object service = context.getService(reference);
        if (service == null) {
            return lines; // unregistered in the meantime
        }
        for (Method method : service.getClass().getMethods()) {
            Descriptor descriptor = method.getAnnotation(Descriptor.class);
            if (descriptor == null
                    || !method.getName().equalsIgnoreCase(name) && !method.getName().equalsIgnoreCase("_" + name)) {
                continue;
            }
            lines.add(descriptor.value());
            for (java.lang.reflect.Parameter parameter : method.getParameters()) {
                Parameter option = parameter.getAnnotation(Parameter.class);
                Descriptor what = parameter.getAnnotation(Descriptor.class);
                if (what != null) {
                    lines.add((option == null ? parameter.getType().getSimpleName() : String.join(", ", option.names())) + "  "
                            + what.value());
                }
            }
        }
        context.ungetService(reference);
        return lines;
    }
}
