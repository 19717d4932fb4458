package psr.server.http;

import java.util.Map;

/** A part of the API. */
@FunctionalInterface
public interface Resource {

    /** Adds its routes. */
    void addTo(Routes routes);

    /** What its clients can run into, by name; numbers of bytes, characters, seconds or things. */
    default Map<String, Long> limits() {
        return Map.of();
    }
}
