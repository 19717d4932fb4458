package psr.launcher.plugins;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

import psr.api.lab.BundleVersion;

/**
 * The plugins in the framework: which ones are wanted for new runs, which of those are running, and which ones are held by
 * runs. A plugin that is neither wanted for new runs nor held is uninstalled.
 *
 * <p>{@link #install}, {@link #start}, {@link #offer} and {@link #clean} change the framework and are called by one thread;
 * the rest is thread-safe.
 */
final class InstalledPlugins {

    /** A plugin in the framework; its fields are guarded by the lock. */
    static final class Plugin {

        private final Bundle bundle;
        private final BundleVersion version;
        private int holds;
        /** Whether new runs should use it. */
        private boolean wanted;
        /** Why it is not running; null if it is. */
        private String fault;
        /** It did not start in time: its thread is still in it, so it can be neither used nor uninstalled. */
        private boolean stuck;

        private Plugin(Bundle bundle, BundleVersion version) {
            this.bundle = bundle;
            this.version = version;
        }

        Bundle bundle() {
            return bundle;
        }

        BundleVersion version() {
            return version;
        }
    }

    /** Holds plugins until it is closed for the first time. To be created under the lock. */
    final class PluginHold implements AutoCloseable {

        private final List<Plugin> held;
        private final AtomicBoolean closed = new AtomicBoolean();

        private PluginHold(Collection<Bundle> bundles) {
            held = bundles.stream().map(each -> plugins.get(each.getLocation())).filter(Objects::nonNull).toList();
            held.forEach(each -> each.holds++);
        }

        @Override
        public void close() {
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            boolean unused;
            synchronized (lock) {
                held.forEach(each -> each.holds--);
                unused = held.stream().anyMatch(each -> each.holds == 0 && !each.wanted);
            }
            if (unused) {
                onRelease.run();
            }
        }
    }

    private final BundleChanges bundles;
    private final Runnable onRelease;

    private final Object lock = new Object();
    /** Every plugin, by location; guarded by the lock. */
    private final Map<String, Plugin> plugins = new HashMap<>();
    /** The thread that is uninstalling plugins and refreshing the others; null if none is. Guarded by the lock. */
    private Thread refreshing;
    /** The plugins that new runs get. The set is immutable and replaced as a whole. */
    private volatile Set<Bundle> offered = Set.of();
    /** The locations that plugins may be wired to. The set is immutable and replaced as a whole. */
    private volatile Set<String> wanted = Set.of();

    /**
     * Starts with the plugins that an earlier process left in the storage of the framework.
     *
     * @param onRelease called when the last hold on an unwanted plugin was closed; must have {@link #clean} called
     */
    InstalledPlugins(BundleContext context, Runnable onRelease) {
        this.bundles = new BundleChanges(context);
        this.onRelease = onRelease;
        for (Bundle bundle : bundles.present()) {
            if (PluginWiring.isPlugin(bundle)) {
                plugins.put(bundle.getLocation(), new Plugin(bundle, JarContent.of(bundle)));
            }
        }
    }

    /** The locations that plugins without a group may be wired to. */
    Set<String> wanted() {
        return wanted;
    }

    boolean isOffered(Bundle plugin) {
        return offered.contains(plugin);
    }

    /** The plugin of a name that new runs get. */
    Optional<BundleVersion> offered(String name) {
        synchronized (lock) {
            return plugins.values().stream().filter(each -> offered.contains(each.bundle))
                    .map(each -> each.version).filter(version -> version.name().equals(name)).findFirst();
        }
    }

    /** The plugins of a name that are wanted for new runs. */
    List<BundleVersion> wanted(String name) {
        synchronized (lock) {
            return plugins.values().stream().filter(each -> each.wanted && each.version.name().equals(name))
                    .map(each -> each.version).toList();
        }
    }

    Optional<BundleVersion> version(Bundle bundle) {
        synchronized (lock) {
            return Optional.ofNullable(plugins.get(bundle.getLocation())).filter(each -> each.bundle.equals(bundle))
                    .map(each -> each.version);
        }
    }

    Set<String> hashes() {
        synchronized (lock) {
            return plugins.values().stream().map(each -> each.version.sha256()).collect(Collectors.toSet());
        }
    }

    /** A plugin that is wanted for new runs, and why it is not running; empty if it is. */
    record Status(Bundle bundle, Optional<String> fault) {}

    /** The state of a plugin; empty if it is not wanted for new runs. */
    Optional<Status> status(BundleVersion version) {
        synchronized (lock) {
            return Optional.ofNullable(plugins.get(PluginWiring.location(version.sha256(), "")))
                    .filter(each -> each.wanted).map(each -> new Status(each.bundle, Optional.ofNullable(each.fault)));
        }
    }

    // Holding

    /** A bundle and all plugins whose code it runs, held. */
    record HeldCode(List<Bundle> code, PluginHold hold) {}

