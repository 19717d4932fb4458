package psr.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.felix.gogo.jline.Builtin;
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
import org.jline.builtins.Completers;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

import psr.api.settings.Spelling;
import psr.launcher.shell.Interrupts;

/**
 * The interactive shell: Gogo's language, JLine's line editing, our profile and our way to tell failures.
 *
 * <p>The loop is not that of gogo.jline: that one prints class names of exceptions, loads a profile that offers
 * java.lang.System, and starts by itself, also when there is a single command to run.
 */
final class Console {

    /** The session variable that ends the loop. */
    static final String LEAVING = ".leaving";

    private static final String PROFILE = "gosh_profile";

    private final BundleContext context;
    private final CommandProcessor processor;
    private final Path history;

    /** @param history the file in which typed lines are kept from one session to the next */
    Console(BundleContext context, CommandProcessor processor, Path history) {
        this.context = context;
        this.processor = processor;
        this.history = history;
    }

    /** Reads and runs lines until the user leaves. */
    void run() throws Exception {
        // JLine looks for its terminals through the context class loader and finds none through that of the launcher.
        Thread.currentThread().setContextClassLoader(null);
        List<ServiceRegistration<?>> tools = registerTools();
        try (Terminal terminal = TerminalBuilder.builder().name("psr").system(true).nativeSignals(true)
                .signalHandler(Terminal.SignalHandler.SIG_IGN).build();
                CommandSession session = processor.createSession(terminal.input(), terminal.output(),
                        terminal.output())) {
            LineReader reader = prepare(session, terminal);
            terminal.handle(Terminal.Signal.INT, signal -> {
                Job job = session.foregroundJob();
                if (job != null) {
                    Interrupts.interrupt(job);
                }
            });
            while (session.get(LEAVING) == null && readAndRun(session, terminal, reader)) {
                waitForForeground(session);
            }
            save(reader);
        } finally {
            tools.forEach(ServiceRegistration::unregister);
        }
    }

    /** Returns whether there is more to read. */
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
            terminal.writer().println(new AttributedStringBuilder()
                    .style(AttributedStyle.DEFAULT.foreground(AttributedStyle.RED))
                    .append(failure(e).line())
                    .style(AttributedStyle.DEFAULT)
                    .toAnsi(terminal));
        }
        terminal.flush();
        return true;
    }

    private Failure failure(Throwable thrown) {
        return thrown instanceof CommandNotFoundException missing ? unknown(missing.getCommand()) : Failure.of(thrown);
    }

    private Failure unknown(String command) {
        Set<String> known = Basics.commands(context).keySet();
        return new Failure("psr: no command named '" + command + "'" + Spelling.hint(command, known) + " present: "
                + String.join(", ", known), Failure.USAGE);
    }

    private LineReader prepare(CommandSession session, Terminal terminal) throws Exception {
        session.put(Shell.VAR_TERMINAL, terminal);
        session.put(Shell.VAR_CONTEXT, context);
        session.put(Shell.VAR_PROCESSOR, processor);
        session.put(Shell.VAR_SESSION, session);
        session.put(Shell.VAR_COMPLETIONS, new HashMap<>());
        LineReader reader = LineReaderBuilder.builder()
                .appName("psr")
                .terminal(terminal)
                .variable(LineReader.HISTORY_FILE, history)
                .completer(new Completers.Completer(new Completion(session)))
                .highlighter(new Highlighter(session))
                .parser(new Parser())
                .expander(new Expander(session))
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .build();
        session.put(Shell.VAR_READER, reader);
        try (InputStream profile = Console.class.getResourceAsStream(PROFILE)) {
            session.execute(new String(profile.readAllBytes(), StandardCharsets.UTF_8));
        }
        return reader;
    }

    private static void save(LineReader reader) {
        try {
            reader.getHistory().save();
        } catch (IOException e) {
            System.getLogger(Console.class.getName()).log(System.Logger.Level.WARNING, "the history was not kept", e);
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

    /** Gogo's own words, as far as they are of use here. */
    private List<ServiceRegistration<?>> registerTools() {
        List<ServiceRegistration<?>> tools = new ArrayList<>();
        tools.add(register(new Builtin(), "format", "set", "type", "jobs", "fg", "bg", "setopt", "unsetopt", "complete",
                "history", "__files", "__directories", "__usage_completion"));
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

    /** What JLine's completer asks of Gogo's session. */
    private record Completion(CommandSession session) implements Completers.CompletionEnvironment {

        @Override
        public Map<String, List<Completers.CompletionData>> getCompletions() {
            return Shell.getCompletions(session);
        }

        @Override
        public Set<String> getCommands() {
            return Shell.getCommands(session);
        }

        @Override
        public String resolveCommand(String command) {
            return Shell.resolve(session, command);
        }

        @Override
        public String commandName(String command) {
            return command.substring(command.indexOf(':') + 1);
        }

        @Override
        public Object evaluate(LineReader reader, ParsedLine line, String function) throws Exception {
            session.put(Shell.VAR_COMMAND_LINE, line);
            return session.execute(function);
        }
    }
}
