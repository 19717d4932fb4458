package psr.launcher.services;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

import psr.api.lab.BundleVersion;
import psr.api.lab.ServiceKind;

/**
 * The services of one run, kept as they are until this is closed, with the exact versions of their bundles. Used by one
 * thread at a time; closed once.
 */
public final class PinnedServices implements AutoCloseable {

    private record Pin(ServiceOffer offer, Object service, Optional<BundleHolds.Hold> hold) {}

    /** How often to ask again for a service that is replaced while it is being pinned. */
    private static final int ATTEMPTS = 5;

    private final ServiceCatalog catalogue;
    private final BundleHolds holds;
    private final Selection selection;
    private final List<Pin> pins = new ArrayList<>();

    /**
     * Nothing is pinned yet.
     *
     * @param selection which of several versions may be had
     */
    public PinnedServices(ServiceCatalog catalogue, BundleHolds holds, Selection selection) {
        this.catalogue = catalogue;
        this.holds = holds;
        this.selection = selection;
    }

    /** Which of several versions may be had. */
    public Selection selection() {
        return selection;
    }

    /** Where names are looked up. */
    public ServiceCatalog catalogue() {
        return catalogue;
    }

    /**
     * The service of a name, kept until this is closed: from then on the name means this one. One that was replaced while it was
     * asked for is asked for again.
     *
     * @throws psr.api.settings.ValidationException if there is none
     * @throws BrokenServiceException if it cannot be had
     */
    public Object pin(ServiceKind kind, String name) {
        for (Pin pin : pins) {
            if (pin.offer().kind() == kind && pin.offer().name().equals(name)) {
                return pin.service();
            }
        }
        for (int attempt = 1;; attempt++) {
            ServiceOffer offer = catalogue.find(kind, name, selection);
            Pin pin = null;
            BrokenServiceException broken = null;
            try {
                pin = take(offer);
            } catch (BrokenServiceException e) {
                broken = e;
            }
            boolean settled = attempt == ATTEMPTS || catalogue.stands(offer);
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

    /**
     * The service of an offer, kept until this is closed.
     *
     * @throws BrokenServiceException if it cannot be had
     */
    public Object pin(ServiceOffer offer) {
        Pin pin = take(offer);
        pins.add(pin);
        return pin.service();
    }

    private Pin take(ServiceOffer offer) {
        String who = "the " + offer.kind().word() + " '" + offer.name() + "' of " + offer.by();
        // The bundle first: what is recorded is what is held when the service is asked for.
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

    /** What was pinned, in order, each once. */
    public List<ServiceOffer> offers() {
        return pins.stream().map(Pin::offer).distinct().toList();
    }

    /** The exact code behind what was pinned, by name. */
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

    /** Gives everything back, whatever one of them throws; what that was is thrown in the end. */
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
