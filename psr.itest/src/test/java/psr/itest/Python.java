package psr.itest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Python of this machine, in the folder of the project's client. */
final class Python {

    private Python() {}

    /** Whether there is one that the client is made for: 3.9 or newer. */
    static boolean present() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)").start()
                    .waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** A process that is still to be started; what it says is one stream. */
    static ProcessBuilder with(String... words) {
        List<String> all = new ArrayList<>(List.of("python3", "-B"));
        all.addAll(List.of(words));
        return new ProcessBuilder(all).directory(Path.of("").toAbsolutePath().getParent().resolve("python").toFile())
                .redirectErrorStream(true);
    }
}
