package psr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The cost of a command that computes nothing: user and system CPU time of {@code ./psr version}, including the script. */
final class StartUp {

    /** The first run may build the application and the class archive; it is not timed. */
    private static final int RUNS = 6;

    /** The second line of bash's {@code times}: the time of child processes. */
    private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

    private StartUp() {}

    /** Prints the smallest time; nothing without bash or the application. */
    static void print(Path root) throws InterruptedException {
        Path script = root.resolve("psr");
        if (!Files.isExecutable(script)) {
            return;
        }
        double least = Double.POSITIVE_INFINITY;
        try {
            for (int run = 0; run < RUNS; run++) {
                Process process = new ProcessBuilder("bash", "-c", "\"$0\" version >/dev/null 2>&1 && times", script.toString())
                        .redirectErrorStream(true).start();
                List<String> lines = process.inputReader().lines().toList();
                if (process.waitFor() != 0) {
                    return;
                }
                if (run > 0) {
                    least = Math.min(least, seconds(lines.get(1)));
                }
            }
        } catch (IOException noShell) {
            return;
        }
        System.out.printf(Locale.ROOT, "%n`./psr version`: %.2f s of CPU, the least of %d%n", least, RUNS - 1);
    }

    private static double seconds(String line) {
        double sum = 0;
        Matcher time = TIME.matcher(line);
        while (time.find()) {
            sum += 60 * Integer.parseInt(time.group(1)) + Double.parseDouble(time.group(2));
        }
        return sum;
    }
}
