package psr.itest;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.EmbeddedResource;
import aQute.bnd.osgi.Jar;

import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

import psr.api.lab.Laboratory;

/** Builds a bundle as a third party would: Java sources, compiled against psr.api, wrapped by bnd. */
final class PluginJar {

    private static final String ANNOTATIONS = "org.osgi.service.component.annotations";

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final List<Path> files = new ArrayList<>();
    private final Map<String, String> components = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();

    PluginJar(String symbolicName, String version) {
        headers.put("Bundle-SymbolicName", symbolicName);
        headers.put("Bundle-Version", version);
    }

    /** The symbolic name. */
    String name() {
        return headers.get("Bundle-SymbolicName");
    }

    /** Adds a header or instruction of bnd. */
    PluginJar with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** Adds a class of the package {@code plugin}. */
    PluginJar source(String name, String text) {
        sources.put(name, "package plugin;\n" + text);
        return this;
    }

    /** Adds every class in and below a folder. */
    PluginJar folder(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            all.filter(file -> file.toString().endsWith(".java")).forEach(files::add);
        }
        return this;
    }

    /** Adds a component that offers a class as a service, under a name where there is one; without a service it is made at once. */
    PluginJar component(String name, String service, String psrName) {
        String property = psrName.isEmpty() ? "" : "<property name=\"psr.name\" value=\"" + psrName + "\"/>";
        String provided = service.isEmpty() ? "" : "<service><provide interface=\"" + service + "\"/></service>";
        components.put("OSGI-INF/" + name + ".xml", """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="plugin.%s">
                  <implementation class="plugin.%s"/>%s%s
                </scr:component>
                """.formatted(name, name, provided, property));
        return this;
    }

    /** A learner whose model gives each symbol a score of 1, but the first one this score. */
    PluginJar learner(String name, double first) {
        return source("Constant", CONSTANT.formatted(first)).source("ConstantModel", MODEL)
                .component("Constant", "psr.api.learn.Learner", name);
    }

    /** Builds the jar and moves it to its place at once, as a careful user does. */
    Path writeTo(Path file) throws Exception {
        Path work = Files.createTempDirectory("plugin");
        try {
            Path classes = compile(work);
            Path built = work.resolve("built.jar");
            try (Builder builder = new Builder(); Jar content = new Jar(classes.toFile())) {
                headers.forEach(builder::setProperty);
                components.forEach((path, xml) -> content.putResource(path, new EmbeddedResource(xml, 0)));
                if (!components.isEmpty()) {
                    builder.setProperty("Service-Component", String.join(",", components.keySet()));
                }
                builder.addClasspath(api().toFile());
                builder.setJar(content);
                builder.build().write(built.toFile());
                if (!builder.isOk()) {
                    throw new AssertionError("bnd must build the plugin: " + builder.getErrors());
                }
            }
            // Moved within one disk, so that no incomplete jar is visible.
            Path near = Files.copy(built, file.resolveSibling("." + file.getFileName() + ".part"));
            return Files.move(near, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            delete(work);
        }
    }

    private Path compile(Path work) throws IOException {
        Path classes = Files.createDirectories(work.resolve("classes"));
        List<Path> all = new ArrayList<>(files);
        for (Map.Entry<String, String> source : sources.entrySet()) {
            all.add(Files.writeString(work.resolve(source.getKey() + ".java"), source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter says = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = all.isEmpty() || compiler.getTask(says, manager, null,
                    List.of("-d", classes.toString(), "-cp", classPath(), "--release", "17", "-proc:none"), null,
                    manager.getJavaFileObjectsFromPaths(all)).call();
            if (!compiled) {
                throw new AssertionError("the plugin must compile: " + says);
            }
        }
        return classes;
    }

    /** The bundle, or what is on the class path where there is no framework. */
    private static Path api() {
        Bundle bundle = FrameworkUtil.getBundle(Laboratory.class);
        try {
            return bundle != null ? PlainFelix.jar(bundle)
                    : Path.of(Laboratory.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a third party compiles against: psr.api and, where the tests have them, the framework and the annotations of components. */
    private static String classPath() {
        if (FrameworkUtil.getBundle(Laboratory.class) == null) {
            return System.getProperty("java.class.path");
        }
        return Stream.concat(Stream.of(api(), PlainFelix.framework()), Arrays.stream(Shell.CONTEXT.getBundles())
                .filter(bundle -> ANNOTATIONS.equals(bundle.getSymbolicName())).map(PlainFelix::jar))
                .map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path gone, IOException e) throws IOException {
                Files.delete(gone);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static final String CONSTANT = """
            public final class Constant implements psr.api.learn.Learner<psr.api.settings.NoSettings> {
                public Class<psr.api.settings.NoSettings> settings() { return psr.api.settings.NoSettings.class; }
                public psr.api.model.Model learn(psr.api.data.Sequences data, psr.api.settings.NoSettings none,
                        psr.api.learn.Run run) {
                    return new ConstantModel(data.space().as(psr.api.data.Alphabet.class), %s);
                }
            }
            """;

    static final String MODEL = """
            public record ConstantModel(psr.api.data.Alphabet space, double first) implements psr.api.model.Model {
                public psr.api.model.SymbolFilter filter() {
                    return new psr.api.model.SymbolFilter() {
                        public void reset() {}
                        public void update(int symbol) {}
                        public void scores(int ahead, double[] into) {
                            java.util.Arrays.fill(into, 1);
                            into[0] = first;
                        }
                        public psr.api.model.SymbolFilter copy() { return filter(); }
                    };
                }
            }
            """;
}
