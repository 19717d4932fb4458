package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

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

/** Says what became of each file in the plugins folder, in words for people who never heard of bundles. Thread-safe. */
@Component(service = Plugins.class)
public final class PluginFolder implements Plugins {

    private final PluginInstaller installer;
    private final Offerings offerings;
    private final Runnable follower = this::tell;
    private final List<PluginListener> listeners = new CopyOnWriteArrayList<>();
    /** What the listeners know; guarded by itself, which also makes them be called by one thread at a time. */
    private final Map<String, PluginFile> told = new LinkedHashMap<>();

    /** What the laboratory makes of what the installer takes in. */
    @Activate
    public PluginFolder(@Reference PluginInstaller installer, @Reference Offerings offerings) {
        this.installer = installer;
        this.offerings = offerings;
        installer.listen(follower);
    }

    @Deactivate
    void close() {
        installer.forget(follower);
    }

    @Override
    public Path folder() {
        return installer.folder();
    }

    @Override
    public List<PluginFile> files() {
        installer.scanNow();
        return lookAll();
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
        synchronized (told) {
            if (listeners.isEmpty()) {
                told.clear();
                lookAll().forEach(file -> told.put(file.name(), file));
            }
            listeners.add(listener);
        }
        return () -> listeners.remove(listener);
    }

    private void tell() {
        if (listeners.isEmpty()) {
            return; // trying every service would be for nobody
        }
        synchronized (told) {
            Map<String, PluginFile> now = new LinkedHashMap<>();
            lookAll().forEach(file -> now.put(file.name(), file));
            Map<String, PluginFile> before = new LinkedHashMap<>(told);
            told.clear();
            told.putAll(now);
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
    }

    private List<PluginFile> lookAll() {
        return installer.found().values().stream().map(this::look).toList();
    }

    private PluginFile look(FolderScan.Found file) {
        if (file.state().isPresent()) {
            return PluginFile.of(file.name(), file.state().get(), Optional.empty(), file.remark());
        }
        PluginStore.Kept kept = file.kept().orElseThrow();
        BundleVersion version = kept.bundle();
        if (installer.ships(version)) {
            return rejected(file, "a bundle of this name and version ships with the lab, and stays: delete the file, or give"
                    + " yours another " + Constants.BUNDLE_SYMBOLICNAME);
        }
        Optional<InstalledPlugins.Fate> fate = installer.fate(version);
        if (fate.isEmpty()) {
            Optional<BundleVersion> other = installer.offered(version.name());
            return other.isEmpty() ? rejected(file, "its bundle was uninstalled; put the file there anew to have it back")
                    : PluginFile.of(file.name(), PluginFile.State.SUPERSEDED, Optional.of(version), "superseded by "
                            + (other.get().version().equals(version.version()) ? other.get().toString()
                                    : other.get().name() + " " + other.get().version())
                            + "; delete it");
        }
        if (fate.get().fault().isPresent()) {
            return rejected(file, fate.get().fault().get());
        }
        return look(file, version, fate.get().bundle(), kept.lasting());
    }

    private PluginFile look(FolderScan.Found file, BundleVersion version, Bundle bundle, boolean lasting) {
        Offerings.Offering offering = offerings.of(bundle);
        List<String> said = new ArrayList<>(offering.added());
        if (said.isEmpty() && offering.flaws().isEmpty()) {
            said.add("adds no learner, refiner, data set or metric");
        }
        boolean works = !said.isEmpty();
        said.addAll(offering.flaws());
        if (!lasting) {
            said.add("it cannot be kept, since the folder of the lab cannot be written: a run with it cannot be resumed once"
                    + " it is replaced");
        }
        return PluginFile.of(file.name(), works ? PluginFile.State.ACTIVE : PluginFile.State.REJECTED, Optional.of(version),
                String.join("; ", said));
    }

    private static PluginFile rejected(FolderScan.Found file, String remark) {
        return PluginFile.of(file.name(), PluginFile.State.REJECTED, file.kept().map(PluginStore.Kept::bundle), remark);
    }
}
