package psr.launcher.plugins;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.BundleListener;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.Version;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.BundleVersion;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.Home;
import psr.launcher.services.BundleHolds;

/**
 * Installs the jars of the plugins folder, each content at a location of its own, and keeps each for as long as a run needs
 * it. New runs get the highest version of each symbolic name that starts. A plugin that is replaced or removed stays started
 * until the last run releases it, and is then uninstalled.
 *
 * <p>A single worker thread makes all changes to the framework, so that releasing a bundle never blocks. Thread-safe.
 */
@Component(service = {PluginInstaller.class, BundleHolds.class}, immediate = true)
public final class PluginInstaller implements BundleHolds {

    /** The time between two scans of the folder, in milliseconds. */
    private static final long SCAN_INTERVAL = 250;
    /** The longest time that a caller waits for the worker thread, in milliseconds. */
    private static final long WORKER_TIMEOUT = 60_000;
    /** Events of other bundles after which a plugin that did not start may do so. */
    private static final int RELEVANT_EVENTS = BundleEvent.INSTALLED | BundleEvent.UNINSTALLED | BundleEvent.UPDATED
            | BundleEvent.RESOLVED | BundleEvent.STARTED | BundleEvent.STOPPED;
    private static final Logger LOG = System.getLogger(PluginInstaller.class.getName());

    private final BundleContext context;
    private final PluginStore store;
    private final FolderScan scan;
    private final InstalledPlugins installed;
    private final RunningCode code = new RunningCode();
    private final ServiceRegistration<?> hooks;
    private final BundleListener bundleListener;

    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** Counts relevant events of other bundles. */
    private final AtomicLong events = new AtomicLong();
    private final Thread worker;
    private volatile boolean closed;
    /** The number of events at the last scan. Used by the worker thread only. */
    private long seen = -1;
    /** Counts the runs for which plugins were restored. Used by the worker thread only. */
    private long groups;

    /** Starts to watch the plugins folder; plugins that are there already are installed when this returns. */
    @Activate
    public PluginInstaller(BundleContext context, @Reference Home home) {
        this(context, home.plugins(), new PluginStore(home.pluginCopies()));
    }

    PluginInstaller(BundleContext context, Path folder, PluginStore store) {
        this.context = context;
        this.store = store;
        this.scan = new FolderScan(folder, store);
        this.installed = new InstalledPlugins(context, () -> tasks.add(new FutureTask<>(this::clean, null)));
        this.hooks = new PluginWiring(installed::wanted).register(context);
        this.bundleListener = (SynchronousBundleListener) this::bundleChanged;
        context.addBundleListener(bundleListener);
        worker = new Thread(this::work, "psr-plugins");
        worker.setDaemon(true);
        worker.start();
        scanNow();
    }

