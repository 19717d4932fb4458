package psr.launcher.lab;

import java.util.Comparator;
import java.util.Optional;

import org.osgi.framework.Bundle;

/**
 * A service that claims a name in the laboratory.
 *
 * @param kind what it is
 * @param name what users call it; empty if it has none that can be typed
 * @param summary what it does, in one line
 * @param paper where it is from; may be empty
 * @param bundle the symbolic name of the bundle that provides it
 * @param version the version of that bundle
 * @param ranking its service.ranking: the higher one has the name
 * @param id its service.id: among equals the first registered has the name
 * @param provider where to get the service
 */
public record Offer(Kind kind, String name, String summary, String paper, String bundle, String version, int ranking,
        long id, Provider provider) {

    /** Whoever has the name comes first. */
    static final Comparator<Offer> PRECEDENCE = Comparator.comparingInt(Offer::ranking).reversed()
            .thenComparingLong(Offer::id);

    /** Where to get a service. Thread-safe. */
    public interface Provider {

        /** The service, which is kept until it is released; null if it cannot be started or is gone. */
        Object acquire();

        /** Gives a service back. */
        void release(Object service);

        /** The bundle it comes from, where there is one. */
        default Optional<Bundle> bundle() {
            return Optional.empty();
        }
    }

    /** Whether a user can type the name: as in {@link psr.api.lab.Stage}. */
    boolean named() {
        return name.matches("[A-Za-z0-9][A-Za-z0-9_-]*");
    }

    /** For messages: who offers it. */
    public String by() {
        return bundle + " " + version;
    }
}
