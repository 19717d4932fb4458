package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Plugins;
import psr.api.lab.Subscription;
import psr.launcher.spi.PluginJars;

/** Describes the state of each file in the plugins folder, for users who do not know OSGi. Thread-safe. */
@Component(service = {Plugins.class, PluginJars.class})
public final class PluginFolder implements PluginJars {

    private final PluginInstaller installer;
    private final ServiceCheck services;
    private final Runnable notifier = this::notifyListeners;
    private final List<PluginListener> listeners = new CopyOnWriteArrayList<>();
    /** The files as last reported to the listeners, which only the thread of the installer calls. */
    private final AtomicReference<Map<String, PluginFile>> reported = new AtomicReference<>(Map.of());

    @Activate
    public PluginFolder(@Reference PluginInstaller installer, @Reference ServiceCheck services) {
        this.installer = installer;
        this.services = services;
        installer.listen(notifier);
    }

    @Deactivate
    void close() {
        installer.forget(notifier);
    }

    @Override
    public Path folder() {
        return installer.folder();
    }

    @Override
    public List<PluginFile> files() {
        installer.scanNow();
        return describeAll();
    }

    @Override
    public Map<BundleVersion, String> retained() {
        Map<BundleVersion, String> retained = new LinkedHashMap<>();
        installer.retained().forEach(each -> retained.put(each.bundle(), each.reason()));
        return retained;
    }

    @Override
    public List<BundleVersion> missing(List<BundleVersion> bundles) {
        return bundles.stream().filter(installer::isMissing).toList();
    }

    @Override
    public Optional<Path> jar(BundleVersion bundle) {
        return installer.jar(bundle);
    }

    @Override
    public void keep(BundleVersion bundle, Path jar) throws IOException {
        installer.keep(bundle, jar);
    }

    @Override
    public Subscription listen(PluginListener listener) {
        if (listeners.isEmpty()) {
            Map<String, PluginFile> before = reported.get();
            reported.compareAndSet(before, byName());
        }
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void notifyListeners() {
        if (listeners.isEmpty()) {
            return; // avoids trying every service for nothing
        }
        Map<String, PluginFile> now = byName();
        Map<String, PluginFile> before = reported.getAndSet(now);
        before.forEach((name, file) -> {
            if (!now.containsKey(name)) {
                listeners.forEach(listener -> listener.removed(file));
            }
        });
        now.forEach((name, file) -> {
            if (!file.equals(before.get(name)) && file.state() != PluginFile.State.WAITING) {
                listeners.forEach(listener -> listener.changed(file));
            }
        });
    }

    private Map<String, PluginFile> byName() {
        Map<String, PluginFile> files = new LinkedHashMap<>();
        describeAll().forEach(file -> files.put(file.name(), file));
        return files;
    }

    private List<PluginFile> describeAll() {
        return installer.files().values().stream().map(this::describe).toList();
    }

    private PluginFile describe(FolderScan.ScannedFile file) {
        if (file.state().isPresent()) {
            return PluginFile.of(file.name(), file.state().get(), Optional.empty(), file.remark());
        }
        PluginStore.Copy copy = file.copy().orElseThrow();
        BundleVersion version = copy.bundle();
        if (installer.ships(version)) {
            return rejected(file,
                    "a bundle of this name and version ships with the lab and is not replaced: delete the file, or give"
                            + " yours another " + Constants.BUNDLE_SYMBOLICNAME);
        }
        Optional<InstalledPlugins.Status> status = installer.status(version);
        if (status.isEmpty()) {
            Optional<BundleVersion> other = installer.offered(version.name());
            return other.isEmpty()
                    ? rejected(file, "its bundle was uninstalled; copy the file into the folder again to install it")
                    : PluginFile.of(file.name(), PluginFile.State.SUPERSEDED, Optional.of(version), "superseded by "
                            + (other.get().version().equals(version.version()) ? other.get().toString()
                                    : other.get().name() + " " + other.get().version())
                            + "; delete it");
        }
        if (status.get().fault().isPresent()) {
            return rejected(file, status.get().fault().get());
        }
        return describe(file, version, status.get().bundle(), copy.lasting());
    }

    private PluginFile describe(FolderScan.ScannedFile file, BundleVersion version, Bundle bundle, boolean lasting) {
        ServiceCheck.Result result = services.check(bundle);
        List<String> remarks = new ArrayList<>(result.added());
        if (remarks.isEmpty() && result.flaws().isEmpty()) {
            remarks.add("adds no learner, refiner, data set or metric");
        }
        boolean works = !remarks.isEmpty();
        remarks.addAll(result.flaws());
        if (!lasting) {
            remarks.add("no copy of it can be saved, because the folder of the lab is not writable: a run that used it cannot be"
                    + " resumed after it is replaced");
        }
        return PluginFile.of(file.name(), works ? PluginFile.State.ACTIVE : PluginFile.State.REJECTED, Optional.of(version),
                String.join("; ", remarks));
    }

    private static PluginFile rejected(FolderScan.ScannedFile file, String remark) {
        return PluginFile.of(file.name(), PluginFile.State.REJECTED, file.copy().map(PluginStore.Copy::bundle), remark);
    }
}