    @Deactivate
    void close() {
        closed = true;
        worker.interrupt();
        try {
            worker.join(WORKER_TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tasks.forEach(task -> task.cancel(true));
        try {
            context.removeBundleListener(bundleListener);
            hooks.unregister();
        } catch (IllegalStateException e) {
            // the framework has stopped and removed both
        }
    }

    // Plugins of new and earlier runs

    @Override
    public boolean isPlugin(Bundle bundle) {
        return PluginWiring.isPlugin(bundle);
    }

    @Override
    public boolean isOffered(Bundle bundle) {
        return !isPlugin(bundle) || installed.isOffered(bundle);
    }

    @Override
    public BundleVersion version(Bundle bundle) {
        return installed.version(bundle).orElseGet(() -> code.version(bundle));
    }

    @Override
    public Optional<BundleVersion> laboratory() {
        return Optional.of(version(context.getBundle()));
    }

    @Override
    public Hold hold(Bundle bundle) {
        InstalledPlugins.HeldCode held = installed.hold(bundle);
        try {
            List<BundleVersion> versions = held.code().stream().map(this::version)
                    .sorted(Comparator.comparing(BundleVersion::name).thenComparing(BundleVersion::version)).toList();
            return new VersionedHold(versions, held.hold());
        } catch (RuntimeException | Error e) {
            held.hold().close();
            throw e;
        }
    }

    private record VersionedHold(List<BundleVersion> versions, InstalledPlugins.PluginHold plugins) implements Hold {
        @Override
        public void close() {
            plugins.close();
        }
    }

    @Override
    public PluginSet current() {
        return installed.current();
    }

    @Override
    public PluginSet exactly(List<BundleVersion> bundles) {
        return onWorker(() -> restored(bundles));
    }

    private PluginSet restored(List<BundleVersion> bundles) {
        Map<BundleVersion, Path> needed = new LinkedHashMap<>();
        Map<BundleVersion, String> missing = new LinkedHashMap<>();
        for (BundleVersion wanted : bundles) {
            List<Bundle> shipped = shipped(wanted.name());
            if (shipped.stream().noneMatch(each -> version(each).equals(wanted))) {
                store.find(wanted.sha256()).ifPresentOrElse(jar -> needed.put(wanted, jar),
                        () -> missing.put(wanted, missing(wanted, shipped)));
            }
        }
        if (missing.isEmpty()) {
            return installed.holdAll(needed.keySet()).orElseGet(() -> group(needed));
        }
        throw missingBundles(missing, bundles);
    }

    /** Installs plugins for one run only. */
    private PluginSet group(Map<BundleVersion, Path> needed) {
        String group = String.valueOf(++groups);
        List<InstalledPlugins.Plugin> plugins = new ArrayList<>();
        Map<BundleVersion, String> missing = new LinkedHashMap<>();
        needed.forEach((version, jar) -> {
            try {
                plugins.add(installed.install(version, jar, group));
            } catch (IOException | BundleException e) {
                missing.put(version,
                        "the run started with " + version + ", which cannot be installed again: " + BundleChanges.cause(e));
            }
        });
        plugins.forEach(each -> installed.start(each).ifPresent(fault -> missing.put(each.version(),
                "the run started with " + each.version() + ", which does not start again: " + fault)));
        if (missing.isEmpty()) {
            return installed.holdAll(plugins);
        }
        installed.clean();
        throw missingBundles(missing, List.copyOf(needed.keySet()));
    }

    private String missing(BundleVersion wanted, List<Bundle> shipped) {
        List<BundleVersion> present = new ArrayList<>(shipped.stream().map(this::version).toList());
        present.addAll(installed.wanted(wanted.name()));
        boolean same = present.stream().anyMatch(each -> each.version().equals(wanted.version()));
        String found = present.isEmpty() ? "none" : present.stream()
                .map(each -> same ? each.toString().substring(each.name().length() + 1) : each.version())
                .collect(Collectors.joining(", "));
        return "the run started with " + wanted + "; present: " + found + (shipped.isEmpty()
                ? "; put that jar back into " + scan.folder().getFileName() + "/"
                : "; it ships with the laboratory: use the laboratory version that the run started with");
    }

    private static ValidationException missingBundles(Map<BundleVersion, String> missing, List<BundleVersion> bundles) {
        return new ValidationException(ValidationError.of("run", "bundles", "must be the ones it started with",
                bundles.stream().map(BundleVersion::toString).collect(Collectors.joining(", ")))
                .saying(String.join("; ", missing.values()))
                .missing(missing.keySet().stream().map(each -> new ValidationError.Missing(ValidationError.Missing.BUNDLE,
                        each.name(), each.version(), each.name(), each.sha256())).toList()));
    }

    @Override
    public void keepFor(Path run, Collection<BundleVersion> bundles) throws IOException {
        for (BundleVersion bundle : bundles) {
            if (store.find(bundle.sha256()).isPresent()) {
                store.refer(bundle.sha256(), run);
            }
        }
    }

    boolean isMissing(BundleVersion wanted) {
        return shipped(wanted.name()).stream().noneMatch(each -> version(each).equals(wanted))
                && store.find(wanted.sha256()).isEmpty();
    }

    Optional<Path> jar(BundleVersion bundle) {
        return store.find(bundle.sha256());
    }

    /** Stores a jar that another member sent; it is installed like any other when a run needs it. */
    void keep(BundleVersion bundle, Path jar) throws IOException {
        BundleVersion found = JarContent.of(jar);
        if (!found.equals(bundle)) {
            throw new ValidationException(ValidationError.of("the jar must be " + bundle + "; it is " + found));
        }
        if (!store.add(jar).lasting()) {
            throw new IOException(
                    "a plugin of another machine must be saved first, but the folder of the laboratory is not writable");
        }
    }

    /** The bundles of a name that are not plugins. */
    private List<Bundle> shipped(String name) {
        return Arrays.stream(context.getBundles()).filter(each -> !isPlugin(each) && name.equals(each.getSymbolicName()))
                .toList();
    }

    private Set<String> shippedNames() {
        return Arrays.stream(context.getBundles()).filter(each -> !isPlugin(each)).map(Bundle::getSymbolicName)
                .filter(Objects::nonNull).collect(Collectors.toSet());
    }

    // State of the folder

    Path folder() {
        return scan.folder();
    }

    /** Adds a listener, which is called when the files in the folder or their state have changed, on the worker thread. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void forget(Runnable listener) {
        listeners.remove(listener);
    }

    void scanNow() {
        onWorker(() -> {
            scan(true);
            return null;
        });
    }

    Map<String, FolderScan.ScannedFile> files() {
        return scan.files();
    }

    boolean ships(BundleVersion plugin) {
        return shipped(plugin.name()).stream().anyMatch(each -> plugin.version().equals(each.getVersion().toString()));
    }

    Optional<InstalledPlugins.Status> status(BundleVersion plugin) {
        return installed.status(plugin);
    }

    Optional<BundleVersion> offered(String name) {
        return installed.offered(name);
    }

    // The worker thread

    private void scan(boolean byContent) {
        boolean changed = scan.scan(byContent);
        long now = events.get();
        if (!changed && now == seen) {
            return;
        }
        boolean first = seen < 0;
        seen = now;
        update();
        if (first) {
            sweep();
        }
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "a listener for plugins failed", e);
            }
        }
    }

    /** Updates the plugins of new runs: for each name, the highest version in the folder that starts. */
    private void update() {
        Map<String, List<PluginStore.Copy>> candidates = candidates();
        Map<String, Integer> next = new HashMap<>();
        Set<InstalledPlugins.Plugin> tried = new LinkedHashSet<>();
        Set<InstalledPlugins.Plugin> running = new LinkedHashSet<>();
        while (true) {
            // Install all before starting any: one may import packages of another.
            List<InstalledPlugins.Plugin> round = new ArrayList<>();
            candidates.forEach((name, versions) -> {
                int index = next.merge(name, 1, Integer::sum) - 1;
                if (index < versions.size()) {
                    install(versions.get(index)).ifPresent(round::add);
                }
            });
            if (next.entrySet().stream().allMatch(each -> each.getValue() > candidates.get(each.getKey()).size())) {
                break;
            }
            tried.addAll(round);
            installed.allowWiring(tried);
            for (InstalledPlugins.Plugin each : round) {
                if (installed.start(each).isEmpty()) {
                    running.add(each);
                    next.put(each.version().name(), candidates.get(each.version().name()).size());
                }
            }
        }
        installed.offer(tried, running);
        installed.clean();
    }

    /** The bundles in the folder by name, in order of preference: the highest version first, then the latest file. */
    private Map<String, List<PluginStore.Copy>> candidates() {
        Map<String, List<PluginStore.Copy>> candidates = new TreeMap<>();
        scan.files().values().stream().sorted(Comparator.comparing(FolderScan.ScannedFile::time).reversed())
                .flatMap(file -> file.copy().stream()).filter(copy -> !ships(copy.bundle()))
                .forEach(copy -> candidates.computeIfAbsent(copy.bundle().name(), name -> new ArrayList<>()).add(copy));
        candidates.values().forEach(versions -> versions.sort(Comparator.comparing(
                (PluginStore.Copy copy) -> Version.parseVersion(copy.bundle().version())).reversed()));
        return candidates;
    }

    private Optional<InstalledPlugins.Plugin> install(PluginStore.Copy copy) {
        try {
            Optional<String> objection = OwnNames.objection(copy.file(), shippedNames());
            if (objection.isPresent()) {
                scan.reject(copy, objection.get());
                return Optional.empty();
            }
            return Optional.of(installed.install(copy.bundle(), copy.file(), ""));
        } catch (IOException | BundleException | Error e) {
            LOG.log(Level.DEBUG, "cannot install " + copy.bundle(), e);
            scan.reject(copy, "the framework rejects it: " + BundleChanges.cause(e));
            return Optional.empty();
        }
    }

    private void clean() {
        installed.clean();
    }

    /** The hashes of the plugins in the framework and in the folder. */
    private Set<String> used() {
        Set<String> used = installed.hashes();
        scan.files().values().forEach(file -> file.copy().ifPresent(copy -> used.add(copy.bundle().sha256())));
        return used;
    }

    List<PluginStore.Retained> retained() {
        try {
            return store.retained(used());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot list the copies of plugins", e);
            return List.of();
        }
    }

    private void sweep() {
        try {
            store.sweep(used());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot delete unused copies of plugins", e);
        }
    }

    private void bundleChanged(BundleEvent event) {
        Bundle bundle = event.getBundle();
        if (!isPlugin(bundle) && (event.getType() & RELEVANT_EVENTS) != 0) {
            events.incrementAndGet();
        }
        if (isPlugin(bundle) && event.getType() == BundleEvent.UNINSTALLED) {
            // By this class, or in the shell of the framework; in that case it is installed again at the next change in the
            // folder.
            installed.forget(bundle);
        }
    }

    private void work() {
        while (!closed) {
            try {
                FutureTask<?> task = tasks.poll(SCAN_INTERVAL, TimeUnit.MILLISECONDS);
                if (task != null) {
                    task.run();
                } else {
                    scan(false);
                }
            } catch (InterruptedException e) {
                // closed
            } catch (RuntimeException | Error e) {
                LOG.log(closed ? Level.DEBUG : Level.WARNING, "scanning the plugins folder failed", e);
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
            return task.get(WORKER_TIMEOUT, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ValidationException invalid ? new ValidationException(invalid.error(), invalid)
                    : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the plugins were not updated within " + WORKER_TIMEOUT / 1000 + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the plugins", e);
        }
    }
}
