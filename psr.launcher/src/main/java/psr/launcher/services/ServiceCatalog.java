package psr.launcher.services;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.ServiceKind;
import psr.api.settings.PsrService;
import psr.api.settings.Setting;
import psr.api.settings.Spelling;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;

/**
 * Knows every learner, refiner, data set and metric that is present, by name. Follows the services as they come and go,
 * and starts none of them: that happens when one is used. Thread-safe.
 */
@Component(service = ServiceCatalog.class)
public final class ServiceCatalog {

    /**
     * How long a name that just went may take to come back, in nanoseconds. A plugin that takes packages from one that goes is
     * stopped and started again by the framework, to be wired to what is there: its services are gone for some 15 ms. One whose
     * file is being replaced may be gone for as long as that takes; on a machine that was very busy that was above a second.
     */
    private static final long RETURN = 5_000_000_000L;

    /** Every service, in the order of registration; guarded by itself. */
    private final Map<Object, List<ServiceOffer>> offers = new LinkedHashMap<>();
    /** When a name went, by kind and name, in nanoseconds; guarded by offers. */
    private final Map<String, Long> gone = new HashMap<>();
    /** What services declare that may be set, as far as it was requested; guarded by offers. */
    private final Map<ServiceOffer, List<Setting>> declared = new HashMap<>();
    private FollowedServices follower;

    @Activate
    public ServiceCatalog(BundleContext context, @Reference BundleHolds holds) throws InvalidSyntaxException {
        follower = FollowedServices.open(context, holds, this);
    }

    private ServiceCatalog() {}

    /** A catalogue of these offers, for programs and tests without a framework. */
    public static ServiceCatalog of(ServiceOffer... offers) {
        ServiceCatalog catalogue = new ServiceCatalog();
        for (ServiceOffer offer : offers) {
            catalogue.put(offer, List.of(offer));
        }
        return catalogue;
    }

    /** Takes in what a service offers, in place of what it offered before. */
    public void put(Object service, List<ServiceOffer> made) {
        synchronized (offers) {
            forget(offers.put(service, made));
            offers.notifyAll();
        }
    }

    public void remove(Object service) {
        synchronized (offers) {
            List<ServiceOffer> removed = offers.remove(service);
            forget(removed);
            if (removed != null) {
                removed.forEach(offer -> gone.put(offer.kind() + " " + offer.name(), System.nanoTime()));
            }
        }
    }

    private void forget(List<ServiceOffer> removed) {
        if (removed != null) {
            removed.forEach(declared::remove);
        }
    }

    /** The settings of an offer, where they are known. */
    public Optional<List<Setting>> settings(ServiceOffer offer) {
        synchronized (offers) {
            return Optional.ofNullable(declared.get(offer));
        }
    }

    /** Remembers the settings of an offer for as long as its service is there. */
    public void remember(ServiceOffer offer, List<Setting> settings) {
        synchronized (offers) {
            if (all().contains(offer)) {
                declared.put(offer, List.copyOf(settings));
            }
        }
    }

    @Deactivate
    void close() {
        follower.close();
    }

    /** The services of one kind that may be used by new runs, by name. */
    public List<ServiceOffer> present(ServiceKind kind) {
        return offers(kind, Selection.CURRENT);
    }

    /**
     * The services of one kind that may be used, by name: for each name the preferred one, and others that accept only other
     * kinds of observations.
     */
    public List<ServiceOffer> offers(ServiceKind kind, Selection selection) {
        return claims(kind, selection).values().stream().flatMap(claims -> holders(claims).stream()).toList();
    }

    /** Whether the service of an offer has stayed since: a plugin that is replaced takes its services away. */
    boolean has(ServiceOffer offer) {
        return all().stream().anyMatch(other -> other.kind() == offer.kind() && other.id() == offer.id());
    }

    /** Of the claims on one name, preferred first, those that share it: no two accept the same kind of observations. */
    private static List<ServiceOffer> holders(List<ServiceOffer> claims) {
        List<ServiceOffer> holders = new ArrayList<>();
        for (ServiceOffer claim : claims) {
            if (holders.stream().allMatch(holder -> holder.accepts().isDisjoint(claim.accepts()))) {
                holders.add(claim);
            }
        }
        return holders;
    }

