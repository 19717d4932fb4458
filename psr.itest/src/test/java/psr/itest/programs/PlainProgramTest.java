package psr.itest.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.EmbeddedLab;

/** The plain program of examples/lab-program, compiled with psr.api only, in a JVM without any class of OSGi. */
class PlainProgramTest {

    private static final Path TREE = Path.of("").toAbsolutePath().getParent();
    private static final Path SOURCE = TREE.resolve("examples/lab-program/src/main/java/example/labprogram/PlainProgram.java");
    private static final List<String> MODULES = List.of("psr.launcher", "psr.datasets", "psr.spectral", "psr.gradients",
            "psr.baselines", "psr.pipeline", "psr.eval", "psr.ejml");
    private static final List<String> LIBRARIES = List.of("com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.annotation.JsonProperty", "com.fasterxml.jackson.databind.ObjectMapper",
            "com.fasterxml.jackson.datatype.jdk8.Jdk8Module", "de.siegmar.fastcsv.reader.CsvReader");

    @TempDir
    Path folder;

    @Test
    void comparesLearnsSavesAndPredictsWithoutAFramework() throws Exception {
        List<Path> classPath = classPath();
        for (Path jar : classPath) {
            try (JarFile content = new JarFile(jar.toFile())) {
                assertFalse(content.stream().anyMatch(entry -> entry.getName().startsWith("org/osgi/")), "OSGi is in " + jar);
            }
        }
        List<String> lines = run(compile(), classPath).lines().toList();
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("2sr:rank=5 accuracy.2 0.")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("one-state accuracy.2 0.")), lines::toString);
        assertTrue(lines.get(lines.size() - 1).matches("after 0 1 2 comes \\d+ with probability 0\\.\\d+"), lines::toString);
        assertEquals(4, lines.size(), "nothing is logged: " + lines);
        String model = Files.readString(folder.resolve("plain-2sr.json"));
        assertTrue(model.contains("linear-psr"), model.substring(0, 200));
        assertTrue(model.contains("psr.spectral 1."), "the model says which jar it was learned with");
    }

    private static Path jar(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static List<Path> classPath() throws Exception {
        List<Path> jars = new ArrayList<>(List.of(jar(EmbeddedLab.class)));
        for (String module : MODULES) {
            try (Stream<Path> built = Files.list(TREE.resolve(module).resolve("target"))) {
                jars.add(built.filter(file -> file.getFileName().toString().matches(module + "-[0-9.]+\\.jar")).findFirst()
                        .orElseThrow(() -> new AssertionError(module + " must be built")));
            }
        }
        for (String library : LIBRARIES) {
            jars.add(jar(Class.forName(library)));
        }
        return jars;
    }

    private Path compile() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter says = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            assertTrue(compiler.getTask(says, manager, null, List.of("-d", classes.toString(), "-cp",
                    jar(EmbeddedLab.class).toString(), "--release", "17", "-proc:none"), null, manager.getJavaFileObjects(SOURCE))
                    .call(), says::toString);
        }
        return classes;
    }

    private String run(Path classes, List<Path> jars) throws Exception {
        String classPath = Stream.concat(Stream.of(classes), jars.stream()).map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath,
                "example.labprogram.PlainProgram").directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the program must end; it printed " + Files.readString(out));
        }
        assertEquals(0, process.exitValue(), Files.readString(out));
        return Files.readString(out);
    }
}
