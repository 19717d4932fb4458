package psr.shell.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;

import org.apache.felix.gogo.jline.Builtin;
import org.apache.felix.gogo.jline.Converters;
import org.apache.felix.gogo.jline.Expander;
import org.apache.felix.gogo.jline.Highlighter;
import org.apache.felix.gogo.jline.ParsedLineImpl;
import org.apache.felix.gogo.jline.Parser;
import org.apache.felix.gogo.jline.Posix;
import org.apache.felix.gogo.jline.Procedural;
import org.apache.felix.gogo.jline.Shell;
import org.apache.felix.gogo.runtime.CommandNotFoundException;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Job;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.Plugins;
import psr.shell.command.Interrupts;

/**
 * The interactive shell: Gogo's language, JLine's line editing, our profile and our error messages.
 *
 * <p>It does not use the loop of gogo.jline, which prints class names of exceptions, loads a profile that offers
 * java.lang.System, and starts by itself even if there is only one command to run.
 */
final class Console {

    /** The session variable that ends the loop. */
    static final String LEAVING = ".leaving";

    private static final String PROFILE = "gosh_profile";

    private final BundleContext context;
    private final CommandProcessor processor;
    private final Optional<Path> history;
    private final CommandList commands;

    /** @param history the file that stores typed lines between sessions; empty for none */
    Console(BundleContext context, CommandProcessor processor, Optional<Path> history) {
        this.context = context;
        this.processor = processor;
        this.history = history;
        this.commands = new CommandList(context);
    }

    /** Reads and runs lines at the terminal of the process until the user exits. */
    void run() throws Exception {
        // JLine looks up terminals through the context class loader and finds none through that of the launcher.
        Thread.currentThread().setContextClassLoader(null);
        try (Terminal terminal = TerminalBuilder.builder().name("psr").system(true).nativeSignals(true)
                .signalHandler(Terminal.SignalHandler.SIG_IGN).build();
                CommandSession session = processor.createSession(terminal.input(), terminal.output(),
                        terminal.output())) {
            run(session, terminal);
        }
    }

    /** Reads and runs lines at a terminal until the user exits. Does not close the terminal. */
    void run(CommandSession session, Terminal terminal) throws Exception {
        List<ServiceRegistration<?>> tools = registerTools();
        try {
            LineReader reader = prepare(session, terminal);
            terminal.handle(Terminal.Signal.INT, signal -> {
                Job job = session.foregroundJob();
                if (job != null) {
                    Interrupts.interrupt(job);
                }
            });
            AutoCloseable news = listen(reader);
            try {
                while (session.get(LEAVING) == null && readAndRun(session, terminal, reader)) {
                    waitForForeground(session);
                }
            } finally {
                news.close();
            }
            save(reader);
        } finally {
            tools.forEach(ServiceRegistration::unregister);
        }
    }

    /**
     * Runs one line in a session without a terminal; errors are printed on its error stream.
     *
     * @return the exit code
     */
    int execute(CommandSession session, String line, PrintStream err) {
        List<ServiceRegistration<?>> tools = registerTools();
        ErrorMessage failure = new ErrorMessage("", 0);
        try {
            introduce(session);
            session.put("SCOPE", "psr:gogo:*"); // as in the profile, which also prints a greeting
            Object result = session.execute(literalBraces(line));
            if (result != null) {
                session.getConsole().println(session.format(result, Converter.INSPECT));
            }
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            failure = failure(e);
        } finally {
            tools.forEach(ServiceRegistration::unregister);
        }
        session.getConsole().flush();
        if (!failure.line().isEmpty()) {
            err.println(failure.line());
            err.flush();
        }
        return failure.exitCode();
    }

    /** Reads and runs one line; returns whether the session continues. */
    private boolean readAndRun(CommandSession session, Terminal terminal, LineReader reader) {
        try {
            reader.readLine(Shell.getPrompt(session), Shell.getRPrompt(session), (Character) null, null);
            ParsedLine line = reader.getParsedLine();
            if (line == null) {
                return false;
            }
            Object result = session.execute(((ParsedLineImpl) line).program());
            session.put(Shell.VAR_RESULT, result);
            if (result != null && session.get(LEAVING) == null) {
                terminal.writer().println(session.format(result, Converter.INSPECT));
            }
        } catch (UserInterruptException e) {
            return true; // Ctrl-C while typing: a new line
        } catch (EndOfFileException e) {
            return false;
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            session.put(Shell.VAR_EXCEPTION, e);
            String line = failure(e).line();
            if (!line.isEmpty()) {
                terminal.writer().println(new AttributedStringBuilder()
                        .style(AttributedStyle.DEFAULT.foreground(AttributedStyle.RED))
                        .append(line)
                        .style(AttributedStyle.DEFAULT)
                        .toAnsi(terminal));
            }
        }
        terminal.flush();
        return true;
    }

