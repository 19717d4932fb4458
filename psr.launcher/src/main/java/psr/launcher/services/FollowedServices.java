package psr.launcher.services;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceObjects;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

import psr.api.data.Space;
import psr.api.lab.AcceptedData;
import psr.api.lab.ServiceKind;
import psr.api.settings.Configurable;
import psr.api.settings.PsrService;

/**
 * Follows the services of the framework for a catalog. A class of its own: the catalog of a program without OSGi links none of these types.
 */
final class FollowedServices implements ServiceTrackerCustomizer<Object, ServiceReference<Object>> {

    private final BundleContext context;
    private final BundleHolds holds;
    private final ServiceCatalog catalogue;
    private final ServiceTracker<Object, ServiceReference<Object>> tracker;

    private FollowedServices(BundleContext context, BundleHolds holds, ServiceCatalog catalogue) throws InvalidSyntaxException {
        this.context = context;
        this.holds = holds;
        this.catalogue = catalogue;
        String kinds = Arrays.stream(ServiceKind.values())
                .map(kind -> "(" + Constants.OBJECTCLASS + "=" + ServiceTypes.name(kind) + ")")
                .collect(Collectors.joining("", "(|", ")"));
        tracker = new ServiceTracker<>(context, FrameworkUtil.createFilter(kinds), this);
    }

    static FollowedServices open(BundleContext context, BundleHolds holds, ServiceCatalog catalogue)
            throws InvalidSyntaxException {
        FollowedServices followed = new FollowedServices(context, holds, catalogue);
        followed.tracker.open();
        return followed;
    }

    void close() {
        tracker.close();
    }

    @Override
    public ServiceReference<Object> addingService(ServiceReference<Object> reference) {
        modifiedService(reference, reference);
        return reference;
    }

    @Override
    public void modifiedService(ServiceReference<Object> reference, ServiceReference<Object> same) {
        List<ServiceOffer> made = new ArrayList<>();
        for (String service : (String[]) reference.getProperty(Constants.OBJECTCLASS)) {
            ServiceTypes.kind(service).ifPresent(kind -> made.add(offer(kind, reference)));
        }
        catalogue.put(reference, made);
    }

    @Override
    public void removedService(ServiceReference<Object> reference, ServiceReference<Object> same) {
        catalogue.remove(reference);
    }

    private ServiceOffer offer(ServiceKind kind, ServiceReference<Object> reference) {
        Bundle bundle = reference.getBundle();
        int ranking = reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0;
        return new ServiceOffer(kind, text(reference, PsrService.NAME), text(reference, PsrService.SUMMARY),
                text(reference, PsrService.PAPER), accepted(reference), bundle == null ? "gone" : bundle.getSymbolicName(),
                bundle == null ? "" : bundle.getVersion().toString(), ranking,
                (Long) reference.getProperty(Constants.SERVICE_ID), new Registered(context, holds, reference, bundle));
    }

    private static AcceptedData accepted(ServiceReference<Object> reference) {
        Set<Space.Kind> observations = kinds(reference, PsrService.OBSERVATIONS);
        return new AcceptedData(observations.isEmpty() ? AcceptedData.SYMBOLS.observations() : observations,
                kinds(reference, PsrService.INPUTS));
    }

    /** The kinds that a property names; names of kinds that this lab does not know are skipped. */
    private static Set<Space.Kind> kinds(ServiceReference<Object> reference, String property) {
        Object value = reference.getProperty(property);
        Stream<?> named = value instanceof Object[] several ? Arrays.stream(several) : Stream.ofNullable(value);
        Set<String> names = named.map(String::valueOf).collect(Collectors.toSet());
        return Arrays.stream(Space.Kind.values()).filter(kind -> names.contains(kind.name())).collect(Collectors.toSet());
    }

    private String text(ServiceReference<Object> reference, String property) {
        Object value = reference.getProperty(property);
        return value == null ? "" : value.toString();
    }

    /** A service of the framework. */
    private record Registered(BundleContext context, BundleHolds holds, ServiceReference<Object> reference,
            Bundle provider) implements ServiceOffer.Provider {

        @Override
        public boolean retired() {
            return provider == null || !holds.isOffered(provider);
        }

        @Override
        public boolean plugin() {
            return provider != null && holds.isPlugin(provider);
        }

        @Override
        public Object acquire() {
            // A plugin whose constructor hangs must not block the shell.
            return Deadline.promptly("psr-start", this::started);
        }

        private Object started() {
            ServiceObjects<Object> objects = context.getServiceObjects(reference);
            Object service = objects == null ? null : objects.getService();
            if (service instanceof Configurable<?> configurable) {
                try {
                    configurable.settings();
                } catch (RuntimeException | Error e) {
                    // This only checks that the service answers; errors in the settings are reported when they are read.
                }
            }
            return service;
        }

        @Override
        public void release(Object service) {
            try {
                ServiceObjects<Object> objects = context.getServiceObjects(reference);
                if (objects != null) {
                    objects.ungetService(service);
                }
            } catch (IllegalStateException | IllegalArgumentException gone) {
                // The service or this bundle was removed in the meantime: there is nothing to release.
            }
        }

        @Override
        public Optional<Bundle> bundle() {
            return Optional.ofNullable(provider);
        }
    }
}
