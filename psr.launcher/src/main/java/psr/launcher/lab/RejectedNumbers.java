package psr.launcher.lab;

import java.util.Optional;
import java.util.stream.Stream;

import psr.api.settings.Configurable;

/**
 * Exceptions that a class of psr.api threw because a service gave it wrong arguments, for example NaN for a probability. They indicate a bug in the
 * service. A service that rejects its settings or its data throws its own exceptions.
 */
final class RejectedNumbers {

    private static final String API = packages(Configurable.class.getPackageName());
    /** The package whose checks reject settings, which come from users. */
    private static final String SETTINGS = Configurable.class.getPackageName() + ".";

    private RejectedNumbers() {}

    private static String packages(String one) {
        return one.substring(0, one.lastIndexOf('.') + 1);
    }

    /** Whether a class of psr.api threw it, apart from the checks of settings. */
    static boolean by(Throwable thrown) {
        StackTraceElement[] calls = thrown.getStackTrace();
        return calls.length > 0 && calls[0].getClassName().startsWith(API) && !calls[0].getClassName().startsWith(SETTINGS);
    }

    /** The violation, with the line of the service that called psr.api. */
    static String message(String verb, Throwable thrown) {
        Optional<StackTraceElement> line =
                Stream.of(thrown.getStackTrace()).filter(call -> !call.getClassName().startsWith(API)).findFirst();
        return verb + " must give psr.api arguments that it accepts; it was rejected: " + thrown.getMessage()
                + line.map(call -> " (" + call + ")").orElse("");
    }
}
