package psr.launcher.lab;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.framework.Bundle;

import psr.api.lab.BundleVersion;
import psr.launcher.plugins.JarContent;
import psr.launcher.services.BundleHolds;
import psr.launcher.services.Selection;

/** The code on the class path of a program without a framework: it does not change while the program runs. Thread-safe. */
final class ClassPathCode implements BundleHolds {

    /** Jars do not change while classes are loaded from them; guarded by itself. */
    private static final Map<Path, BundleVersion> JARS = new HashMap<>();

    /** The jar of a class, with the name and version of its manifest and the hash of its content; for a folder of classes only the package. */
    static BundleVersion of(Class<?> type) {
        Optional<Path> place = place(type);
        try {
            if (place.isPresent() && Files.isRegularFile(place.get())) {
                synchronized (JARS) {
                    BundleVersion known = JARS.get(place.get());
                    if (known == null) {
                        known = JarContent.onClassPath(place.get());
                        JARS.put(place.get(), known);
                    }
                    return known;
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(place.get() + ", which " + type.getName() + " comes from, cannot be read", e);
        }
        return new BundleVersion(type.getPackageName(), "", "");
    }

    private static Optional<Path> place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        try {
            return source == null || !"file".equals(source.getLocation().getProtocol()) ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<BundleVersion> laboratory() {
        return Optional.of(of(ClassPathCode.class));
    }

    @Override
    public Hold hold(Bundle bundle) {
        throw new IllegalStateException("there is no framework");
    }

    /** Selects the only version of each service; the run itself compares it with the version it started with. */
    @Override
    public Selection exactly(List<BundleVersion> bundles) {
        return Selection.CURRENT;
    }
}
