package psr.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The folder of the application, which has {@code plugins/}, {@code kept/} and {@code log/}. It is the property
 * {@code psr.home}, which the script sets; without it, the folder of the jar that was started; without such a jar,
 * {@code .psr} in the user's home.
 */
@Component(service = Home.class)
public final class Home {

    private final Path folder;

    @Activate
    public Home(BundleContext context) {
        this(folder(context.getProperty("psr.home"), System.getProperty("java.class.path", ""), System.getProperty("user.home")));
    }

    Home(Path folder) {
        this.folder = folder;
        create(plugins());
        create(log());
    }

    static Path folder(String property, String classPath, String userHome) {
        if (property != null && !property.isBlank()) {
            return Path.of(property).toAbsolutePath().normalize();
        }
        Path jar = Path.of(classPath.contains(java.io.File.pathSeparator) ? "" : classPath).toAbsolutePath();
        // If started by Bndtools or bnd, it is bnd's launcher in a cache that may be deleted at any time.
        boolean application = !String.valueOf(jar.getFileName()).startsWith("biz.aQute.launcher");
        return application && Files.isRegularFile(jar) ? jar.getParent().normalize() : Path.of(userHome, ".psr");
    }

    private static void create(Path path) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            // The lab may be installed in a folder that its users cannot write: it works without plugins.
            System.getLogger(Home.class.getName()).log(System.Logger.Level.WARNING, "cannot create the folder " + path, e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** The plugins folder, into which users copy bundles. */
    public Path plugins() {
        return folder.resolve("plugins");
    }

    /** The folder with copies of plugins for the runs that started with them; created when it is needed. */
    public Path pluginCopies() {
        return folder.resolve("kept");
    }

    public Path log() {
        return folder.resolve("log");
    }
}
