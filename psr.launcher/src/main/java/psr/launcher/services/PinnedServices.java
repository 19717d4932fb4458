package psr.launcher.services;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

import psr.api.lab.AcceptedData;
import psr.api.lab.BundleVersion;
import psr.api.lab.ServiceKind;

/**
 * The services of one run, which stay the same until this is closed, with the exact versions of their bundles. Not
 * thread-safe; closed once.
 */
public final class PinnedServices implements AutoCloseable {

    private record Pin(ServiceOffer offer, Object service, Optional<BundleHolds.Hold> hold) {}

    /** Maximum number of attempts to pin a service that is being replaced. */
    private static final int ATTEMPTS = 5;

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Selection selection;
    private final List<Pin> pins = new ArrayList<>();

    /** Creates the object without services; the selection decides which of several versions may be used. */
    public PinnedServices(ServiceCatalog catalogue, BundleHolds holds, Selection selection) {
        this.catalogue = catalogue;
        this.holds = holds;
        this.selection = selection;
    }

    /** Creates the object without services; only the services for new runs may be used. */
    public PinnedServices(ServiceCatalog catalogue, BundleHolds holds) {
        this(catalogue, holds, Selection.CURRENT);
    }

    public Selection selection() {
        return selection;
    }

    public ServiceCatalog catalogue() {
        return catalogue;
    }

    /**
     * Pins the service of a name until this is closed; later calls with this name return the same service. If the service is
     * replaced meanwhile, its successor is tried.
     *
     * @param use the data that it must accept
     * @throws psr.api.settings.ValidationException if there is none
     * @throws BrokenServiceException if it cannot be started or used
     */
    public Object pin(ServiceKind kind, String name, DataUse use) {
        Optional<Pin> known = pinned(kind, name, use);
        if (known.isPresent()) {
            return known.get().service();
        }
        for (int attempt = 1;; attempt++) {
            ServiceOffer offer = catalogue.find(kind, name, use, selection);
            Pin pin = null;
            BrokenServiceException broken = null;
            try {
                pin = take(offer);
            } catch (BrokenServiceException e) {
                broken = e;
            }
            boolean settled = attempt == ATTEMPTS || catalogue.has(offer);
            if (settled && broken != null) {
                throw broken;
            }
            if (settled) {
                pins.add(pin);
                return pin.service();
            }
            if (pin != null) {
                release(pin);
            }
        }
    }

    private Optional<Pin> pinned(ServiceKind kind, String name, DataUse use) {
        return pins.stream().filter(pin -> pin.offer().kind() == kind && pin.offer().name().equals(name)
                && use.accepts(pin.offer())).findFirst();
    }

    /** The data that a pinned service accepts. */
    public AcceptedData accepted(ServiceKind kind, String name, DataUse use) {
        return pinned(kind, name, use).orElseThrow().offer().accepts();
    }

    /** Pins the service of an offer until this is closed; throws a {@link BrokenServiceException} if it cannot be used. */
    public Object pin(ServiceOffer offer) {
        Pin pin = take(offer);
        pins.add(pin);
        return pin.service();
    }

    private Pin take(ServiceOffer offer) {
        String who = "the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by();
        // The bundle first: the recorded code is then the code that is held when the service is obtained.
        Optional<BundleHolds.Hold> hold = offer.provider().hold(holds);
        Object service = null;
        try {
            service = offer.provider().acquire();
            if (service == null) {
                throw new BrokenServiceException(who + " cannot be started; psr:plugins or the log says why", null);
            }
            if (!ServiceTypes.has(offer.kind(), service)) {
                throw new BrokenServiceException(who + " is no " + ServiceTypes.name(offer.kind()) + "; found "
                        + service.getClass().getName(), null);
            }
            Pin pin = new Pin(offer, service, hold);
            hold = Optional.empty();
            return pin;
        } catch (BrokenServiceException | CancelledException e) {
            throw e;
        } catch (Deadline.OverdueException e) {
            throw new BrokenServiceException(who + " cannot be started: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            throw new BrokenServiceException(who + " cannot be started: " + e, e);
        } finally {
            if (hold.isPresent() && service != null) {
                offer.provider().release(service);
            }
            hold.ifPresent(BundleHolds.Hold::close);
        }
    }

    /** The pinned services in order, without duplicates. */
    public List<ServiceOffer> offers() {
        return pins.stream().map(Pin::offer).distinct().toList();
    }

    /** The exact code of the pinned services, by bundle name. */
    public List<BundleVersion> versions() {
        TreeMap<String, BundleVersion> versions = new TreeMap<>();
        for (Pin pin : pins) {
            pin.hold().ifPresentOrElse(hold -> hold.versions().forEach(version -> versions.put(version.name(), version)),
                    () -> versions.put(pin.offer().bundle(),
                            new BundleVersion(pin.offer().bundle(), pin.offer().version(), "")));
        }
        return List.copyOf(versions.values());
    }

    private static void release(Pin pin) {
        try {
            pin.offer().provider().release(pin.service());
        } finally {
            pin.hold().ifPresent(BundleHolds.Hold::close);
        }
    }

    /** Releases all services, even if a release fails; throws the failure at the end. */
    @Override
    public void close() {
        RuntimeException failure = null;
        for (Pin pin : pins) {
            try {
                release(pin);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        pins.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
