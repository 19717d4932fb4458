package psr.itest;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** A process of its own: starts Felix with the bundles that are named, calls the program in it and exits with its result. */
final class PlainFelix {

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private PlainFelix() {}

    /** Arguments: the folder of the framework's storage, then the jars of all bundles. */
    public static void main(String[] arguments) throws Exception {
        Framework framework = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow().newFramework(Map.of(
                "org.osgi.framework.storage", arguments[0], "felix.log.level", "1"));
        framework.start();
        BundleContext context = framework.getBundleContext();
        List<Bundle> bundles = new ArrayList<>();
        for (String jar : List.of(arguments).subList(1, arguments.length)) {
            bundles.add(context.installBundle(Path.of(jar).toUri().toString()));
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        Object code = program(context).call();
        framework.stop();
        framework.waitForStop(10_000);
        System.exit((Integer) code);
    }

    private static Callable<?> program(BundleContext context) throws Exception {
        for (long end = System.nanoTime() + PATIENCE_NANOS; System.nanoTime() < end; Thread.sleep(20)) {
            for (ServiceReference<?> reference : context.getServiceReferences(Callable.class, "(main.thread=true)")) {
                return (Callable<?>) context.getService(reference);
            }
        }
        throw new IllegalStateException("no program came: a component waits for a service that is not there");
    }

    /** The jar of the framework that this runs in. */
    static Path framework() {
        return Path.of(
                URI.create(Shell.CONTEXT.getBundle(0).getClass().getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** The jar of a bundle, from where a framework has it. */
    static Path jar(Bundle bundle) {
        return Path.of(URI.create(bundle.getLocation().replaceFirst("^reference:", "")));
    }
}
