package psr.shell.console;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.apache.felix.service.command.Function;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The main program: with arguments it runs one command of scope {@code psr}, without any the interactive shell.
 *
 * <p>bnd's launcher publishes the arguments as a property of a service, calls the {@code Callable<Integer>} that is
 * registered with {@code main.thread=true} on the main thread, stops the framework and exits with the result: 0 it worked,
 * 1 it failed, 2 wrong usage, 130 Ctrl-C, 141 its output was closed, 143 SIGTERM.
 *
 * <p>With the framework property {@code psr.main=false} it does nothing, for tests inside the framework.
 */
@Component(service = {}, immediate = true)
public final class Main implements Callable<Integer>, FrameworkListener {

    private static final long LONGEST_START_SECONDS = 60;

    /** Options of other programs that mean help. */
    private static final Set<String> HELP = Set.of("--help", "-h", "-help", "-?");

    private final BundleContext context;
    private final CommandProcessor processor;
    private final List<String> arguments;
    private final CountDownLatch started = new CountDownLatch(1);

    @Activate
    public Main(BundleContext context, @Reference CommandProcessor processor) throws InvalidSyntaxException {
        this.context = context;
        this.processor = processor;
        // Not a @Reference: the launcher registers it before any bundle starts, as an Object, which no bundle provides.
        var launchers = context.getServiceReferences(Object.class, "(launcher.arguments=*)");
        this.arguments = launchers.stream()
                .flatMap(launcher -> Stream.of((String[]) launcher.getProperty("launcher.arguments")))
                .toList();
        if (!launchers.isEmpty() && !"false".equals(context.getProperty("psr.main"))) {
            Dictionary<String, Object> properties = new Hashtable<>();
            properties.put("main.thread", "true");
            context.addFrameworkListener(this);
            context.registerService(Callable.class, this, properties);
        }
    }

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
            started.countDown();
        }
    }

    /** Runs on the main thread, once, when all bundles and plugins have started. */
    @Override
    public Integer call() throws Exception {
        // The launcher calls this while the last start levels, with the plugins, are still starting.
        started.await(LONGEST_START_SECONDS, TimeUnit.SECONDS);
        ExitGuard guard = new ExitGuard(System.err);
        int code = ErrorMessage.FAILED;
        try {
            code = run();
            return code;
        } finally {
            guard.close();
            new EndWatch(System.err, Runtime.getRuntime()::halt).begin(code, EndWatch.FINISHED);
        }
    }

    private int run() throws Exception {
        if (arguments.isEmpty()) {
            new Console(context, processor, Optional.of(Path.of(System.getProperty("user.home"), ".psr_history"))).run();
            return 0;
        }
        return execute(arguments, StandardOutput.ofProcess(), System.err);
    }

    private int execute(List<String> line, StandardOutput standard, PrintStream err) {
        PrintStream out = standard.printer();
        ErrorMessage failure;
        try (CommandSession session = processor.createSession(System.in, out, err)) {
            failure = execute(line, session, new CommandList(context));
        }
        out.flush();
        return tell(written(failure, standard), err);
    }

    /** Runs one command. Its arguments are passed on literally. */
    static ErrorMessage execute(List<String> line, CommandSession session, CommandList commands) {
        String first = line.get(0).startsWith("psr:") ? line.get(0).substring("psr:".length()) : line.get(0);
        String name = HELP.contains(first) ? "help" : first.equals("--version") ? "version" : first;
        try {
            if (!commands.names(CommandList.SCOPE).contains(name)
                    || !(session.get("psr:" + name) instanceof Function command)) {
                throw commands.unknown(name);
            }
            Object result = command.execute(session, new ArrayList<>(line.subList(1, line.size())));
            if (result != null) {
                session.getConsole().println(session.format(result, Converter.INSPECT));
            }
            return new ErrorMessage("", 0);
        } catch (Exception | LinkageError | OutOfMemoryError | StackOverflowError e) {
            return ErrorMessage.of(e);
        }
    }

    /** Output that could not be written completely is a failure, unless its reader closed it. */
    private static ErrorMessage written(ErrorMessage failure, StandardOutput standard) {
        if (standard.readerGone() && (failure.exitCode() == 0 || failure.exitCode() == ErrorMessage.UNREAD)) {
            return new ErrorMessage("", ErrorMessage.UNREAD);
        }
        if (standard.failure().isPresent()) {
            return new ErrorMessage("psr: the output could not be written completely: " + standard.failure().get().getMessage(),
                    ErrorMessage.FAILED);
        }
        return failure;
    }

    private static int tell(ErrorMessage failure, PrintStream err) {
        if (!failure.line().isEmpty()) {
            err.println(failure.line());
        }
        err.flush();
        return failure.exitCode();
    }
}
