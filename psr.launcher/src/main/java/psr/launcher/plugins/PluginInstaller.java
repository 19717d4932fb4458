package psr.launcher.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.Version;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.BundleVersion;
import psr.launcher.Home;
import psr.launcher.services.BundleHolds;

/**
 * Takes jars from the plugins folder into the framework, each content at a location of its own, and keeps each for as long as
 * a run needs it. Of each symbolic name new runs get the highest version that starts; what is replaced or removed stays,
 * started, until the last run that holds it has let it go, and is then uninstalled.
 *
 * <p>One thread does all the work that changes the framework, so that nobody who lets a bundle go waits for that. Thread-safe.
 */
@Component(service = {PluginInstaller.class, PluginVersions.class, BundleHolds.class}, immediate = true)
public final class PluginInstaller implements PluginVersions, BundleHolds {

    /** How often the folder is looked at, in milliseconds. */
    private static final long LOOK = 500;
    /** How long a plugin may take to start or stop, and the framework to rewire, in milliseconds. */
    private static final long PATIENCE = 5_000;
    /** How long whoever waits for this thread waits at most, in milliseconds. */
    private static final long LONGEST = 60_000;
    private static final Logger LOG = System.getLogger(PluginInstaller.class.getName());

    /** An installed plugin; its fields are guarded by {@link #lock}. */
    private static final class Installed {

        private final Bundle bundle;
        private final BundleVersion version;
        private int holds;
        /** Whether it is meant for new runs. */
        private boolean wanted;
        /** Why it does not run; null if it does. */
        private String fault;
        /** It did not start or stop in time: a thread of its own is in it, and nothing can be done with it. */
        private boolean stuck;

        private Installed(Bundle bundle, BundleVersion version) {
            this.bundle = bundle;
            this.version = version;
        }
    }

    private final BundleContext context;
    private final PluginStore store;
    private final FolderScan scan;
    private final FrameworkWiring wiring;
    private final ServiceRegistration<?> hooks;
    private final BundleListener follower;

    private final Object lock = new Object();
    /** Every plugin in the framework, by location; guarded by lock. */
    private final Map<String, Installed> installed = new HashMap<>();
    /** Whether bundles are being taken away and rewired just now; guarded by lock. */
    private boolean rewiring;
    /** What new runs may have; replaced whole. */
    private volatile Set<Bundle> offered = Set.of();
    /** The locations that new plugins may be wired to; replaced whole. */
    private volatile Set<String> wanted = Set.of();
    private final Map<BundleRevision, BundleVersion> versions = new WeakHashMap<>();

    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** Counts what happened to bundles: a plugin that lacked something may have it now. */
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong groups = new AtomicLong();
    /** Used by the working thread only. */
    private long seen = -1;
    private final Thread worker;
    private volatile boolean closed;

    /** Begins to watch the plugins folder; what lies there already is in the framework when this returns. */
    @Activate
    public PluginInstaller(BundleContext context, @Reference Home home) {
        this(context, home.plugins(), new PluginStore(home.kept()));
    }

