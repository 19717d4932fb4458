package psr.launcher.plugins;

import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** A framework with an installer and nothing else. */
final class PlainFelix {

    private final Framework framework;
    final BundleContext context;
    final PluginInstaller installer;

    /** A new process, as far as the framework can tell, over a home folder that may have been there before. */
    PlainFelix(Path home, Path storage) throws Exception {
        framework = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow().newFramework(
                Map.of("org.osgi.framework.storage", storage.toString(), "felix.log.level", "0"));
        framework.start();
        context = framework.getBundleContext();
        installer = new PluginInstaller(context, home.resolve("plugins"), new PluginStore(home.resolve("kept")));
    }

    void close() throws Exception {
        installer.close();
        framework.stop();
        framework.waitForStop(10_000);
    }

    /** The plugin of a name that new runs get; null if there is none. */
    Bundle offered(String name) {
        for (Bundle bundle : context.getBundles()) {
            if (name.equals(bundle.getSymbolicName()) && installer.isPlugin(bundle) && installer.isOffered(bundle)) {
                return bundle;
            }
        }
        return null;
    }

    /** The number of bundles with a name. */
    long count(String name) {
        return java.util.Arrays.stream(context.getBundles()).filter(each -> name.equals(each.getSymbolicName())).count();
    }

    /** Calls the service of a plugin. */
    static String call(Bundle bundle) throws Exception {
        return service(bundle).call();
    }

    /** The service of a plugin; it works even after the framework has unregistered it. */
    @SuppressWarnings("unchecked")
    static Callable<String> service(Bundle bundle) {
        ServiceReference<?> reference = bundle.getRegisteredServices()[0];
        return (Callable<String>) bundle.getBundleContext().getService(reference);
    }

    /** Waits until something holds. */
    static void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + 120_000_000_000L;
        while (!holds.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited 120 s for: " + what);
            }
            Thread.sleep(20);
        }
    }
}
