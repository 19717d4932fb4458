package psr.shell.scaffold;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import psr.api.data.Space;

/**
 * A Maven project with one service.
 *
 * @param kind what the service is
 * @param name the name in recipes and of the bundle: lower-case letters, digits and dashes
 * @param space the kind of observations; that of a learner only may be vectors
 * @param inputs whether it accepts inputs
 */
record ServiceProject(ProjectKind kind, String name, Space.Kind space, boolean inputs) {

    private static final int LONGEST = 60;

    ServiceProject {
        if (!name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*") || name.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "the name of a " + kind.word() + " must be of lower-case letters, digits and single"
                            + " dashes, begin with a letter and have at most " + LONGEST + "; found '" + name + "'");
        }
        if (inputs && space != Space.Kind.VECTORS) {
            throw new IllegalArgumentException("--inputs is for --space vectors: the lab joins inputs that are symbols with the"
                    + " observations, so that every learner of symbols accepts them");
        }
    }

    /** A project for a service of symbols. */
    ServiceProject(ProjectKind kind, String name) {
        this(kind, name, Space.Kind.SYMBOLS, false);
    }

    /** A command that uses the service. */
    String command() {
        return space == Space.Kind.SYMBOLS ? kind.command(name) : "run pendulum" + (inputs ? ":inputs=on " : " ") + name;
    }

    /** A learner {@code my-idea} becomes MyIdeaLearner, {@code mylearner} Mylearner: neither a Java keyword nor a class of the API. */
    String className() {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("-")) {
            camel.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        String suffix = kind.suffix();
        boolean ends = camel.length() > suffix.length()
                && camel.toString().toLowerCase(Locale.ROOT).endsWith(suffix.toLowerCase(Locale.ROOT));
        return ends ? camel.toString() : camel + suffix;
    }

    /** The class name in lower case: a package of its own. */
    String packageName() {
        return className().toLowerCase(Locale.ROOT);
    }

    /** The command that starts the laboratory with this plugins folder: the script beside the folder, if there is one. */
    static String program(Path plugins) {
        Path script = plugins.resolveSibling("psr");
        return Files.isExecutable(script) ? script.toString() : "psr";
    }

    /**
     * Creates all files of the project, by their paths in it.
     *
     * @param api the version of psr.api
     * @param jars psr.api itself and its additions, by the ending of the file's name: {@code .jar},
     *        {@code -sources.jar}
     * @param plugins the plugins folder of the laboratory, for the README
     */
    Map<String, byte[]> files(String api, Map<String, byte[]> jars, Path plugins) throws IOException {
        boolean vectors = space == Space.Kind.VECTORS;
        Map<String, String> words = new TreeMap<>(Map.of("NAME", name, "CLASS", className(), "PACKAGE", packageName(), "API", api,
                "PLUGINS", plugins.toString(), "PSR", program(plugins), "KIND", kind.word()));
        words.putAll(Map.of("IN", kind.in(), "OUT", kind.out(), "NOW", kind.now(), "COMMAND", command(), "HINT", kind.hint(name),
                "INPUTS", inputs ? ", inputs = Space.Kind.VECTORS" : "", "WITHINPUTS", Boolean.toString(inputs)));
        String main = "src/main/java/" + packageName() + "/" + className();
        String test = "src/test/java/" + packageName() + "/" + className();
        String lib = "lib/psr/psr.api/" + api + "/psr.api-" + api;
        Map<String, byte[]> files = new TreeMap<>();
        files.put("pom.xml", filled("pom.xml.txt", words));
        files.put("bnd.bnd", filled("bnd.bnd.txt", words));
        files.put("README.md", filled(vectors ? "VectorREADME.md.txt" : "README.md.txt", words));
        files.put(".gitignore", filled("gitignore.txt", words));
        String template = vectors ? "Vector" + kind.suffix() : kind.suffix();
        files.put(main + ".java", filled(template + ".java.txt", words));
        files.put(test + "Test.java", filled(template + "Test.java.txt", words));
        if (vectors) {
            files.put("src/main/java/" + packageName() + "/LastRowModel.java", filled("LastRowModel.java.txt", words));
        }
        Map<String, byte[]> published = new TreeMap<>(jars);
        published.put(".pom", filled("api.pom.txt", words));
        published.forEach((ending, content) -> {
            files.put(lib + ending, content);
            files.put(lib + ending + ".sha1", sha1(content));
        });
        return files;
    }

    /**
     * Writes files into a folder, which is made if it is not there.
     *
     * @throws IllegalArgumentException if the folder is not empty
     */
    static void write(Map<String, byte[]> files, Path folder) throws IOException {
        if (Files.exists(folder)) {
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException("a project must be written into a new or empty folder; " + folder
                        + " is a file");
            }
            try (Stream<Path> content = Files.list(folder)) {
                if (content.findAny().isPresent()) {
                    throw new IllegalArgumentException("a project must be written into a new or empty folder; " + folder
                            + " is not empty");
                }
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    private static byte[] filled(String template, Map<String, String> words) throws IOException {
        try (InputStream in = ServiceProject.class.getResourceAsStream(template)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (Map.Entry<String, String> word : words.entrySet()) {
                text = text.replace("@" + word.getKey() + "@", word.getValue());
            }
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** What Maven asks of a repository beside each file. */
    private static byte[] sha1(byte[] content) {
        try {
            String hex = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(content));
            return hex.getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
