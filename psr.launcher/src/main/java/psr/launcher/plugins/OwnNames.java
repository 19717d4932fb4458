package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

import org.osgi.framework.Constants;

/**
 * Names that are reserved for the laboratory. A plugin with such a name would not replace anything, but other plugins would be wired to it and
 * rejected because of it.
 */
final class OwnNames {

    /** The bundle that plugins import, and the prefix of its packages. */
    private static final String API = "psr.api";
    private static final String OWN = "psr.";
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

    private OwnNames() {}

    /**
     * Why a jar cannot be a plugin; empty if it can.
     *
     * @param shipped the names of the bundles of the laboratory
     */
    static Optional<String> objection(Path file, Set<String> shipped) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            return manifest == null ? Optional.empty() : objection(manifest.getMainAttributes(), shipped);
        }
    }

    private static Optional<String> objection(Attributes manifest, Set<String> shipped) {
        String name = first(manifest, Constants.BUNDLE_SYMBOLICNAME);
        if (name.startsWith(OWN) && shipped.contains(name)) {
            return Optional
                    .of("a bundle named " + name + " ships with the lab and is not replaced: delete the file, or give yours"
                            + " another " + Constants.BUNDLE_SYMBOLICNAME);
        }
        String host = first(manifest, Constants.FRAGMENT_HOST);
        if (host.startsWith(OWN) && shipped.contains(host) || host.equals(Constants.SYSTEM_BUNDLE_SYMBOLICNAME)
                || host.equals("org.apache.felix.framework")) {
            return Optional.of("it is a fragment of " + host + ", which belongs to the lab: remove " + Constants.FRAGMENT_HOST);
        }
        for (String clause : clauses(manifest, Constants.EXPORT_PACKAGE)) {
            for (String part : clause.split(";")) {
                String exported = part.strip();
                if (exported.equals(API) || exported.startsWith(API + ".")) {
                    return Optional.of("it exports " + exported + ", a package of the lab: import it, and remove it from "
                            + Constants.EXPORT_PACKAGE + " and from the jar");
                }
            }
        }
        return Optional.empty();
    }

    private static String[] clauses(Attributes manifest, String header) {
        String value = manifest.getValue(header);
        return QUOTED.matcher(value == null ? "" : value).replaceAll("").split(",");
    }

    private static String first(Attributes manifest, String header) {
        return clauses(manifest, header)[0].replaceFirst(";.*", "").strip();
    }
}
