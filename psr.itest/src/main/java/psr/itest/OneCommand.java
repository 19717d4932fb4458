package psr.itest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Does in this process what {@code ./psr COMMAND …} does in one of its own, in milliseconds. */
final class OneCommand {

    /**
     * What became of a command.
     *
     * @param exitCode the process would end with this
     * @param line the last line it would print to its standard error, with which it says why; empty if it worked
     * @param out what it printed to its standard output
     */
    record CommandEnd(int exitCode, String line, String out) {}

    private final Method execute;
    private final Method exitCode;
    private final Method line;
    private final Object commands;

    OneCommand() throws ReflectiveOperationException {
        Bundle shell = Stream.of(Shell.CONTEXT.getBundles()).filter(each -> each.getSymbolicName().equals("psr.shell"))
                .findFirst().orElseThrow();
        // The main class of the process is not a service, and no module exports it.
        Class<?> list = shell.loadClass("psr.shell.console.CommandList");
        execute = open(shell.loadClass("psr.shell.console.Main").getDeclaredMethod("execute", List.class,
                CommandSession.class, list));
        exitCode = open(shell.loadClass("psr.shell.console.ErrorMessage").getDeclaredMethod("exitCode"));
        line = open(shell.loadClass("psr.shell.console.ErrorMessage").getDeclaredMethod("line"));
        Constructor<?> constructor = list.getDeclaredConstructor(BundleContext.class);
        constructor.setAccessible(true);
        commands = constructor.newInstance(shell.getBundleContext());
    }

    private static Method open(Method method) {
        method.setAccessible(true);
        return method;
    }

    /**
     * Runs a command.
     *
     * @param folder the current one
     * @param in its standard input
     * @param words the command and its arguments
     */
    CommandEnd run(Path folder, byte[] in, List<String> words) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        try (CommandSession session = Shell.service(CommandProcessor.class).createSession(new ByteArrayInputStream(in),
                printer, printer)) {
            session.currentDir(folder);
            Object failure = execute.invoke(null, words, session, commands);
            printer.flush();
            return new CommandEnd((int) exitCode.invoke(failure), (String) line.invoke(failure),
                    out.toString(StandardCharsets.UTF_8));
        }
    }
}
