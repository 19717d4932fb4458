package psr.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Symbols;

/** Programs in other languages that do the same work, if their compilers and interpreters are installed. */
final class References {

    private static final String NANOSECONDS = " ns/step";

    private final Path sources;
    private final Path folder;
    private final Path ring;
    private final Path text;

    /**
     * Uses the sources of a folder.
     *
     * @param folder for compiled programs and data
     */
    References(Path sources, Path folder) throws IOException {
        this.sources = sources;
        this.folder = Files.createDirectories(folder);
        ring = write(folder.resolve("limit.train"), Samples.draw(Samples.hmm(20, 20), 5000, 10));
        text = write(folder.resolve("text.train"), Samples.text());
    }

    /** limit.cpp: sizes fixed at compile time. Nanoseconds per step by name; empty without a compiler. */
    Map<String, Double> limits() throws IOException, InterruptedException {
        return compiled("limit", ring.toString());
    }

    /** sizes.cpp and gibbs.cpp: sizes known at run time. Nanoseconds per step by name; empty without a compiler. */
    Map<String, Double> sizes() throws IOException, InterruptedException {
        Map<String, Double> times = new HashMap<>(compiled("sizes"));
        times.putAll(compiled("gibbs", ring.toString()));
        return times;
    }

    /** two_stage.py: nanoseconds per model by name; empty without NumPy. */
    Map<String, Double> numpy() throws IOException, InterruptedException {
        Path few = write(folder.resolve("ring.train"), Samples.draw(Samples.hmm(20, 20), 1000, 10));
        return run(List.of("python3", sources.resolve("two_stage.py").toString(), "ring", few.toString(), "text",
                text.toString()));
    }

    private Map<String, Double> compiled(String name, String... arguments) throws IOException, InterruptedException {
        Path program = folder.resolve(name);
        Path source = sources.resolve(name + ".cpp");
        if (!Files.exists(program) || Files.getLastModifiedTime(program).compareTo(Files.getLastModifiedTime(source)) < 0) {
            try {
                int code = new ProcessBuilder("g++", "-std=c++17", "-O3", "-march=native", "-mprefer-vector-width=512",
                        "-ffast-math", "-o", program.toString(), source.toString()).inheritIO().start().waitFor();
                if (code != 0) {
                    return Map.of();
                }
            } catch (IOException noCompiler) {
                return Map.of();
            }
        }
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private static Map<String, Double> run(List<String> command) throws InterruptedException {
        Map<String, Double> times = new HashMap<>();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        for (String library : List.of("OMP", "OPENBLAS", "MKL")) {
            builder.environment().put(library + "_NUM_THREADS", "1");
        }
        try {
            Process process = builder.start();
            List<String> lines = process.inputReader().lines().toList();
            if (process.waitFor() != 0) {
                return Map.of();
            }
            for (String line : lines) {
                int end = line.indexOf(NANOSECONDS);
                if (end > 0) {
                    int begin = line.lastIndexOf(' ', end - 1);
                    times.put(line.substring(0, begin).strip(), Double.parseDouble(line.substring(begin, end).strip()));
                }
            }
        } catch (IOException notThere) {
            return Map.of();
        }
        return times;
    }

    /** Writes sequences in the format of the programs. */
    private static Path write(Path file, Symbols data) throws IOException {
        StringBuilder lines = new StringBuilder(data.count() + " " + data.alphabet().size() + "\n");
        for (int i = 0; i < data.count(); i++) {
            lines.append(data.length(i));
            for (int t = 0; t < data.length(i); t++) {
                lines.append(' ').append(data.symbol(i, t));
            }
            lines.append('\n');
        }
        return Files.writeString(file, lines);
    }
}
