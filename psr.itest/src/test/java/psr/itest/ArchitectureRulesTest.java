package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the rules of CONTRIBUTING.md in the sources of every module. {@link ManifestsTest} reads the manifests, and forbiddenapis, with the lists in
 * cnf/forbidden, the calls in the classes.
 */
class ArchitectureRulesTest {

    private static final Path TREE = Path.of("").toAbsolutePath().getParent();

    /** Modules with sources of ours; bundles contain copies of the packages of psr.math. */
    private static final List<String> MODULES = List.of("psr.api", "psr.math", "psr.spectral", "psr.gradients",
            "psr.pipeline", "psr.baselines", "psr.datasets", "psr.eval", "psr.shell", "psr.server", "psr.page", "psr.cluster",
            "psr.ssh", "psr.launcher", "psr.app", "psr.itest");
    private static final List<String> SHARED = List.of("psr.api", "psr.math");
    /** The only internal package that other modules import, and these modules. */
    private static final String INTERNAL = "psr.launcher.spi";
    private static final List<String> USING_INTERNAL = List.of("psr.server", "psr.cluster", "psr.shell", "psr.ssh");

    /** The same kernels twice, because psr.api must not know psr.math. */
    private static final Set<String> TWICE = Set.of("Columns");

    private record Source(String module, Path file, String code) {}

    /** Every main source without its comments and texts. */
    private static List<Source> sources() throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String module : MODULES) {
            for (Path file : java(TREE.resolve(module))) {
                sources.add(new Source(module, file, code(Files.readString(file))));
            }
        }
        return sources;
    }

    /** The main sources of a folder. Empty folders, such as a bnd workspace makes, are not modules. */
    private static List<Path> java(Path module) {
        Path main = module.resolve("src/main/java");
        if (!Files.isDirectory(main)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(main)) {
            return files.filter(each -> each.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String code(String text) {
        return text.replaceAll("(?s)\"\"\".*?\"\"\"", "\"\"").replaceAll("\"(\\\\.|[^\"\\\\\n])*\"", "\"\"")
                .replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "");
    }

    @Test
    void everyModuleOfTheTreeIsChecked() throws IOException {
        try (Stream<Path> folders = Files.list(TREE)) {
            List<String> modules = folders.filter(folder -> !java(folder).isEmpty())
                    .map(folder -> folder.getFileName().toString()).filter(name -> name.startsWith("psr.")).sorted()
                    .toList();
            assertEquals(MODULES.stream().sorted().toList(), modules);
        }
        assertTrue(sources().size() > 50, "sources must be found");
    }

    @Test
    void aFolderIsAModuleOnlyIfItHasASource(@TempDir Path folder) throws IOException {
        Path main = Files.createDirectories(folder.resolve("src/main/java/mine"));
        assertEquals(List.of(), java(folder));
        Path source = Files.createFile(main.resolve("Mine.java"));
        assertEquals(List.of(source), java(folder));
    }

    @Test
    void noModuleImportsAnother() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Source source : sources()) {
            String code = USING_INTERNAL.contains(source.module()) ? source.code().replaceAll("\\b" + INTERNAL + "\\b", "")
                    : source.code();
            Matcher use = Pattern.compile("\\bpsr\\.[a-z]+").matcher(code);
            while (use.find()) {
                if (!use.group().equals(source.module()) && !SHARED.contains(use.group())
                        && MODULES.contains(use.group())) {
                    broken.add(source.file() + " uses " + use.group());
                }
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Source source : sources()) {
            Path info = source.file().resolveSibling("package-info.java");
            if (!Files.exists(info) || !Files.readString(info).startsWith("/**")) {
                silent.add(source.file().getParent().toString());
            }
        }
        assertEquals(List.of(), silent.stream().distinct().toList());
    }

    @Test
    void oneNameIsOneThing() throws IOException {
        Map<String, List<String>> places = new TreeMap<>();
        for (Source source : sources()) {
            // A nested type is read in its own file, or with the name of its class.
            Matcher type =
                    Pattern.compile("(?m)^(?:(?:public|final|abstract|sealed) )*(?:class|interface|enum|record)\\s+([A-Z]\\w*)")
                            .matcher(source.code());
            while (type.find()) {
                places.computeIfAbsent(type.group(1), name -> new ArrayList<>()).add(source.file().toString());
            }
        }
        assertTrue(places.size() > 300, "types must be found: " + places.size());
        places.keySet().removeAll(TWICE);
        places.values().removeIf(files -> files.size() == 1);
        assertEquals(Map.of(), places, "a newcomer who reads a name must not have to ask which one");
    }

    @Test
    void commentsAndTextsAreNoCode() {
        assertEquals("a  \"\" b", code("a /* Math.random() */ \"Math.\\\"random()\" b// x"));
    }
}
