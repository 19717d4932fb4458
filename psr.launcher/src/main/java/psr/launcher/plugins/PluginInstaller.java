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
 * Takes jars from the plugins folder into the framework, each content at a location of its own, and keeps each for as long as
 * a run needs it. Of each symbolic name new runs get the highest version that starts; what is replaced or removed stays,
 * started, until the last run that holds it has let it go, and is then uninstalled.
 *
 * <p>One thread does all the work that changes the framework, so that nobody who lets a bundle go waits for that. Thread-safe.
 */
@Component(service = {PluginInstaller.class, BundleHolds.class}, immediate = true)
public final class PluginInstaller implements BundleHolds {

    /** How often the folder is looked at, in milliseconds. */
    private static final long LOOK = 250;
    /** How long anybody waits for the working thread, in milliseconds. */
    private static final long LONGEST = 60_000;
    /** What may give a plugin what it lacks. */
    private static final int TELLING = BundleEvent.INSTALLED | BundleEvent.UNINSTALLED | BundleEvent.UPDATED
            | BundleEvent.RESOLVED | BundleEvent.STARTED | BundleEvent.STOPPED;
    private static final Logger LOG = System.getLogger(PluginInstaller.class.getName());

    private final BundleContext context;
    private final PluginStore store;
    private final FolderScan scan;
    private final InstalledPlugins installed;
    private final RunningCode code = new RunningCode();
    private final ServiceRegistration<?> hooks;
    private final BundleListener follower;

    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    /** Counts what happened to other bundles: a plugin that lacked something may have it now. */
    private final AtomicLong events = new AtomicLong();
    private final Thread worker;
    private volatile boolean closed;
    /** The events that were looked at; of the working thread. */
    private long seen = -1;
    /** Counts the runs that plugins were brought back for; of the working thread. */
    private long groups;

    /** Begins to watch the plugins folder; what lies there already is in the framework when this returns. */
    @Activate
    public PluginInstaller(BundleContext context, @Reference Home home) {
        this(context, home.plugins(), new PluginStore(home.kept()));
    }

    PluginInstaller(BundleContext context, Path folder, PluginStore store) {
        this.context = context;
        this.store = store;
        this.scan = new FolderScan(folder, store);
        this.installed = new InstalledPlugins(context, () -> tasks.add(new FutureTask<>(this::clean, null)));
        this.hooks = new PluginWiring(installed::wanted).register(context);
        this.follower = (SynchronousBundleListener) this::follow;
        context.addBundleListener(follower);
        worker = new Thread(this::work, "psr-plugins");
        worker.setDaemon(true);
        worker.start();
        scanNow();
    }

