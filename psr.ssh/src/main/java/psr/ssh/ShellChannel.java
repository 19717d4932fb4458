package psr.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Job;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.Signal;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;

/** One channel of a client: the console at the client's terminal, or one command. Ends when the client disconnects. */
final class ShellChannel implements Command {

    /**
     * Objects that all channels of an endpoint share.
     *
     * @param console the console of the laboratory
     * @param places limits the number of open channels
     */
    record SharedConsole(CommandProcessor processor, Function console, Semaphore places) {}

    /** The session variable in which the console finds its terminal. */
    private static final String TERMINAL = ".terminal";
    private static final Size USUAL = new Size(80, 24);

    private final SharedConsole shared;
    private final Optional<String> command;
    private InputStream in;
    private OutputStream out;
    private OutputStream err;
    private ExitCallback exit;
    /** Null before the session starts. */
    private volatile CommandSession session;
    private volatile Thread thread;

    /** @param command empty for the interactive shell */
    ShellChannel(SharedConsole shared, Optional<String> command) {
        this.shared = shared;
        this.command = command;
    }

    @Override
    public void setInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public void setOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void setErrorStream(OutputStream err) {
        this.err = err;
    }

    @Override
    public void setExitCallback(ExitCallback exit) {
        this.exit = exit;
    }

    @Override
    public void start(ChannelSession channel, Environment environment) {
        if (!shared.places().tryAcquire()) {
            printer(err).println("psr: at most " + SshEndpoint.SESSIONS + " sessions may be open; try again later");
            exit.onExit(1);
            return;
        }
        thread = new Thread(() -> {
            int code = 1;
            try {
                code = command.isPresent() ? execute(command.get()) : interact(environment);
            } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
                System.getLogger(ShellChannel.class.getName()).log(System.Logger.Level.INFO, "an SSH session was interrupted", e);
            } finally {
                shared.places().release();
                exit.onExit(code);
            }
        }, "psr-ssh-" + channel.getChannelId());
        thread.setDaemon(true);
        thread.start();
    }

    private int execute(String line) throws Exception {
        PrintStream failures = printer(err);
        try (CommandSession opened = shared.processor().createSession(in, printer(out), failures)) {
            session = opened;
            return (Integer) shared.console().execute(opened, List.of(line, failures));
        }
    }

    private int interact(Environment environment) throws Exception {
        Map<String, String> variables = environment.getEnv();
        // Without a terminal of the client only lines can be shown.
        String type = variables.getOrDefault(Environment.ENV_TERM, Terminal.TYPE_DUMB);
        try (Terminal terminal =
                new ExternalTerminal(null, "psr", type, in, out, StandardCharsets.UTF_8, Terminal.SignalHandler.SIG_IGN,
                        false, null, size(variables));
                CommandSession opened =
                        shared.processor().createSession(terminal.input(), terminal.output(), terminal.output())) {
            environment.addSignalListener((channel, signal) -> {
                terminal.setSize(size(environment.getEnv()));
                terminal.raise(Terminal.Signal.WINCH);
            }, Signal.WINCH);
            opened.put(TERMINAL, terminal);
            session = opened;
            return (Integer) shared.console().execute(opened, List.of());
        }
    }

    private static Size size(Map<String, String> variables) {
        return new Size(number(variables.get(Environment.ENV_COLUMNS), USUAL.getColumns()),
                number(variables.get(Environment.ENV_LINES), USUAL.getRows()));
    }

    /** Parses a size sent by the client, which may be any text, or 0 if unknown. */
    private static int number(String text, int usual) {
        try {
            int number = text == null ? 0 : Integer.parseInt(text);
            return number < 1 || number > 10_000 ? usual : number;
        } catch (NumberFormatException e) {
            return usual;
        }
    }

    private static PrintStream printer(OutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    /** Called when the client disconnects or the endpoint closes: stops the client's commands. */
    @Override
    public void destroy(ChannelSession channel) throws IOException {
        CommandSession running = session;
        Job job = running == null ? null : running.foregroundJob();
        if (job != null) {
            job.interrupt();
        }
        Thread waiting = thread;
        if (waiting != null && waiting != Thread.currentThread()) {
            waiting.interrupt();
        }
    }
}
