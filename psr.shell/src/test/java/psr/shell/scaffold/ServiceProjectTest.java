package psr.shell.scaffold;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import psr.api.contract.Contracts;
import psr.api.data.Space;
import psr.api.eval.Metric;
import psr.api.learn.Learner;
import psr.api.learn.Refiner;
import psr.api.settings.PsrService;
import psr.api.settings.Schema;
import psr.api.source.DatasetSource;

class ServiceProjectTest {

    @TempDir
    private Path folder;

    @Test
    void namesBecomeClassesAndPackages() {
        assertEquals("MyIdeaLearner", new ServiceProject(ProjectKind.LEARNER, "my-idea").className());
        assertEquals("myidealearner", new ServiceProject(ProjectKind.LEARNER, "my-idea").packageName());
        assertEquals("MyLearner", new ServiceProject(ProjectKind.LEARNER, "my-learner").className());
        assertEquals("Mylearner", new ServiceProject(ProjectKind.LEARNER, "mylearner").className());
        assertEquals("ClassLearner", new ServiceProject(ProjectKind.LEARNER, "class").className());
        assertEquals("LearnerLearner", new ServiceProject(ProjectKind.LEARNER, "learner").className());
        assertEquals("K2sLearner", new ServiceProject(ProjectKind.LEARNER, "k2s").className());
    }

    @Test
    void refusesNamesThatCannotBeTyped() {
        for (String name : List.of("", "My", "2sr", "a_b", "a--b", "-a", "a-", "a b", "ä", "../a", "a".repeat(61))) {
            assertThrows(IllegalArgumentException.class, () -> new ServiceProject(ProjectKind.LEARNER, name), name);
        }
    }

    @Test
    void everyPlaceOfATemplateIsFilled() throws IOException {
        for (ProjectKind kind : ProjectKind.values()) {
            for (Map.Entry<String, byte[]> file : project(new ServiceProject(kind, "my-idea")).entrySet()) {
                if (!file.getKey().endsWith(".jar")) {
                    String text = new String(file.getValue(), StandardCharsets.UTF_8);
                    assertFalse(text.matches("(?s).*@[A-Z]+@.*"), file.getKey());
                }
            }
        }
    }

