package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

import psr.api.settings.Configurable;
import psr.api.settings.Schema;
import psr.launcher.lab.Catalogue;
import psr.launcher.lab.Kind;
import psr.launcher.lab.Offer;

/**
 * Says what became of each file in the plugins folder. Works from the state of the bundles and what they need: File
 * Install itself says nothing of a file that it cannot take.
 */
@Component(service = Plugins.class)
public final class Plugins {

    /** Where File Install looks; set by whoever knows the folder of the application, before File Install starts. */
    private static final String FOLDER = "felix.fileinstall.dir";
    /** Milliseconds in which a new file may not have been looked at: File Install waits until it stops changing. */
    private static final long GRACE = 2000;

    private final BundleContext context;
    private final Catalogue catalogue;
    private final ServiceComponentRuntime components;
    private final Shipped shipped;

    /** The plugins of this framework. */
    @Activate
    public Plugins(BundleContext context, @Reference Catalogue catalogue,
            @Reference ServiceComponentRuntime components, @Reference Shipped shipped) {
        this.context = context;
        this.catalogue = catalogue;
        this.components = components;
        this.shipped = shipped;
    }

    /** Where jars are put. */
    public Path folder() {
        String folder = context.getProperty(FOLDER);
        return Path.of(folder == null ? "plugins" : folder).toAbsolutePath().normalize();
    }