    /** Replaces double quotes by single quotes around braces: Gogo expands braces in double quotes, which would merge several recipes into one word. */
    static String literalBraces(String line) {
        return line.replaceAll("\"([^\"'$\\\\]*=\\{[^\"'$\\\\]*)\"", "'$1'");
    }

    private ErrorMessage failure(Throwable thrown) {
        return ErrorMessage.of(thrown instanceof CommandNotFoundException missing ? commands.unknown(missing.getCommand())
                : thrown);
    }

    private LineReader prepare(CommandSession session, Terminal terminal) throws Exception {
        session.put(Shell.VAR_TERMINAL, terminal);
        introduce(session);
        Parser gogo = new Parser();
        LineReader reader = LineReaderBuilder.builder()
                .appName("psr")
                .terminal(terminal)
                .completer(completion(session))
                .highlighter(new Highlighter(session))
                // Gogo's parser, except for completion.
                .parser((line, cursor, purpose) -> purpose == ParseContext.COMPLETE ? new CompletionLine(line, cursor)
                        : gogo.parse(purpose == ParseContext.ACCEPT_LINE ? literalBraces(line) : line, cursor, purpose))
                .expander(new Expander(session))
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .build();
        history.ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
        session.put(Shell.VAR_READER, reader);
        try (InputStream profile = Console.class.getResourceAsStream(PROFILE)) {
            session.execute(new String(profile.readAllBytes(), StandardCharsets.UTF_8));
        }
        return reader;
    }

    private void introduce(CommandSession session) {
        session.put(Shell.VAR_CONTEXT, context);
        session.put(Shell.VAR_PROCESSOR, processor);
        session.put(Shell.VAR_SESSION, session);
        session.put(Shell.VAR_COMPLETIONS, new HashMap<>());
    }

    private Completion completion(CommandSession session) {
        return new Completion(new Completion.Sources(() -> commands.names(CommandList.SCOPE), commands::scoped, commands::usage,
                service(Catalog.class), () -> service(Experiments.class).presets(), () -> {
                    Path folder = session.currentDir();
                    return folder == null ? Path.of("") : folder;
                }));
    }

    /** Changes of plugins are printed above the line that is being typed. */
    private AutoCloseable listen(LineReader reader) {
        Plugins plugins = service(Plugins.class);
        return plugins.listen(new PluginNews(plugins.files(), reader::printAbove));
    }

    /** A service of the laboratory that is always present. */
    private <T> T service(Class<T> type) {
        ServiceReference<T> reference = context.getServiceReference(type);
        T service = reference == null ? null : context.getService(reference);
        if (service == null) {
            throw new IllegalStateException("missing service " + type.getName()
                    + ": is psr.launcher installed, and does it start? See the log");
        }
        return service;
    }

    private static void save(LineReader reader) {
        try {
            reader.getHistory().save();
        } catch (IOException e) {
            System.getLogger(Console.class.getName()).log(System.Logger.Level.WARNING, "the history could not be saved", e);
        }
    }

    private static void waitForForeground(CommandSession session) throws InterruptedException {
        for (Job job = session.foregroundJob(); job != null; job = session.foregroundJob()) {
            synchronized (job) {
                if (job.status() == Job.Status.Foreground) {
                    job.wait();
                }
            }
        }
    }

    /** Gogo's own commands, as far as they are useful here. */
    private List<ServiceRegistration<?>> registerTools() {
        List<ServiceRegistration<?>> tools = new ArrayList<>();
        // Lets framework commands such as headers 3 or stop 12 accept a bundle id.
        tools.add(context.registerService(Converter.class, new Converters(context), null));
        tools.add(register(new Builtin(), "format", "set", "type", "jobs", "fg", "bg", "setopt", "unsetopt", "history"));
        tools.add(register(new Procedural(), "each", "if", "not", "throw", "try", "until", "while", "break",
                "continue"));
        tools.add(register(new Posix(processor), "cat", "echo", "grep", "sort", "sleep", "cd", "pwd", "ls", "less",
                "clear", "head", "tail", "wc", "date"));
        return tools;
    }

    private ServiceRegistration<?> register(Object tool, String... functions) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(CommandProcessor.COMMAND_SCOPE, "gogo");
        properties.put(CommandProcessor.COMMAND_FUNCTION, functions);
        return context.registerService(tool.getClass().getName(), tool, properties);
    }
}
