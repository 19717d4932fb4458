package psr.itest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Python of this machine, in the folder of the project's client. */
final class Python {

    /** Debian's Python, which has the packages installed by apt-get; another one may come first on the path. */
    private static final String DEBIAN = "/usr/bin/python3";

    private Python() {}

    /** Whether there is one that the client is made for: 3.9 or newer. */
    static boolean present() throws InterruptedException {
        return succeeds("python3", "import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)");
    }

    private static boolean succeeds(String program, String code) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "-c", code).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** A process that is still to be started, of the Python that has NumPy and scikit-learn, if there is one. */
    static ProcessBuilder withLibraries(String... words) throws InterruptedException {
        ProcessBuilder builder = with(words);
        if (succeeds(DEBIAN, "import numpy, sklearn")) {
            builder.command().set(0, DEBIAN);
        }
        return builder;
    }

    /** A process that is still to be started; what it says is one stream. */
    static ProcessBuilder with(String... words) {
        List<String> all = new ArrayList<>(List.of("python3", "-B"));
        all.addAll(List.of(words));
        return new ProcessBuilder(all).directory(Path.of("").toAbsolutePath().getParent().resolve("python").toFile())
                .redirectErrorStream(true);
    }
}
