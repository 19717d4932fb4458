package psr.itest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/** What the tests need of the application: its shell, its services, its folders. */
final class Shell {

    static final BundleContext CONTEXT = FrameworkUtil.getBundle(Shell.class).getBundleContext();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Shell() {}

    /**
     * What became of a command.
     *
     * @param out what it printed to its standard output
     * @param failure what it threw, if it did: an {@link IllegalArgumentException} makes the process end with 2, and
     *        anything else with 1
     */
    record Said(String out, Optional<Exception> failure) {}

    /** What a command prints to its standard output. */
    static String type(String line) throws Exception {
        Said said = say(line);
        if (said.failure().isPresent()) {
            throw said.failure().get();
        }
        return said.out();
    }

    /** Types a command that may fail. */
    static Said say(String line) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (CommandSession session = service(CommandProcessor.class).createSession(
                new ByteArrayInputStream(new byte[0]), new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8))) {
            session.execute(line);
            return new Said(out.toString(StandardCharsets.UTF_8), Optional.empty());
        } catch (Exception e) {
            return new Said(out.toString(StandardCharsets.UTF_8), Optional.of(e));
        }
    }

    /** One word of the shell's language, whatever is in it: the path of a clone may have blanks. */
    static String word(Object text) {
        return "'" + text.toString().replace("'", "'\\''") + "'";
    }

    static <T> T service(Class<T> type) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            ServiceReference<T> reference = CONTEXT.getServiceReference(type);
            if (reference != null && CONTEXT.getService(reference) != null) {
                return CONTEXT.getService(reference);
            }
            Thread.sleep(20);
        }
        throw new AssertionError("there must be a service " + type.getName());
    }

    /** Waits until something holds, and says how long that took. */
    static Duration await(String what, Callable<Boolean> holds) throws Exception {
        long begin = System.nanoTime();
        while (!holds.call()) {
            if (System.nanoTime() - begin > PATIENCE.toNanos()) {
                throw new AssertionError("waited " + PATIENCE.toSeconds() + " s for: " + what + "\n"
                        + type("psr:plugins"));
            }
            Thread.sleep(20);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** The plugins folder of the application under test. */
    static Path plugins() {
        return Path.of(CONTEXT.getProperty("psr.home"), "plugins");
    }

    /** What the application under test logs. */
    static Path log() {
        return Path.of(CONTEXT.getProperty("psr.home"), "log", "psr.log");
    }

    /** The source tree: the application under test lives in psr.itest/target/home. */
    static Path tree() {
        return Path.of(CONTEXT.getProperty("psr.home")).toAbsolutePath().normalize().getParent().getParent()
                .getParent();
    }
}
