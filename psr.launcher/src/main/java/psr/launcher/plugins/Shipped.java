package psr.launcher.plugins;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Keeps what ships with the laboratory. File Install would put a jar with the symbolic name and version of a bundle that
 * is there in its place, and with the jar take the bundle away; here it asks first, and such a jar is left alone.
 */
@Component(service = {ArtifactInstaller.class, Shipped.class})
public final class Shipped implements ArtifactInstaller {

    private final BundleContext context;

    /** Of this framework. */
    @Activate
    public Shipped(BundleContext context) {
        this.context = context;
    }

    /** Whether a jar is to be left alone. */
    @Override
    public boolean canHandle(File file) {
        if (!file.getName().endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            return manifest != null && keeps(file, name(manifest.getMainAttributes()),
                    version(manifest.getMainAttributes()));
        } catch (IOException | RuntimeException e) {
            return false; // no jar, or not yet a whole one
        }
    }

    /** Whether a bundle of this name and version is there that does not come from the folder of a file. */
    boolean keeps(File file, String symbolicName, String version) {
        String folder = file.getAbsoluteFile().getParentFile().toURI().normalize().toString();
        return Arrays.stream(context.getBundles()).filter(bundle -> same(bundle, symbolicName, version))
                .anyMatch(bundle -> !bundle.getLocation().startsWith(folder));
    }

    /** Whether a bundle has this name and version. */
    static boolean same(Bundle bundle, String symbolicName, String version) {
        return symbolicName.equals(bundle.getSymbolicName()) && bundle.getVersion().toString().equals(parsed(version));
    }

    /** The symbolic name in a manifest; empty if there is none. */
    static String name(Attributes manifest) {
        return Optional.ofNullable(manifest.getValue(Constants.BUNDLE_SYMBOLICNAME)).orElse("").replaceFirst(";.*", "")
                .strip();
    }

    /** The version in a manifest. */
    static String version(Attributes manifest) {
        return Optional.ofNullable(manifest.getValue(Constants.BUNDLE_VERSION)).orElse("0.0.0").strip();
    }

    private static String parsed(String version) {
        try {
            return Version.parseVersion(version).toString();
        } catch (IllegalArgumentException e) {
            return version;
        }
    }

    @Override
    public void install(File file) {
        // Left alone; psr:plugins says so.
    }

    @Override
    public void update(File file) {
        // Left alone.
    }

    @Override
    public void uninstall(File file) {
        // It never came.
    }
}
