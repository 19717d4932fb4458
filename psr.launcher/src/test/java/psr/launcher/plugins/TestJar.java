package psr.launcher.plugins;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Builds a bundle whose service returns a word, from a class and a resource that are first loaded by the call. */
final class TestJar {

    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private Path api;

    TestJar(String name, String version) {
        headers.put("Bundle-ManifestVersion", "2");
        headers.put("Bundle-SymbolicName", name);
        headers.put("Bundle-Version", version);
    }

    TestJar with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    TestJar source(String type, String text) {
        sources.put(type, text);
        return this;
    }

    /** Compiles against another jar. */
    TestJar against(Path jar) {
        api = jar;
        return this;
    }

    /** Adds an activator that registers a service that returns the word. */
    TestJar saying(String word) {
        return activated("Late.word() + new String(Work.class.getResourceAsStream(\"note.txt\").readAllBytes())")
                .source("plugin.Late", "package plugin; final class Late { static String word() { return \"" + word
                        + " \"; } }")
                .resource("plugin/note.txt", word);
    }

    /** Adds an activator that registers a service that returns the value of an expression. */
    TestJar activated(String expression) {
        headers.put("Bundle-Activator", "plugin.Start");
        headers.merge("Import-Package", "org.osgi.framework", (before, more) -> before + "," + more);
        source("plugin.Start", """
                package plugin;
                public final class Start implements org.osgi.framework.BundleActivator {
                    public void start(org.osgi.framework.BundleContext context) {
                        context.registerService(java.util.concurrent.Callable.class, new Work(), null);
                    }
                    public void stop(org.osgi.framework.BundleContext context) {}
                }
                """);
        return source("plugin.Work", """
                package plugin;
                public final class Work implements java.util.concurrent.Callable<String> {
                    public String call() throws Exception { return %s; }
                }
                """.formatted(expression));
    }

    TestJar resource(String path, String text) {
        resources.put(path, text);
        return this;
    }

    /** Builds the jar and moves it to its place atomically, as a careful user does. */
    Path writeTo(Path file) throws IOException {
        Path work = Files.createTempDirectory("plugin");
        Path classes = Files.createDirectories(work.resolve("classes"));
        compile(work, classes);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
        Path part = file.resolveSibling("." + file.getFileName() + ".part");
        try (OutputStream out = Files.newOutputStream(part);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> made = Files.walk(classes)) {
            // Contents of the same length must give jars of the same length.
            jar.setLevel(Deflater.NO_COMPRESSION);
            for (Path each : made.filter(Files::isRegularFile).sorted().toList()) {
                put(jar, classes.relativize(each).toString(), Files.readAllBytes(each));
            }
            for (Map.Entry<String, String> each : resources.entrySet()) {
                put(jar, each.getKey(), each.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
    }

    private void compile(Path work, Path classes) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = work.resolve(source.getKey().replace('.', '/') + ".java");
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()));
        }
        if (files.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter output = new StringWriter();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                + (api == null ? "" : java.io.File.pathSeparator + api);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            if (!compiler.getTask(output, manager, null, List.of("-d", classes.toString(), "-cp", path, "--release", "17",
                    "-proc:none"), null, manager.getJavaFileObjectsFromPaths(files)).call()) {
                throw new AssertionError("the plugin must compile: " + output);
            }
        }
    }
}
