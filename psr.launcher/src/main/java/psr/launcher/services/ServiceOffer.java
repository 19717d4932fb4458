package psr.launcher.services;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.osgi.framework.Bundle;
import org.osgi.framework.Version;

import psr.api.lab.AcceptedData;
import psr.api.lab.BundleVersion;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;

/**
 * A registered service with its name in the laboratory.
 *
 * @param kind its kind
 * @param name its name for users; empty if it has no valid name
 * @param summary its description in one line
 * @param paper the paper that describes the method; may be empty
 * @param accepts the data that it accepts, or, of a data set source, may have
 * @param bundle the symbolic name of the bundle that provides it
 * @param version the version of that bundle: the highest version has the name
 * @param ranking its service.ranking: the highest ranking has the name
 * @param id its service.id: of equal services the first registered has the name
 * @param provider provides the service object
 */
public record ServiceOffer(ServiceKind kind, String name, String summary, String paper, AcceptedData accepts, String bundle,
        String version, int ranking, long id, Provider provider) {

    /** A service that accepts symbols. */
    public ServiceOffer(ServiceKind kind, String name, String summary, String paper, String bundle, String version, int ranking,
            long id, Provider provider) {
        this(kind, name, summary, paper, AcceptedData.SYMBOLS, bundle, version, ranking, id, provider);
    }

    /**
     * Sorts offers of one name by precedence: the highest ranking, then services that ship before services of plugins, then the bundle that
     * registered the name first, and of that bundle the highest version. Offers are grouped by bundle, since a comparison of pairs would not
     * be transitive if a third bundle is registered between an old version and a new one.
     */
    static List<ServiceOffer> inOrder(Collection<ServiceOffer> claims) {
        Map<String, Long> first = new HashMap<>();
        claims.forEach(offer -> first.merge(offer.ranking + " " + offer.bundle, offer.id, Math::min));
        return claims.stream().sorted(Comparator.comparingInt(ServiceOffer::ranking).reversed()
                .thenComparing(offer -> offer.provider().plugin())
                .thenComparing(offer -> first.get(offer.ranking + " " + offer.bundle))
                // Without OSGi the class Version is missing, and each bundle exists only once.
                .thenComparing((one, other) -> one.version.equals(other.version) ? 0 : other.parsed().compareTo(one.parsed()))
                .thenComparingLong(ServiceOffer::id)).toList();
    }

    private Version parsed() {
        return Version.parseVersion(version);
    }

    /** Whether it is from an older version of the same bundle. */
    boolean olderThan(ServiceOffer other) {
        return bundle.equals(other.bundle) && parsed().compareTo(other.parsed()) < 0;
    }

    /** Provides a service object. Thread-safe. */
    public interface Provider {

        /**
         * The service, which stays available until it is released; null if it cannot be started or is unregistered.
         *
         * @throws RuntimeException if it does not start in time
         */
        Object acquire();

        void release(Object service);

        /** Whether its plugin was replaced or removed and remains only for the runs that started with it. */
        default boolean retired() {
            return false;
        }

        /** Whether it is from a plugin; a plugin may have been started before the bundles that ship. */
        default boolean plugin() {
            return false;
        }

        /** The bundle that provides it, if any. */
        default Optional<Bundle> bundle() {
            return Optional.empty();
        }

        /** Holds the code of the service; empty if it cannot change. */
        default Optional<BundleHolds.Hold> hold(BundleHolds holds) {
            Optional<Bundle> bundle = bundle();
            // No method reference: it would need the class Bundle, which a program without OSGi lacks.
            return bundle.isEmpty() ? Optional.empty() : Optional.of(holds.hold(bundle.get()));
        }
    }

    /** Whether a user can type the name: as in {@link psr.api.lab.Stage}. */
    public boolean named() {
        return name.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    /** The bundle and its version, for messages. */
    public String by() {
        return bundle + " " + version;
    }

    public ServiceInfo info() {
        return ServiceInfo.of(kind, name, summary, paper, accepts, new BundleVersion(bundle, version, ""));
    }
}