    /** Every file there, by name. */
    public List<PluginFile> files() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> !file.getFileName().toString().startsWith(".")).sorted().map(this::look)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private PluginFile look(Path file) {
        String name = file.getFileName().toString();
        Attributes manifest;
        try {
            if (Files.isDirectory(file) || !name.endsWith(".jar")) {
                return new PluginFile(name, "ignored", "", "only files that end in .jar are taken");
            }
            manifest = manifest(file);
        } catch (IOException e) {
            return new PluginFile(name, "rejected", "", "the file is corrupt or cut short: it cannot be read as a jar");
        }
        String symbolicName = Shipped.name(manifest);
        if (symbolicName.isEmpty()) {
            return new PluginFile(name, "rejected", "", "not an OSGi bundle: its manifest has no "
                    + Constants.BUNDLE_SYMBOLICNAME + "; build it with bnd, as docs/YOUR-OWN-LEARNER.md shows");
        }
        String version = Shipped.version(manifest);
        String title = symbolicName + " " + version;
        if (shipped.keeps(file.toFile(), symbolicName, version)) {
            return new PluginFile(name, "rejected", title, "a bundle of this name and version ships with the lab, and"
                    + " stays: delete the file, or give yours another " + Constants.BUNDLE_SYMBOLICNAME);
        }
        Optional<Bundle> bundle = bundle(file, symbolicName, version);
        if (bundle.isEmpty()) {
            boolean fresh = age(file) < GRACE;
            return new PluginFile(name, fresh ? "waiting" : "rejected", title, fresh ? "just found"
                    : "the framework does not take it as a bundle; the log says why");
        }
        List<String> wrong = wrong(bundle.get());
        if (!wrong.isEmpty()) {
            return new PluginFile(name, "rejected", title, String.join("; ", wrong));
        }
        List<String> added = new ArrayList<>();
        List<String> flaws = new ArrayList<>();
        tryOffers(bundle.get(), added, flaws);
        flaws.addAll(flaws(bundle.get()));
        Optional<Bundle> newer = newer(bundle.get());
        if (added.isEmpty() && newer.isPresent()) {
            return new PluginFile(name, "superseded", title, "superseded by " + newer.get().getSymbolicName() + " "
                    + newer.get().getVersion() + "; delete it");
        }
        if (added.isEmpty() && flaws.isEmpty()) {
            added.add("adds no learner, refiner, data set or metric");
        }
        String state = added.isEmpty() ? "rejected" : "active";
        added.addAll(flaws);
        return new PluginFile(name, state, title, String.join("; ", added));
    }

    private static Attributes manifest(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            // Reading every entry finds what a broken copy leaves: the index of a jar stands at its end, and may be
            // whole.
            for (var entries = jar.entries(); entries.hasMoreElements();) {
                try (var content = jar.getInputStream(entries.nextElement())) {
                    content.transferTo(java.io.OutputStream.nullOutputStream());
                }
            }
            return manifest == null ? new Attributes() : manifest.getMainAttributes();
        } catch (RuntimeException e) {
            throw new IOException(e);
        }
    }

    private static long age(Path file) {
        try {
            return System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    /** The bundle of a file: File Install uses its address as location, or takes one of the same name and version. */
    private Optional<Bundle> bundle(Path file, String symbolicName, String version) {
        String location = file.toUri().normalize().toString();
        Bundle bundle = context.getBundle(location);
        if (bundle == null) {
            bundle = context.getBundle(file.toFile().toURI().normalize().toString());
        }
        if (bundle == null) {
            bundle = Arrays.stream(context.getBundles()).filter(each -> Shipped.same(each, symbolicName, version))
                    .findFirst().orElse(null);
        }
        return Optional.ofNullable(bundle);
    }

    /** The newest version of a bundle that runs beside it. */
    private Optional<Bundle> newer(Bundle bundle) {
        return Arrays.stream(context.getBundles()).filter(each -> each.getState() == Bundle.ACTIVE
                && bundle.getSymbolicName().equals(each.getSymbolicName())
                && bundle.getVersion().compareTo(each.getVersion()) < 0)
                .max(Comparator.comparing(Bundle::getVersion));
    }

    /** Why a bundle does not run; empty if it runs. */
    private List<String> wrong(Bundle bundle) {
        if (bundle.getState() == Bundle.INSTALLED) {
            List<String> missing = Missing.of(bundle, List.of(context.getBundles()));
            return missing.isEmpty() ? start(bundle) : missing;
        }
        boolean fragment = (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
        return bundle.getState() == Bundle.RESOLVED && !fragment ? start(bundle) : List.of();
    }

    /** File Install tries again and again to start what does not start; so may we, and we keep the reason. */
    private static List<String> start(Bundle bundle) {
        try {
            bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
            return List.of();
        } catch (BundleException | RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return List.of((bundle.getState() == Bundle.INSTALLED ? "it cannot be wired: " : "it does not start: ")
                    + cause.toString().replaceAll("\\s*\\R\\s*", " "));
        }
    }

    /** What a bundle adds to the laboratory, and what of it does not work. */
    private void tryOffers(Bundle bundle, List<String> added, List<String> flaws) {
        for (Kind kind : Kind.values()) {
            for (Offer offer : catalogue.present(kind)) {
                if (offer.provider().bundle().filter(bundle::equals).isPresent()) {
                    String what = kind.word() + " '" + offer.name() + "'";
                    fault(offer).ifPresentOrElse(fault -> flaws.add("its " + what + " " + fault),
                            () -> added.add(what));
                }
            }
        }
    }

    /** Tries an offer: a component is made when it is first used, and may fail only then. */
    private Optional<String> fault(Offer offer) {
        Object service = null;
        try {
            service = offer.provider().acquire();
            if (service == null) {
                return Optional.of("cannot be made");
            }
            check((Configurable<?>) service);
            return Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            return Optional.of("cannot be used: " + e.getMessage());
        } finally {
            if (service != null) {
                offer.provider().release(service);
            }
        }
    }

    private static <S extends Record> void check(Configurable<S> service) {
        Schema.of(service.settings());
    }

    /** What of a running bundle does not work. */
    private List<String> flaws(Bundle bundle) {
        List<String> flaws = new ArrayList<>();
        for (Map.Entry<Offer, String> unused : catalogue.unused().entrySet()) {
            if (unused.getKey().provider().bundle().filter(bundle::equals).isPresent()) {
                flaws.add(unused.getValue());
            }
        }
        ServiceReference<?>[] services = bundle.getRegisteredServices();
        for (ServiceReference<?> service : services == null ? new ServiceReference<?>[0] : services) {
            for (String type : (String[]) service.getProperty(Constants.OBJECTCLASS)) {
                boolean ours = Arrays.stream(Kind.values()).anyMatch(kind -> kind.service().equals(type));
                if (ours && !service.isAssignableTo(context.getBundle(), type)) {
                    flaws.add("its " + type + " is of another psr.api than this lab's: it must import psr.api,"
                            + " not contain a copy");
                }
            }
        }
        for (ComponentDescriptionDTO description : components.getComponentDescriptionDTOs(bundle)) {
            for (ComponentConfigurationDTO made : components.getComponentConfigurationDTOs(description)) {
                if (made.state == ComponentConfigurationDTO.FAILED_ACTIVATION) {
                    flaws.add("its component " + description.name + " fails to start: " + reason(made.failure));
                }
                for (UnsatisfiedReferenceDTO lacking : made.unsatisfiedReferences) {
                    flaws.add("its component " + description.name + " waits for a service " + type(description, lacking)
                            + ", which nobody provides");
                }
            }
        }
        return flaws;
    }

    private static String type(ComponentDescriptionDTO description, UnsatisfiedReferenceDTO lacking) {
        return Arrays.stream(description.references).filter(each -> each.name.equals(lacking.name))
                .map(each -> each.interfaceName).findFirst().orElse(lacking.name);
    }

    /** Of a printed stack trace the innermost cause. */
    private static String reason(String trace) {
        String reason = "";
        for (String line : String.valueOf(trace).split("\\R")) {
            if (reason.isEmpty() || line.startsWith("Caused by: ")) {
                reason = line.replaceFirst("^Caused by: ", "").strip();
            }
        }
        return reason;
    }
}
