package psr.launcher.plugins;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.condition.Condition;

import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.ModelStore;
import psr.launcher.services.ServiceTypes;

/**
 * Registers the condition {@link Laboratory#READY}. Some launchers reach the start level with all bundles; others start bundles one by one in a
 * framework that is active already. So the laboratory is ready when the framework says that it has reached its start level, or when every bundle
 * of that level that declares a service for experiments is active; and when the plugins folder was looked at after that. Thread-safe.
 */
@Component(service = {}, immediate = true)
@Capability(namespace = ReadyCondition.SERVICE, attribute = {"objectClass:List<String>=\"org.osgi.service.condition.Condition\"",
        Condition.CONDITION_ID + "=" + Laboratory.READY})
public final class ReadyCondition implements BundleListener, FrameworkListener {

    /** The namespace of services that a bundle declares. */
    static final String SERVICE = "osgi.service";

    private static final System.Logger LOG = System.getLogger(ReadyCondition.class.getName());

    private final BundleContext context;
    private final PluginInstaller installer;
    private final Bundle components;
    /** The bundles that were active in the beginning, or whose start was reported: their components are registered. */
    private final Set<Bundle> started = ConcurrentHashMap.newKeySet();
    /** The rest is guarded by this. */
    private boolean begun;
    private boolean closed;
    private Optional<ServiceRegistration<Condition>> registration = Optional.empty();

    /** Begins to wait. The services of the laboratory are registered, but not instantiated: most commands need only a few of them. */
    @Activate
    public ReadyCondition(BundleContext context, @Reference ServiceReference<Laboratory> laboratory,
            @Reference ServiceReference<Catalog> catalog, @Reference ServiceReference<Experiments> experiments,
            @Reference ServiceReference<ModelStore> models, @Reference PluginInstaller installer,
            @Reference ServiceReference<ServiceComponentRuntime> components) {
        this.context = context;
        this.installer = installer;
        this.components = components.getBundle();
        context.addBundleListener(this);
        context.addFrameworkListener(this);
        Arrays.stream(context.getBundles()).filter(bundle -> bundle.getState() == Bundle.ACTIVE).forEach(started::add);
        lookAtBundles();
    }

    @Override
    public void bundleChanged(BundleEvent event) {
        synchronized (this) {
            if (begun) {
                return;
            }
            // Not synchronous: Declarative Services has registered the components of the bundle by now.
            if (event.getType() == BundleEvent.STARTED) {
                started.add(event.getBundle());
            }
        }
        lookAtBundles();
    }

    @Override
    public void frameworkEvent(FrameworkEvent event) {
        boolean settled = event.getType() == FrameworkEvent.STARTED || event.getType() == FrameworkEvent.STARTLEVEL_CHANGED;
        if (settled && startLevel() >= beginning()) {
            begin();
        }
    }

    private void lookAtBundles() {
        int level = Math.max(startLevel(), beginning());
        List<Bundle> missing = Arrays.stream(context.getBundles()).filter(bundle -> !started.contains(bundle))
                .filter(bundle -> bundle.equals(components) || isOfLaboratory(bundle, level)).toList();
        LOG.log(System.Logger.Level.DEBUG, "not ready before these bundles are active: {0}", missing);
        if (missing.isEmpty()) {
            begin();
        }
    }

    private int startLevel() {
        return context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).adapt(FrameworkStartLevel.class).getStartLevel();
    }

    private int beginning() {
        String level = context.getProperty(Constants.FRAMEWORK_BEGINNING_STARTLEVEL);
        return level == null ? 1 : Integer.parseInt(level.strip());
    }

    /** Whether it starts at a level, is no plugin, and declares a service that experiments use. */
    private boolean isOfLaboratory(Bundle bundle, int level) {
        BundleRevision revision = bundle.adapt(BundleRevision.class);
        if (revision == null || bundle.adapt(BundleStartLevel.class).getStartLevel() > level || installer.isPlugin(bundle)) {
            return false;
        }
        return (revision.getTypes() & BundleRevision.TYPE_FRAGMENT) == 0 && revision.getDeclaredCapabilities(SERVICE).stream()
                .map(service -> service.getAttributes().get(Constants.OBJECTCLASS))
                .anyMatch(types -> types instanceof Collection<?> names
                        && names.stream().anyMatch(name -> ServiceTypes.kind(String.valueOf(name)).isPresent()));
    }

    /** On a thread of its own: events of the framework do not wait for plugins. */
    private void begin() {
        synchronized (this) {
            if (begun || closed) {
                return;
            }
            begun = true;
            // Plugins that are installed and removed later must not be retained in memory.
            started.clear();
        }
        context.removeBundleListener(this);
        context.removeFrameworkListener(this);
        Thread thread = new Thread(this::register, "psr-ready");
        thread.setDaemon(true);
        thread.start();
    }

    private void register() {
        try {
            installer.scanNow();
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.WARNING, "the laboratory is ready, except for its plugins", e);
        }
        ServiceRegistration<Condition> made;
        try {
            made = context.registerService(Condition.class, Condition.INSTANCE,
                    FrameworkUtil.asDictionary(Map.of(Condition.CONDITION_ID, Laboratory.READY)));
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "the bundle has stopped", e);
            return;
        }
        boolean late;
        synchronized (this) {
            registration = Optional.of(made);
            late = closed;
        }
        if (late) {
            made.unregister();
        }
    }

    @Deactivate
    void close() {
        context.removeBundleListener(this);
        context.removeFrameworkListener(this);
        Optional<ServiceRegistration<Condition>> made;
        synchronized (this) {
            closed = true;
            made = registration;
        }
        made.ifPresent(ServiceRegistration::unregister);
    }
}
