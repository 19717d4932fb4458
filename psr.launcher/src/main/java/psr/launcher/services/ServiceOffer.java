package psr.launcher.services;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.framework.Bundle;
import org.osgi.framework.Version;

import psr.api.lab.BundleVersion;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;

/**
 * A service that claims a name in the laboratory.
 *
 * @param kind what it is
 * @param name what users call it; empty if it has none that can be typed
 * @param summary what it does, in one line
 * @param paper where it is from; may be empty
 * @param bundle the symbolic name of the bundle that provides it
 * @param version the version of that bundle: of two the higher one has the name
 * @param ranking its service.ranking: the higher one has the name
 * @param id its service.id: among equals the first registered has the name
 * @param provider where to get the service
 */
public record ServiceOffer(ServiceKind kind, String name, String summary, String paper, String bundle, String version,
        int ranking,
        long id, Provider provider) {

    /**
     * Offers of one name, whoever has the name first: the highest ranking, then what ships before plugins, then the bundle that
     * was first to claim it, and of that bundle the highest version. By bundle and not in pairs, since with a third bundle registered between
     * an old version and a new one pairs would go round in a circle.
     */
    static List<ServiceOffer> inOrder(Collection<ServiceOffer> claims) {
        Map<String, Long> first = new HashMap<>();
        claims.forEach(offer -> first.merge(offer.ranking + " " + offer.bundle, offer.id, Math::min));
        return claims.stream().sorted(Comparator.comparingInt(ServiceOffer::ranking).reversed()
                .thenComparing(offer -> offer.provider().plugin())
                .thenComparing(offer -> first.get(offer.ranking + " " + offer.bundle))
                // A lambda: a program without OSGi has no such class, and never two services to compare.
                .thenComparing((one, other) -> other.parsed().compareTo(one.parsed()))
                .thenComparingLong(ServiceOffer::id)).toList();
    }

    private Version parsed() {
        return Version.parseVersion(version);
    }

    /** Whether it is of an older version of the other's bundle. */
    boolean olderThan(ServiceOffer other) {
        return bundle.equals(other.bundle) && parsed().compareTo(other.parsed()) < 0;
    }

    /** Where to get a service. Thread-safe. */
    public interface Provider {

        /**
         * The service, which is kept until it is released; null if it cannot be started or is gone.
         *
         * @throws RuntimeException if it does not start, or takes too long to
         */
        Object acquire();

        /** Gives a service back. */
        void release(Object service);

        /** Whether its plugin was replaced or removed, and stays only for the runs that began with it. */
        default boolean retired() {
            return false;
        }

        /** Whether it comes from a plugin, which may have been started before what ships. */
        default boolean plugin() {
            return false;
        }

        /** The bundle it comes from, where there is one. */
        default Optional<Bundle> bundle() {
            return Optional.empty();
        }

        /** Holds the code of the service as it is; empty where it cannot change. */
        default Optional<BundleHolds.Hold> hold(BundleHolds holds) {
            Optional<Bundle> bundle = bundle();
            // No method reference: it would need the class Bundle, which a program without OSGi does not have.
            return bundle.isEmpty() ? Optional.empty() : Optional.of(holds.hold(bundle.get()));
        }
    }

    /** Whether a user can type the name: as in {@link psr.api.lab.Stage}. */
    public boolean named() {
        return name.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    /** For messages: who offers it. */
    public String by() {
        return bundle + " " + version;
    }

    /** What clients are told of it. */
    public ServiceInfo info() {
        return ServiceInfo.of(kind, name, summary, paper, new BundleVersion(bundle, version, ""));
    }
}
