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
 * The plugins in the framework: which are meant for new runs, which of those run, and which are held. One that is neither meant
 * for new runs nor held is taken away.
 *
 * <p>{@link #install}, {@link #start}, {@link #arrange} and {@link #clean} change the framework and are called by one thread;
 * the rest is thread-safe.
 */
final class InstalledPlugins {

    /** A plugin in the framework; its fields are guarded by the lock. */
    static final class Plugin {

        private final Bundle bundle;
        private final BundleVersion version;
        private int holds;
        /** Whether it is meant for new runs. */
        private boolean wanted;
        /** Why it does not run; null if it does. */
        private String fault;
        /** It did not start in time: a thread of its own is in it, and nothing more can be done with it. */
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

    /** Holds plugins from when it is made, under the lock, until it is first closed. */
    final class Holding implements AutoCloseable {

        private final List<Plugin> held;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Holding(Collection<Bundle> bundles) {
            held = bundles.stream().map(each -> plugins.get(each.getLocation())).filter(Objects::nonNull).toList();
            held.forEach(each -> each.holds++);
        }

        @Override
        public void close() {
            if (!closed.compareAndSet(false, true)) {
                return;
            }
            boolean left;
            synchronized (lock) {
                held.forEach(each -> each.holds--);
                left = held.stream().anyMatch(each -> each.holds == 0 && !each.wanted);
            }
            if (left) {
                tidy.run();
            }
        }
    }

    private final BundleChanges bundles;
    private final Runnable tidy;

    private final Object lock = new Object();
    /** Every plugin, by location; guarded by the lock. */
    private final Map<String, Plugin> plugins = new HashMap<>();
    /** Who takes plugins away and rewires the rest just now; guarded by the lock. */
    private Thread rewiring;
    /** What new runs may have; replaced whole. */
    private volatile Set<Bundle> offered = Set.of();
    /** The locations that plugins may be wired to; replaced whole. */
    private volatile Set<String> wanted = Set.of();

    /**
     * What an earlier life of this laboratory left in the framework.
     *
     * @param tidy called when a plugin that is not wanted was let go: has somebody call {@link #clean}
     */
    InstalledPlugins(BundleContext context, Runnable tidy) {
        this.bundles = new BundleChanges(context);
        this.tidy = tidy;
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

    /** Whether new runs may have it. */
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

    /** The plugins of a name that are meant for new runs. */
    List<BundleVersion> wanted(String name) {
        synchronized (lock) {
            return plugins.values().stream().filter(each -> each.wanted && each.version.name().equals(name))
                    .map(each -> each.version).toList();
        }
    }

    /** The exact version of a plugin that is there. */
    Optional<BundleVersion> version(Bundle bundle) {
        synchronized (lock) {
            return Optional.ofNullable(plugins.get(bundle.getLocation())).filter(each -> each.bundle.equals(bundle))
                    .map(each -> each.version);
        }
    }

    /** The contents of all plugins. */
    Set<String> hashes() {
        synchronized (lock) {
            return plugins.values().stream().map(each -> each.version.sha256()).collect(Collectors.toSet());
        }
    }

    /**
     * What became of a plugin that is meant for new runs.
     *
     * @param fault why it does not run; empty if it does
     */
    record Fate(Bundle bundle, Optional<String> fault) {}

    /** What became of a plugin; empty if it is not meant for new runs. */
    Optional<Fate> fate(BundleVersion version) {
        synchronized (lock) {
            return Optional.ofNullable(plugins.get(PluginWiring.location(version.sha256(), "")))
                    .filter(each -> each.wanted).map(each -> new Fate(each.bundle, Optional.ofNullable(each.fault)));
        }
    }

    // Holding

    /** A bundle and all plugins whose code it runs, held. */
    record HeldCode(List<Bundle> code, Holding holding) {}

    HeldCode hold(Bundle bundle) {
        synchronized (lock) {
            awaitWiring();
            List<Bundle> code = RunningCode.of(bundle);
            return new HeldCode(code, new Holding(code));
        }
    }

    /** What new runs may have, held. */
    PluginSet current() {
        synchronized (lock) {
            awaitWiring();
            return set(plugins.values().stream().filter(each -> offered.contains(each.bundle)).toList());
        }
    }

    /** These plugins as they are, held, if they are all there for new or earlier runs and run no plugins' code but their own. */
    Optional<PluginSet> together(Collection<BundleVersion> versions) {
        synchronized (lock) {
            List<Plugin> there = versions.stream().map(each -> plugins.get(PluginWiring.location(each.sha256(), "")))
                    .filter(each -> each != null && each.fault == null && !each.stuck).toList();
            boolean alone = there.stream().flatMap(each -> RunningCode.of(each.bundle).stream())
                    .filter(PluginWiring::isPlugin).allMatch(each -> there.contains(plugins.get(each.getLocation())));
            return there.size() == versions.size() && alone ? Optional.of(set(there)) : Optional.empty();
        }
    }

    /** Plugins that run, held. */
    PluginSet together(List<Plugin> running) {
        synchronized (lock) {
            return set(running);
        }
    }

    private PluginSet set(List<Plugin> chosen) {
        Set<Bundle> code = new LinkedHashSet<>();
        chosen.forEach(each -> code.addAll(RunningCode.of(each.bundle)));
        return new PluginSet(chosen, new Holding(code));
    }

    /** Whoever is being rewired is not held before that is done. */
    private void awaitWiring() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(4 * BundleChanges.PATIENCE);
        while (rewiring != null && rewiring != Thread.currentThread() && System.nanoTime() < end) {
            try {
                lock.wait(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    // Changing the framework

    /** Puts a plugin into the framework, unless it is there. */
    Plugin install(BundleVersion version, Path jar, String group) throws IOException, BundleException {
        String location = PluginWiring.location(version.sha256(), group);
        synchronized (lock) {
            Plugin there = plugins.get(location);
            if (there != null) {
                return there;
            }
        }
        Plugin plugin = new Plugin(bundles.install(location, jar), version);
        synchronized (lock) {
            plugins.put(location, plugin);
        }
        return plugin;
    }

    /** Lets plugins be wired to each other, and from now on to no other. */
    void mayBeWired(Collection<Plugin> these) {
        wanted = these.stream().map(each -> each.bundle.getLocation()).collect(Collectors.toUnmodifiableSet());
    }

    /** Starts a plugin, unless it runs; says why it does not run then. */
    Optional<String> start(Plugin plugin) {
        if (plugin.stuck) {
            return Optional.of(plugin.fault);
        }
        Optional<String> fault;
        try {
            fault = bundles.start(plugin.bundle);
        } catch (TimeoutException e) {
            plugin.stuck = true;
            fault = Optional.of("it did not start within " + BundleChanges.PATIENCE / 1000 + " s; its thread was left behind");
        }
        synchronized (lock) {
            plugin.fault = fault.orElse(null);
        }
        return fault;
    }

    /**
     * Makes these the plugins of new runs, all at once.
     *
     * @param meant all that were tried
     * @param running those of them that run, of each name one
     */
    void arrange(Set<Plugin> meant, Set<Plugin> running) {
        synchronized (lock) {
            plugins.values().forEach(each -> each.wanted = meant.contains(each));
            offered = running.stream().map(each -> each.bundle).collect(Collectors.toUnmodifiableSet());
        }
        mayBeWired(meant);
    }

    /** Somebody uninstalled a plugin in the shell of the framework. */
    void forget(Bundle gone) {
        synchronized (lock) {
            plugins.remove(gone.getLocation());
            offered = offered.stream().filter(each -> !each.equals(gone)).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** Takes away what is not wanted and not held, and rewires who took packages from it. */
    void clean() {
        List<Plugin> leaving;
        synchronized (lock) {
            leaving = plugins.values().stream().filter(each -> !each.wanted && !each.stuck && isFree(each)).toList();
            if (leaving.isEmpty()) {
                return;
            }
            rewiring = Thread.currentThread();
            leaving.forEach(each -> plugins.remove(each.bundle.getLocation()));
        }
        try {
            bundles.refresh(leaving.stream().map(Plugin::bundle).filter(bundles::uninstall).collect(Collectors.toSet()));
        } finally {
            synchronized (lock) {
                rewiring = null;
                lock.notifyAll();
            }
        }
    }

    /** Whether no run holds it, nor anything that would be rewired with it; under the lock. */
    private boolean isFree(Plugin plugin) {
        return bundles.rewiredWith(plugin.bundle).stream()
                .map(each -> plugins.get(each.getLocation())).allMatch(each -> each == null || each.holds == 0);
    }
}