    HeldCode hold(Bundle bundle) {
        synchronized (lock) {
            awaitRefresh();
            List<Bundle> code = RunningCode.of(bundle);
            return new HeldCode(code, new PluginHold(code));
        }
    }

    /** The plugins that new runs get, held. */
    PluginSet current() {
        synchronized (lock) {
            awaitRefresh();
            return holdAll(plugins.values().stream().filter(each -> offered.contains(each.bundle)).toList());
        }
    }

    /** These plugins, held, if all of them are installed without a group and running, and they use no code of other plugins. */
    Optional<PluginSet> holdAll(Collection<BundleVersion> versions) {
        synchronized (lock) {
            List<Plugin> present = versions.stream().map(each -> plugins.get(PluginWiring.location(each.sha256(), "")))
                    .filter(each -> each != null && each.fault == null && !each.stuck).toList();
            boolean selfContained = present.stream().flatMap(each -> RunningCode.of(each.bundle).stream())
                    .filter(PluginWiring::isPlugin).allMatch(each -> present.contains(plugins.get(each.getLocation())));
            return present.size() == versions.size() && selfContained ? Optional.of(holdAll(present)) : Optional.empty();
        }
    }

    /** Running plugins, held. */
    PluginSet holdAll(List<Plugin> running) {
        synchronized (lock) {
            Set<Bundle> code = new LinkedHashSet<>();
            running.forEach(each -> code.addAll(RunningCode.of(each.bundle)));
            return new PluginSet(running, new PluginHold(code));
        }
    }

    /** Waits until bundles are no longer being refreshed: a plugin must not be held before that. */
    private void awaitRefresh() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(4 * BundleChanges.PATIENCE);
        while (refreshing != null && refreshing != Thread.currentThread() && System.nanoTime() < end) {
            try {
                lock.wait(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    // Changing the framework

    Plugin install(BundleVersion version, Path jar, String group) throws IOException, BundleException {
        String location = PluginWiring.location(version.sha256(), group);
        synchronized (lock) {
            Plugin present = plugins.get(location);
            if (present != null) {
                return present;
            }
        }
        Plugin plugin = new Plugin(bundles.install(location, jar), version);
        synchronized (lock) {
            plugins.put(location, plugin);
        }
        return plugin;
    }

    /** Allows these plugins, and no others, to be wired to each other. */
    void allowWiring(Collection<Plugin> these) {
        wanted = these.stream().map(each -> each.bundle.getLocation()).collect(Collectors.toUnmodifiableSet());
    }

    /** Starts a plugin, unless it is running; returns why it is not running afterwards. */
    Optional<String> start(Plugin plugin) {
        if (plugin.stuck) {
            return Optional.of(plugin.fault);
        }
        Optional<String> fault;
        try {
            fault = bundles.start(plugin.bundle);
        } catch (TimeoutException e) {
            plugin.stuck = true;
            fault = Optional
                    .of("it did not start within " + BundleChanges.PATIENCE / 1000 + " s; its thread may still be running");
        }
        synchronized (lock) {
            plugin.fault = fault.orElse(null);
        }
        return fault;
    }

    /**
     * Sets the plugins of new runs, atomically.
     *
     * @param tried all plugins that should run
     * @param running the ones that are running, one of each name
     */
    void offer(Set<Plugin> tried, Set<Plugin> running) {
        synchronized (lock) {
            plugins.values().forEach(each -> each.wanted = tried.contains(each));
            offered = running.stream().map(each -> each.bundle).collect(Collectors.toUnmodifiableSet());
        }
        allowWiring(tried);
    }

    /** Forgets a plugin that was uninstalled, perhaps in the shell of the framework. */
    void forget(Bundle uninstalled) {
        synchronized (lock) {
            plugins.remove(uninstalled.getLocation());
            offered = offered.stream().filter(each -> !each.equals(uninstalled)).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Uninstalls plugins that are neither wanted nor held, and refreshes their importers. */
    void clean() {
        List<Plugin> unused;
        synchronized (lock) {
            unused = plugins.values().stream().filter(each -> !each.wanted && !each.stuck && isFree(each)).toList();
            if (unused.isEmpty()) {
                return;
            }
            refreshing = Thread.currentThread();
            unused.forEach(each -> plugins.remove(each.bundle.getLocation()));
        }
        try {
            bundles.refresh(unused.stream().map(Plugin::bundle).filter(bundles::uninstall).collect(Collectors.toSet()));
        } finally {
            synchronized (lock) {
                refreshing = null;
                lock.notifyAll();
            }
        }
    }

    /** Whether no run holds it, nor any bundle that would be refreshed with it. Called under the lock. */
    private boolean isFree(Plugin plugin) {
        return bundles.refreshedWith(plugin.bundle).stream()
                .map(each -> plugins.get(each.getLocation())).allMatch(each -> each == null || each.holds == 0);
    }
}