    /**
     * The service of a name. Waits a moment for one that has just disappeared, because a plugin that is being replaced comes
     * back.
     *
     * @param use the data that it must accept
     * @param selection which of several versions may be used
     * @throws ValidationException if there is none; the message has the nearest name and all that are present, or those that
     *         accept the data
     */
    public ServiceOffer find(ServiceKind kind, String name, DataUse use, Selection selection) {
        awaitReturn(kind, name, selection);
        Map<String, List<ServiceOffer>> claims = claims(kind, selection);
        List<ServiceOffer> found = claims.get(name);
        if (found != null) {
            List<ServiceOffer> holders = holders(found);
            return holders.stream().filter(use::accepts).findFirst().orElseThrow(() -> unfit(kind, name, holders, use, claims));
        }
        String present = claims.isEmpty() ? "none" : String.join(", ", claims.keySet());
        String other = Arrays.stream(ServiceKind.values())
                .filter(twin -> twin != kind && claims(twin, selection).containsKey(name))
                .map(twin -> " (there is a " + twin.word() + " of that name)").collect(Collectors.joining());
        throw new ValidationException(
                ValidationError.of(name, "", "must be present", name).saying("no " + kind.word() + " named '"
                        + name + "'" + other + Spelling.hint(name, claims.keySet()) + " present: " + present)
                        .missing(List.of(new ValidationError.Missing(kind.word(), name, "", "", ""))));
    }

    private static ValidationException unfit(ServiceKind kind, String name, List<ServiceOffer> holders, DataUse use,
            Map<String, List<ServiceOffer>> claims) {
        String accepted = holders.stream().map(holder -> holder.accepts().toString()).collect(Collectors.joining("; "));
        List<String> fit = claims.values().stream().flatMap(each -> holders(each).stream()).filter(use::accepts)
                .map(ServiceOffer::name).distinct().toList();
        return new ValidationException(ValidationError.of(name, "", "must accept " + use, accepted).saying(name + " accepts "
                + accepted + "; " + use + "; " + (fit.isEmpty() ? "no " + kind.word() + " accepts that"
                        : kind.word() + "s that accept it: " + String.join(", ", fit))));
    }

    /** The service of the laboratory that a plugin's service of the same name replaces by its higher ranking; empty if there is none. */
    public Optional<ServiceOffer> replaced(ServiceOffer offer) {
        return !offer.provider().plugin() ? Optional.empty()
                : claims(offer.kind(), Selection.CURRENT).getOrDefault(offer.name(), List.of()).stream()
                        .filter(other -> !other.provider().plugin() && !other.accepts().isDisjoint(offer.accepts())).findFirst();
    }

    private void awaitReturn(ServiceKind kind, String name, Selection selection) {
        synchronized (offers) {
            long asked = System.nanoTime();
            while (!claims(kind, selection).containsKey(name)) {
                // One that was replaced and stays for others says that its successor is on its way.
                Long since = claims(kind, offer -> true).containsKey(name) ? Long.valueOf(asked) : gone.get(kind + " " + name);
                long left = since == null ? 0 : RETURN - (System.nanoTime() - since);
                if (left <= 0) {
                    return;
                }
                try {
                    offers.wait(left / 1_000_000 + 1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** Every offer of a bundle that is not used, with the reason: no name, or a name that belongs to another. */
    public Map<ServiceOffer, String> unused() {
        Map<ServiceOffer, String> unused = new LinkedHashMap<>();
        for (ServiceOffer offer : all()) {
            if (!offer.named()) {
                unused.put(offer, "its " + offer.kind().word() + " cannot be used: it must have the service property "
                        + PsrService.NAME + " in letters, digits and dashes; found "
                        + (offer.name().isEmpty() ? "none" : "'" + offer.name() + "'"));
            }
        }
        for (ServiceKind kind : ServiceKind.values()) {
            claims(kind, Selection.CURRENT).forEach((name, claims) -> claims.stream()
                    .filter(offer -> !holders(claims).contains(offer))
                    .forEach(offer -> unused.put(offer,
                            "its " + kind.word() + " '" + name + "' is " + (offer.olderThan(claims.get(0)) ? "superseded by "
                                    : "not used, the name belongs to ") + claims.get(0).by())));
        }
        return unused;
    }

    /** Every offer by name; the first offer of a name has precedence. */
    private Map<String, List<ServiceOffer>> claims(ServiceKind kind, Selection selection) {
        Map<String, List<ServiceOffer>> claims = new TreeMap<>();
        for (ServiceOffer offer : all()) {
            if (offer.kind() == kind && offer.named() && selection.takes(offer)) {
                claims.computeIfAbsent(offer.name(), name -> new ArrayList<>()).add(offer);
            }
        }
        claims.replaceAll((name, list) -> ServiceOffer.inOrder(list));
        return claims;
    }

    private List<ServiceOffer> all() {
        synchronized (offers) {
            return offers.values().stream().flatMap(List::stream).toList();
        }
    }
}