    @Test
    void refusesAFolderThatIsNotEmpty() throws IOException {
        Files.createFile(folder.resolve("mine"));
        assertThrows(IllegalArgumentException.class, () -> ServiceProject.write(project("my-idea"), folder));
        assertThrows(IllegalArgumentException.class,
                () -> ServiceProject.write(project("my-idea"), folder.resolve("mine")));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(1, left.count());
        }
    }

    @Test
    void theApiIsAJarOfItsOwn() throws IOException {
        byte[] jar = project("my-idea").get("lib/psr/psr.api/1.0.0/psr.api-1.0.0.jar");
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
            // A manifest that does not come first is not found by a stream.
            assertEquals("psr.api", in.getManifest().getMainAttributes().getValue("Bundle-SymbolicName"));
        }
        assertArrayEquals(jar, project("my-idea").get("lib/psr/psr.api/1.0.0/psr.api-1.0.0.jar"));
        assertThrows(IOException.class, () -> ApiJar.of(Map.of("a", new byte[0])));
    }

    /** As Maven would compile it, but for Maven; then runs the tests it has. */
    @Test
    void theProjectCompilesWithoutAWarningAndPassesItsTests() throws Exception {
        for (String name : List.of("my-idea", "learner")) {
            ServiceProject project = new ServiceProject(ProjectKind.LEARNER, name);
            Path root = folder.resolve(name);
            ServiceProject.write(project(name), root);
            Path classes = compiled(root);
            URL[] path = {classes.toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
                Class<?> learner = loader.loadClass(project.packageName() + "." + project.className());
                assertEquals(List.of(), check((Learner<?>) learner.getConstructor().newInstance()));
                assertEquals(4, run(loader.loadClass(learner.getName() + "Test")));
            }
        }
    }

    @Test
    void projectsForVectorsCompileAndPassTheirTests() throws Exception {
        for (boolean inputs : new boolean[] {false, true}) {
            ServiceProject project = new ServiceProject(ProjectKind.LEARNER, "my-idea", Space.Kind.VECTORS, inputs);
            Path root = folder.resolve(inputs ? "with" : "without");
            ServiceProject.write(project(project), root);
            Path classes = compiled(root);
            URL[] path = {classes.toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
                Class<?> learner = loader.loadClass(project.packageName() + "." + project.className());
                assertEquals(inputs ? 1 : 0, learner.getAnnotation(PsrService.class).inputs().length);
                assertEquals(3, run(loader.loadClass(learner.getName() + "Test")));
            }
        }
        assertThrows(IllegalArgumentException.class,
                () -> new ServiceProject(ProjectKind.LEARNER, "my-idea", Space.Kind.SYMBOLS, true));
    }

    @Test
    void projectsOfEveryKindCompileWithoutAWarningAndPassTheirTests() throws Exception {
        Map<ProjectKind, Class<?>> kinds =
                Map.of(ProjectKind.REFINER, Refiner.class, ProjectKind.METRIC, Metric.class, ProjectKind.DATASET,
                        DatasetSource.class);
        for (Map.Entry<ProjectKind, Class<?>> kind : kinds.entrySet()) {
            ServiceProject project = new ServiceProject(kind.getKey(), "my-idea");
            Path root = folder.resolve(kind.getKey().name());
            ServiceProject.write(project(project), root);
            URL[] path = {compiled(root).toUri().toURL()};
            try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
                Class<?> service = loader.loadClass(project.packageName() + "." + project.className());
                assertTrue(kind.getValue().isAssignableFrom(service), service.getName());
                assertEquals(3, run(loader.loadClass(service.getName() + "Test")));
            }
        }
    }

    /** Runs every test of a class, each on an object of its own; how many there are. */
    private static int run(Class<?> test) throws ReflectiveOperationException {
        int count = 0;
        for (Method method : test.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                Constructor<?> constructor = test.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                method.invoke(constructor.newInstance());
                count++;
            }
        }
        return count;
    }

    /** Slow, and only on demand: {@code -Dpsr.maven.repository=FOLDER}, a local Maven repository to use. */
    @Test
    @EnabledIfSystemProperty(named = "psr.maven.repository", matches = ".+")
    void mavenBuildsTheProjectIntoABundle() throws Exception {
        Path root = folder.resolve("a folder/my idea");
        ServiceProject.write(project("my-idea"), root);
        File log = folder.resolve("mvn.log").toFile();
        Process maven = new ProcessBuilder("mvn", "-B", "-q", "package",
                "-Dmaven.repo.local=" + System.getProperty("psr.maven.repository"))
                .directory(root.toFile()).redirectErrorStream(true).redirectOutput(log).start();
        assertTrue(maven.waitFor(10, TimeUnit.MINUTES));
        assertEquals(0, maven.exitValue(), () -> read(log));
        try (JarFile jar = new JarFile(root.resolve("target/my-idea-1.0.0.jar").toFile())) {
            assertEquals("OSGI-INF/myidealearner.MyIdeaLearner.xml",
                    jar.getManifest().getMainAttributes().getValue("Service-Component"));
        }
    }

    private static String read(File file) {
        try {
            return Files.readString(file.toPath());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static <S extends Record> List<String> check(Learner<S> learner) {
        S defaults = Schema.of(learner.settings()).defaults();
        return Contracts.check(learner, defaults, Contracts.sample(20, 6));
    }

    private static Path compiled(Path root) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Path classes = Files.createDirectories(root.resolve("target/classes"));
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> paths = Files.walk(root.resolve("src"))) {
            List<Path> sources = paths.filter(path -> path.toString().endsWith(".java")).toList();
            List<String> options = List.of("-d", classes.toString(),
                    "-classpath", System.getProperty("java.class.path"),
                    "-Xlint:all,-processing,-classfile,-path", "-Werror", "-proc:none");
            boolean compiled = compiler.getTask(messages, files, null, options, null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertTrue(compiled, messages::toString);
        }
        return classes;
    }

    /** The project of a learner with the psr.api of this class path. */
    private static Map<String, byte[]> project(String name) throws IOException {
        return project(new ServiceProject(ProjectKind.LEARNER, name));
    }

    private static Map<String, byte[]> project(ServiceProject project) throws IOException {
        return project.files("1.0.0", Map.of(".jar", ApiJar.of(apiEntries())), Path.of("/lab/plugins"));
    }

    private static Map<String, byte[]> apiEntries() throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        Path place = place();
        if (Files.isRegularFile(place)) {
            try (JarFile jar = new JarFile(place.toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    if (!entry.isDirectory()) {
                        entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
                    }
                }
            }
        } else {
            List<Path> files = new ArrayList<>();
            try (Stream<Path> paths = Files.walk(place)) {
                paths.filter(Files::isRegularFile).forEach(files::add);
            }
            for (Path file : files) {
                String path = place.relativize(file).toString().replace(File.separatorChar, '/');
                entries.put(path, Files.readAllBytes(file));
            }
            // Before the bundle is packed its classes have no manifest.
            entries.putIfAbsent("META-INF/MANIFEST.MF",
                    "Manifest-Version: 1.0\nBundle-SymbolicName: psr.api\n".getBytes(StandardCharsets.UTF_8));
        }
        return entries;
    }

    private static Path place() {
        try {
            return Path.of(Learner.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