    /** Stops watching. Plugins stay as they are. */
    @Deactivate
    void close() {
        closed = true;
        worker.interrupt();
        try {
            worker.join(LONGEST);
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
        return !isPlugin(bundle) || installed.isOffered(bundle);
    }

    @Override
    public BundleVersion version(Bundle bundle) {
        return installed.version(bundle).orElseGet(() -> code.version(bundle));
    }

    @Override
    public Hold hold(Bundle bundle) {
        InstalledPlugins.HeldCode held = installed.hold(bundle);
        try {
            List<BundleVersion> versions = held.code().stream().map(this::version)
                    .sorted(Comparator.comparing(BundleVersion::name).thenComparing(BundleVersion::version)).toList();
            return new Hold() {
                @Override
                public List<BundleVersion> versions() {
                    return versions;
                }

                @Override
                public void close() {
                    held.holding().close();
                }
            };
        } catch (RuntimeException | Error e) {
            held.holding().close();
            throw e;
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
            return installed.together(needed.keySet()).orElseGet(() -> group(needed));
        }
        throw refused(missing, bundles);
    }

    /** Installs plugins for one run only. */
    private PluginSet group(Map<BundleVersion, Path> needed) {
        String group = String.valueOf(++groups);
        List<InstalledPlugins.Plugin> made = new ArrayList<>();
        Map<BundleVersion, String> missing = new LinkedHashMap<>();
        needed.forEach((version, jar) -> {
            try {
                made.add(installed.install(version, jar, group));
            } catch (IOException | BundleException e) {
                missing.put(version,
                        "the run began with " + version + ", which cannot be installed again: " + BundleChanges.cause(e));
            }
        });
        made.forEach(each -> installed.start(each).ifPresent(fault -> missing.put(each.version(),
                "the run began with " + each.version() + ", which does not start again: " + fault)));
        if (missing.isEmpty()) {
            return installed.together(made);
        }
        installed.clean();
        throw refused(missing, List.copyOf(needed.keySet()));
    }

    private String missing(BundleVersion wanted, List<Bundle> shipped) {
        List<BundleVersion> present = new ArrayList<>(shipped.stream().map(this::version).toList());
        present.addAll(installed.wanted(wanted.name()));
        boolean same = present.stream().anyMatch(each -> each.version().equals(wanted.version()));
        String there = present.isEmpty() ? "none" : present.stream()
                .map(each -> same ? each.toString().substring(each.name().length() + 1) : each.version())
                .collect(Collectors.joining(", "));
        return "the run began with " + wanted + "; present: " + there + (shipped.isEmpty()
                ? "; put that jar back into " + scan.folder().getFileName() + "/"
                : "; it ships with the laboratory: use the laboratory that the run began with");
    }

    private static ValidationException refused(Map<BundleVersion, String> missing, List<BundleVersion> bundles) {
        return new ValidationException(ValidationError.of("run", "bundles", "must be those it began with",
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

    /** Whether a bundle is neither here nor kept. */
    boolean isMissing(BundleVersion wanted) {
        return shipped(wanted.name()).stream().noneMatch(each -> version(each).equals(wanted))
                && store.find(wanted.sha256()).isEmpty();
    }

    /** The jar of a plugin, by its exact content. */
    Optional<Path> jar(BundleVersion bundle) {
        return store.find(bundle.sha256());
    }

    /** Keeps a jar that came from elsewhere; it is installed by the same way as any other, when a run needs it. */
    void keep(BundleVersion bundle, Path jar) throws IOException {
        BundleVersion found = JarContent.of(jar);
        if (!found.equals(bundle)) {
            throw new ValidationException(ValidationError.of("the jar must be " + bundle + "; it is " + found));
        }
        if (!store.add(jar).lasting()) {
            throw new IOException("a plugin from elsewhere must be kept; the folder of the laboratory cannot be written");
        }
    }

    /** The bundles of a name that did not come as plugins. */
    private List<Bundle> shipped(String name) {
        return Arrays.stream(context.getBundles()).filter(each -> !isPlugin(each) && name.equals(each.getSymbolicName()))
                .toList();
    }

    // What is said of the folder

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
        return shipped(plugin.name()).stream().anyMatch(each -> plugin.version().equals(each.getVersion().toString()));
    }

    /** What became of a plugin; empty if it is not meant for new runs. */
    Optional<InstalledPlugins.Fate> fate(BundleVersion plugin) {
        return installed.fate(plugin);
    }

    /** The plugin of a name that new runs get. */
    Optional<BundleVersion> offered(String name) {
        return installed.offered(name);
    }

    // The working thread

    private void look() {
        boolean changed = scan.look();
        long now = events.get();
        if (!changed && now == seen) {
            return;
        }
        boolean first = seen < 0;
        seen = now;
        arrange();
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

    /** Makes what is in the folder the plugins of new runs: for each name the highest version that starts. */
    private void arrange() {
        Map<String, List<PluginStore.Kept>> candidates = candidates();
        Map<String, Integer> next = new HashMap<>();
        Set<InstalledPlugins.Plugin> tried = new LinkedHashSet<>();
        Set<InstalledPlugins.Plugin> running = new LinkedHashSet<>();
        while (true) {
            // All first, then start: one may take packages from another.
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
            installed.mayBeWired(tried);
            for (InstalledPlugins.Plugin each : round) {
                if (installed.start(each).isEmpty()) {
                    running.add(each);
                    next.put(each.version().name(), candidates.get(each.version().name()).size());
                }
            }
        }
        installed.arrange(tried, running);
        clean();
    }

    /** The bundles in the folder by name, those first that are to be had first: the highest version, the latest file. */
    private Map<String, List<PluginStore.Kept>> candidates() {
        Map<String, List<PluginStore.Kept>> candidates = new TreeMap<>();
        scan.found().values().stream().sorted(Comparator.comparing(FolderScan.Found::time).reversed())
                .flatMap(file -> file.kept().stream()).filter(kept -> !ships(kept.bundle()))
                .forEach(kept -> candidates.computeIfAbsent(kept.bundle().name(), name -> new ArrayList<>()).add(kept));
        candidates.values().forEach(versions -> versions.sort(Comparator.comparing(
                (PluginStore.Kept kept) -> Version.parseVersion(kept.bundle().version())).reversed()));
        return candidates;
    }

    private Optional<InstalledPlugins.Plugin> install(PluginStore.Kept kept) {
        try {
            return Optional.of(installed.install(kept.bundle(), kept.file(), ""));
        } catch (IOException | BundleException | Error e) {
            LOG.log(Level.DEBUG, "cannot install " + kept.bundle(), e);
            scan.refuse(kept, "the framework does not take it as a bundle: " + BundleChanges.cause(e));
            return Optional.empty();
        }
    }

    private void clean() {
        installed.clean();
    }

    private void sweep() {
        Set<String> used = installed.hashes();
        scan.found().values().forEach(file -> file.kept().ifPresent(kept -> used.add(kept.bundle().sha256())));
        try {
            store.sweep(used);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot tidy up the copies of plugins", e);
        }
    }

    private void follow(BundleEvent event) {
        Bundle bundle = event.getBundle();
        if (!isPlugin(bundle) && (event.getType() & TELLING) != 0) {
            events.incrementAndGet();
        }
        if (isPlugin(bundle) && event.getType() == BundleEvent.UNINSTALLED) {
            // By us, or in the shell of the framework: then it comes back with the next change in the folder.
            installed.forget(bundle);
        }
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
                // closed
            } catch (RuntimeException | Error e) {
                LOG.log(closed ? Level.DEBUG : Level.WARNING, "looking at the plugins failed", e);
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
            throw e.getCause() instanceof ValidationException refused ? new ValidationException(refused.refusal(), refused)
                    : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the plugins did not come to rest within " + LONGEST / 1000 + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while plugins were looked at", e);
        }
    }
}