    PluginInstaller(BundleContext context, Path folder, PluginStore store) {
        this.context = context;
        this.store = store;
        this.scan = new FolderScan(folder, store);
        this.wiring = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkWiring.class);
        this.hooks = new PluginWiring(() -> wanted).register(context);
        this.follower = (SynchronousBundleListener) this::follow;
        context.addBundleListener(follower);
        adopt();
        worker = new Thread(this::work, "psr-plugins");
        worker.setDaemon(true);
        worker.start();
        scanNow();
        onWorker(() -> {
            store.sweep(inUse());
            return null;
        });
    }

    /** Stops watching. Plugins stay as they are. */
    @Deactivate
    void close() {
        closed = true;
        worker.interrupt();
        try {
            worker.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tasks.forEach(task -> task.cancel(true));
        try {
            context.removeBundleListener(follower);
            hooks.unregister();
        } catch (IllegalStateException e) {
            // the framework has stopped, and took both away
        }
    }

    // What new runs may have, and what earlier runs keep

    @Override
    public boolean isPlugin(Bundle bundle) {
        return PluginWiring.isPlugin(bundle);
    }

    @Override
    public boolean isOffered(Bundle bundle) {
        return !isPlugin(bundle) || offered.contains(bundle);
    }

    @Override
    public Hold hold(Bundle bundle) {
        Letting letting;
        List<Bundle> code;
        synchronized (lock) {
            awaitWiring();
            code = code(bundle);
            letting = new Letting(code.stream().filter(this::isPlugin).map(each -> installed.get(each.getLocation()))
                    .filter(each -> each != null).toList());
        }
        try {
            List<BundleVersion> exact = code.stream().map(this::version)
                    .sorted(Comparator.comparing(BundleVersion::name).thenComparing(BundleVersion::version)).toList();
            return new Hold() {
                @Override
                public List<BundleVersion> versions() {
                    return exact;
                }

                @Override
                public void close() {
                    letting.close();
                }
            };
        } catch (RuntimeException | Error e) {
            letting.close();
            throw e;
        }
    }

    @Override
    public PluginSet current() {
        synchronized (lock) {
            awaitWiring();
            return set(installed.values().stream().filter(each -> offered.contains(each.bundle)).toList());
        }
    }

    /** Plugins, held; under the lock. */
    private PluginSet set(List<Installed> plugins) {
        Set<Installed> all = new LinkedHashSet<>();
        for (Installed plugin : plugins) {
            code(plugin.bundle).stream().filter(this::isPlugin).map(each -> installed.get(each.getLocation()))
                    .filter(each -> each != null).forEach(all::add);
        }
        Letting letting = new Letting(List.copyOf(all));
        Set<Bundle> bundles = plugins.stream().map(each -> each.bundle).collect(Collectors.toUnmodifiableSet());
        List<BundleVersion> exact = plugins.stream().map(each -> each.version)
                .sorted(Comparator.comparing(BundleVersion::name)).toList();
        return new PluginSet() {
            @Override
            public boolean takes(Bundle bundle) {
                return !isPlugin(bundle) || bundles.contains(bundle);
            }

            @Override
            public List<BundleVersion> versions() {
                return exact;
            }

            @Override
            public void close() {
                letting.close();
            }
        };
    }

    /** Holds plugins from when it is made, under the lock, until it is closed. */
    private final class Letting implements AutoCloseable {

        private final List<Installed> held;
        private final AtomicBoolean done = new AtomicBoolean();

        Letting(List<Installed> held) {
            this.held = held;
            held.forEach(each -> each.holds++);
        }

        @Override
        public void close() {
            if (done.compareAndSet(false, true)) {
                boolean leave;
                synchronized (lock) {
                    held.forEach(each -> each.holds--);
                    leave = held.stream().anyMatch(each -> each.holds == 0 && !each.wanted);
                }
                if (leave) {
                    tasks.add(new FutureTask<>(this::clean, null));
                }
            }
        }

        private void clean() {
            PluginInstaller.this.clean();
        }
    }

    private void awaitWiring() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST);
        boolean interrupted = false;
        while (rewiring && Thread.currentThread() != worker && System.nanoTime() < end) {
            try {
                lock.wait(LOOK);
            } catch (InterruptedException e) {
                interrupted = true;
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A bundle and all whose code it runs: those it takes packages from, the fragments that are attached to it, and plugins
     * whose services it uses.
     */
    private List<Bundle> code(Bundle bundle) {
        Set<Bundle> found = new LinkedHashSet<>();
        Deque<Bundle> open = new ArrayDeque<>(List.of(bundle));
        while (!open.isEmpty()) {
            Bundle next = open.pop();
            if (next.getBundleId() == 0 || !found.add(next)) {
                continue;
            }
            BundleWiring wires = next.adapt(BundleWiring.class);
            for (String namespace : List.of(PackageNamespace.PACKAGE_NAMESPACE, BundleNamespace.BUNDLE_NAMESPACE,
                    HostNamespace.HOST_NAMESPACE)) {
                // A wiring that is no longer in use answers null.
                List<BundleWire> needs = wires == null ? null : wires.getRequiredWires(namespace);
                if (needs != null) {
                    needs.forEach(wire -> open.add(wire.getProvider().getBundle()));
                }
            }
            List<BundleWire> fragments = wires == null ? null : wires.getProvidedWires(HostNamespace.HOST_NAMESPACE);
            if (fragments != null) {
                fragments.forEach(wire -> open.add(wire.getRequirer().getBundle()));
            }
            ServiceReference<?>[] used = isPlugin(next) && next.getState() != Bundle.UNINSTALLED
                    ? next.getServicesInUse() : null;
            for (ServiceReference<?> service : used == null ? new ServiceReference<?>[0] : used) {
                if (service.getBundle() != null && isPlugin(service.getBundle())) {
                    open.add(service.getBundle());
                }
            }
        }
        return List.copyOf(found);
    }

    @Override
    public BundleVersion version(Bundle bundle) {
        synchronized (lock) {
            Installed plugin = installed.get(bundle.getLocation());
            if (plugin != null && plugin.bundle.equals(bundle)) {
                return plugin.version;
            }
        }
        while (true) {
            BundleRevision revision = bundle.adapt(BundleRevision.class);
            synchronized (versions) {
                if (revision != null && versions.containsKey(revision)) {
                    return versions.get(revision);
                }
            }
            if (revision == null || bundle.getState() == Bundle.UNINSTALLED) {
                return BundleVersion.of(String.valueOf(bundle.getSymbolicName()), bundle.getVersion().toString(), "");
            }
            BundleVersion exact = JarContent.of(bundle);
            // Updated while it was read: what was read is neither the one nor the other.
            if (revision.equals(bundle.adapt(BundleRevision.class))) {
                synchronized (versions) {
                    versions.put(revision, exact);
                }
                return exact;
            }
        }
    }

    // Restoring

    @Override
    public PluginSet restore(List<BundleVersion> exact) throws MissingBundlesException {
        try {
            return onWorker(() -> restored(exact));
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof MissingBundlesException missing) {
                throw missing;
            }
            throw e;
        }
    }

    private PluginSet restored(List<BundleVersion> exact) throws MissingBundlesException {
        Map<BundleVersion, Path> needed = new LinkedHashMap<>();
        List<MissingBundlesException.Missing> missing = new ArrayList<>();
        for (BundleVersion version : exact) {
            List<Bundle> shipped = Arrays.stream(context.getBundles())
                    .filter(each -> !isPlugin(each) && version.name().equals(each.getSymbolicName())).toList();
            if (shipped.stream().anyMatch(each -> version(each).equals(version))) {
                continue;
            }
            Optional<Path> jar = store.find(version.sha256());
            if (jar.isPresent()) {
                needed.put(version, jar.get());
            } else {
                missing.add(missing(version, shipped));
            }
        }
        if (!missing.isEmpty()) {
            throw new MissingBundlesException(missing);
        }
        synchronized (lock) {
            List<Installed> there = needed.keySet().stream()
                    .map(version -> installed.get(PluginWiring.location(version.sha256(), ""))).toList();
            // As they are, where they are all there and run no code but that of the run.
            if (there.stream().allMatch(each -> each != null && each.fault == null && !each.stuck
                    && code(each.bundle).stream().filter(this::isPlugin).map(this::version).allMatch(needed::containsKey))) {
                return set(there);
            }
        }
        return group(needed);
    }

    /** Installs plugins for one run only. */
    private PluginSet group(Map<BundleVersion, Path> needed) throws MissingBundlesException {
        String group = String.valueOf(groups.incrementAndGet());
        List<Installed> made = new ArrayList<>();
        List<MissingBundlesException.Missing> missing = new ArrayList<>();
        needed.forEach((version, jar) -> {
            try {
                made.add(install(version, jar, group));
            } catch (IOException | BundleException e) {
                missing.add(new MissingBundlesException.Missing(version, List.of(),
                        "the run began with " + version + ", which cannot be installed again: " + e.getMessage()));
            }
        });
        made.forEach(this::start);
        synchronized (lock) {
            for (Installed each : made) {
                if (each.fault != null) {
                    missing.add(new MissingBundlesException.Missing(each.version, List.of(),
                            "the run began with " + each.version + ", which does not start again: " + each.fault));
                }
            }
            if (missing.isEmpty()) {
                return set(made);
            }
        }
        clean();
        throw new MissingBundlesException(missing);
    }

    private MissingBundlesException.Missing missing(BundleVersion version, List<Bundle> shipped) {
        List<BundleVersion> present = new ArrayList<>(shipped.stream().map(this::version).toList());
        synchronized (lock) {
            installed.values().stream().filter(each -> each.wanted && each.version.name().equals(version.name()))
                    .forEach(each -> present.add(each.version));
        }
        boolean same = present.stream().anyMatch(each -> each.version().equals(version.version()));
        String there = present.isEmpty() ? "none" : present.stream()
                .map(each -> same ? each.toString().substring(each.name().length() + 1) : each.version())
                .collect(Collectors.joining(", "));
        return new MissingBundlesException.Missing(version, List.copyOf(present), "the run began with " + version + "; present: "
                + there + (shipped.isEmpty() ? "; put that jar back into " + scan.folder().getFileName() + "/"
                        : "; it ships with the laboratory: use the laboratory that the run began with"));
    }

    @Override
    public void keepFor(Path run, Collection<BundleVersion> exact) throws IOException {
        for (BundleVersion version : exact) {
            if (store.find(version.sha256()).isPresent()) {
                store.refer(version.sha256(), run);
            }
        }
    }

    private Set<String> inUse() {
        Set<String> used = new HashSet<>();
        synchronized (lock) {
            installed.values().forEach(each -> used.add(each.version.sha256()));
        }
        scan.found().values().forEach(file -> file.kept().ifPresent(kept -> used.add(kept.bundle().sha256())));
        return used;
    }

    // The folder

    /** Where jars are put. */
    Path folder() {
        return scan.folder();
    }

    /** Calls when what is in the folder, or what became of it, has changed; on the thread that found out. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    /** Looks at the folder now, by content. */
    void scanNow() {
        onWorker(() -> {
            scan.byContent();
            look();
            return null;
        });
    }

    /** What was found in the folder, by name, as it was last looked at. */
    Map<String, FolderScan.Found> found() {
        return scan.found();
    }

    /** Whether what ships has the name and version of a plugin. */
    boolean ships(BundleVersion plugin) {
        return Arrays.stream(context.getBundles()).anyMatch(each -> !isPlugin(each)
                && plugin.name().equals(each.getSymbolicName()) && plugin.version().equals(each.getVersion().toString()));
    }

    /**
     * What became of a plugin of the folder.
     *
     * @param bundle where it is installed
     * @param fault why it does not run; empty if it does
     * @param offered whether new runs may have it
     */
    record Fate(Bundle bundle, Optional<String> fault, boolean offered) {}

    /** What became of a plugin of the folder; empty if it is not installed. */
    Optional<Fate> fate(BundleVersion plugin) {
        synchronized (lock) {
            return Optional.ofNullable(installed.get(PluginWiring.location(plugin.sha256(), "")))
                    .filter(each -> each.wanted)
                    .map(each -> new Fate(each.bundle, Optional.ofNullable(each.fault), offered.contains(each.bundle)));
        }
    }

    /** The plugin of a name that new runs get. */
    Optional<BundleVersion> offeredOf(String name) {
        synchronized (lock) {
            return installed.values().stream().filter(each -> offered.contains(each.bundle))
                    .map(each -> each.version).filter(version -> version.name().equals(name)).findFirst();
        }
    }

    /** On the working thread. */
    private void look() {
        boolean changed = scan.look();
        long now = events.get();
        if (changed || now != seen) {
            seen = now;
            arrange();
            listeners.forEach(listener -> {
                try {
                    listener.run();
                } catch (RuntimeException | LinkageError e) {
                    LOG.log(Level.WARNING, "a listener for plugins failed", e);
                }
            });
        }
    }

    /** Makes what is in the folder the plugins of new runs: for each name the highest version that starts. */
    private void arrange() {
        Map<String, List<PluginStore.Kept>> candidates = new TreeMap<>();
        scan.found().values().stream().sorted(Comparator.comparing(FolderScan.Found::time).reversed())
                .flatMap(file -> file.kept().stream()).filter(kept -> !ships(kept.bundle()))
                .forEach(kept -> candidates.computeIfAbsent(kept.bundle().name(), name -> new ArrayList<>()).add(kept));
        candidates.values().forEach(list -> list.sort(Comparator.comparing(
                (PluginStore.Kept kept) -> Version.parseVersion(kept.bundle().version())).reversed()));

        Set<Installed> tried = new LinkedHashSet<>();
        Set<Installed> running = new LinkedHashSet<>();
        Map<String, Integer> next = new HashMap<>();
        while (true) {
            // All first, then start: one may take packages from another.
            List<Installed> round = new ArrayList<>();
            candidates.forEach((name, list) -> {
                int index = next.getOrDefault(name, 0);
                if (index < list.size()) {
                    next.put(name, index + 1);
                    PluginStore.Kept kept = list.get(index);
                    try {
                        round.add(install(kept.bundle(), kept.file(), ""));
                    } catch (IOException | BundleException e) {
                        LOG.log(Level.WARNING, "cannot install " + kept.bundle(), e);
                        scan.refuse(kept, "the framework does not take it as a bundle: " + cause(e));
                    }
                }
            });
            if (round.isEmpty()) {
                break;
            }
            tried.addAll(round);
            Set<String> locations = tried.stream().map(each -> each.bundle.getLocation())
                    .collect(Collectors.toUnmodifiableSet());
            wanted = locations;
            for (Installed each : round) {
                if (start(each)) {
                    running.add(each);
                    next.put(each.version.name(), Integer.MAX_VALUE);
                }
            }
        }
        synchronized (lock) {
            installed.values().forEach(each -> each.wanted = tried.contains(each));
            wanted = tried.stream().map(each -> each.bundle.getLocation()).collect(Collectors.toUnmodifiableSet());
            offered = running.stream().map(each -> each.bundle).collect(Collectors.toUnmodifiableSet());
        }
        clean();
    }

    // The framework; on the working thread

    /** What an earlier life of this laboratory left in the framework. */
    private void adopt() {
        for (Bundle bundle : context.getBundles()) {
            if (isPlugin(bundle)) {
                Installed plugin = new Installed(bundle, JarContent.of(bundle));
                installed.put(bundle.getLocation(), plugin);
            }
        }
    }

    private Installed install(BundleVersion version, Path jar, String group) throws IOException, BundleException {
        String location = PluginWiring.location(version.sha256(), group);
        synchronized (lock) {
            Installed there = installed.get(location);
            if (there != null) {
                return there;
            }
        }
        Bundle bundle;
        try (InputStream in = Files.newInputStream(jar)) {
            bundle = context.installBundle(location, in);
        }
        // Starts at once, whatever level the framework is at.
        bundle.adapt(BundleStartLevel.class).setStartLevel(1);
        Installed made = new Installed(bundle, version);
        synchronized (lock) {
            installed.put(location, made);
        }
        return made;
    }

    /** Whether a plugin runs, after a try to start it. */
    private boolean start(Installed plugin) {
        Bundle bundle = plugin.bundle;
        String fault = plugin.stuck ? plugin.fault : null;
        if (!plugin.stuck && !runs(bundle)) {
            try {
                promptly(() -> {
                    if (fragment(bundle)) {
                        wiring.resolveBundles(List.of(bundle));
                    } else {
                        bundle.start(Bundle.START_TRANSIENT | Bundle.START_ACTIVATION_POLICY);
                    }
                    return null;
                });
                fault = runs(bundle) ? null : lacking(bundle).orElse("it cannot be wired");
            } catch (TimeoutException e) {
                plugin.stuck = true;
                fault = "it did not start within " + PATIENCE / 1000 + " s; its thread was left behind";
            } catch (ExecutionException e) {
                fault = bundle.getState() == Bundle.INSTALLED
                        ? lacking(bundle).orElseGet(() -> "it cannot be wired: " + cause(e)) : "it does not start: " + cause(e);
            }
        }
        synchronized (lock) {
            plugin.fault = fault;
        }
        return fault == null;
    }

    private Optional<String> lacking(Bundle bundle) {
        List<String> missing = Missing.of(bundle, List.of(context.getBundles()));
        return missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing));
    }

    private static boolean runs(Bundle bundle) {
        int states = fragment(bundle) ? Bundle.RESOLVED : Bundle.ACTIVE | Bundle.STARTING;
        return (bundle.getState() & states) != 0;
    }

    private static boolean fragment(Bundle bundle) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        return revision != null && (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
    }

    /** Takes away what nobody wants and no run holds. */
    private void clean() {
        List<Installed> leaving;
        synchronized (lock) {
            Predicate<Installed> free = each -> each.holds == 0 && !each.wanted && !each.stuck;
            leaving = installed.values().stream().filter(free).filter(each -> dependents(each.bundle).stream()
                    .allMatch(other -> other.holds == 0)).toList();
            if (leaving.isEmpty()) {
                return;
            }
            rewiring = true;
            leaving.forEach(each -> installed.remove(each.bundle.getLocation()));
        }
        try {
            Set<Bundle> gone = new LinkedHashSet<>();
            for (Installed each : leaving) {
                try {
                    promptly(() -> {
                        if (each.bundle.getState() != Bundle.UNINSTALLED) {
                            each.bundle.uninstall();
                        }
                        return null;
                    });
                    gone.add(each.bundle);
                } catch (TimeoutException | ExecutionException e) {
                    LOG.log(Level.WARNING, "cannot uninstall " + each.version + "; it is left behind", e);
                }
            }
            CountDownLatch refreshed = new CountDownLatch(1);
            wiring.refreshBundles(gone, event -> {
                if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED || event.getType() == FrameworkEvent.ERROR) {
                    refreshed.countDown();
                }
            });
            if (!refreshed.await(PATIENCE, TimeUnit.MILLISECONDS)) {
                LOG.log(Level.WARNING, "the framework did not rewire within " + PATIENCE / 1000 + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            synchronized (lock) {
                rewiring = false;
                lock.notifyAll();
            }
        }
    }

    /** The plugins that would be rewired if a bundle went; under the lock. */
    private List<Installed> dependents(Bundle bundle) {
        return wiring.getDependencyClosure(Set.of(bundle)).stream().map(each -> installed.get(each.getLocation()))
                .filter(each -> each != null).toList();
    }

    private void follow(BundleEvent event) {
        int telling = BundleEvent.INSTALLED | BundleEvent.UNINSTALLED | BundleEvent.UPDATED | BundleEvent.RESOLVED
                | BundleEvent.STARTED | BundleEvent.STOPPED;
        if ((event.getType() & telling) != 0 && !isPlugin(event.getBundle())) {
            events.incrementAndGet();
        }
        // By hand, in the shell of the framework: it comes back with the next change in the folder.
        if (event.getType() == BundleEvent.UNINSTALLED && isPlugin(event.getBundle())) {
            synchronized (lock) {
                installed.remove(event.getBundle().getLocation());
                offered = offered.stream().filter(each -> !each.equals(event.getBundle()))
                        .collect(Collectors.toUnmodifiableSet());
            }
        }
    }

    /** Does what a plugin might never come back from on a thread of its own. */
    private static <T> T promptly(Callable<T> work) throws TimeoutException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "psr-plugin-start");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE);
            while (true) {
                try {
                    return task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.toString().replaceAll("\\s*\\R\\s*", " ");
    }

    private void work() {
        while (!closed) {
            try {
                FutureTask<?> task = tasks.poll(LOOK, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                } else {
                    look();
                }
            } catch (InterruptedException e) {
                // closed, or nothing of ours
            } catch (IllegalStateException e) {
                if (!closed) {
                    LOG.log(Level.DEBUG, "the framework is going", e);
                }
            } catch (RuntimeException | LinkageError e) {
                LOG.log(Level.WARNING, "looking at the plugins failed", e);
            }
        }
    }

    private <T> T onWorker(Callable<T> work) {
        if (closed) {
            throw new IllegalStateException("the laboratory is stopping");
        }
        FutureTask<T> task = new FutureTask<>(work);
        if (Thread.currentThread() == worker) {
            task.run();
        } else {
            tasks.add(task);
        }
        try {
            return task.get(LONGEST, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the plugins did not come to rest within " + LONGEST / 1000 + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while plugins were looked at", e);
        }
    }
}
