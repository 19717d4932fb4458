package psr.launcher.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;

/** Describes where and when a run is computed. */
final class Environment {

    /** The name of the laboratory's own bundle. */
    private static final String LABORATORY = "psr.launcher";

    private Environment() {}

    /** @param home the folder of the application; its commit is recorded if it is a Git checkout */
    static Map<String, String> now(Path home, List<BundleVersion> bundles) {
        Map<String, String> now = new LinkedHashMap<>();
        now.put("started", OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString());
        now.put("laboratory", bundles.stream().filter(bundle -> bundle.name().equals(LABORATORY)).findFirst()
                .map(bundle -> "psr " + bundle.version()).orElse("unknown"));
        commit(home).ifPresent(commit -> now.put("commit", commit));
        now.put("java", System.getProperty("java.vm.name") + " " + Runtime.version() + ", "
                + System.getProperty("java.vendor"));
        now.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                + System.getProperty("os.arch"));
        now.put("processor", processor());
        now.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return now;
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            Optional<String> model = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst();
            if (model.isPresent()) {
                return model.get();
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // Not Linux: the environment may have it.
        }
        String windows = System.getenv("PROCESSOR_IDENTIFIER");
        return windows == null ? System.getProperty("os.arch") : windows;
    }

    /** The commit that is checked out in a folder; does not consider uncommitted changes. */
    static Optional<String> commit(Path folder) {
        try {
            Path git = folder.resolve(".git");
            if (Files.isRegularFile(git)) {
                git = folder.resolve(Files.readString(git).strip().replaceFirst("^gitdir: *", ""));
            }
            String head = Files.readString(git.resolve("HEAD")).strip();
            if (!head.startsWith("ref: ")) {
                return Optional.of(head);
            }
            String name = head.substring("ref: ".length());
            // The branches of a linked working tree are in the main repository.
            Path common = Files.exists(git.resolve("commondir"))
                    ? git.resolve(Files.readString(git.resolve("commondir")).strip()) : git;
            if (Files.exists(common.resolve(name))) {
                return Optional.of(Files.readString(common.resolve(name)).strip());
            }
            try (Stream<String> packed = Files.lines(common.resolve("packed-refs"))) {
                return packed.filter(line -> line.endsWith(" " + name))
                        .map(line -> line.substring(0, line.indexOf(' '))).findFirst();
            }
        } catch (IOException | java.io.UncheckedIOException | java.nio.file.InvalidPathException e) {
            return Optional.empty();
        }
    }
}
