package psr.server.http;

import java.util.Map;

/** A part of the API. */
@FunctionalInterface
public interface Resource {

    /** Adds its routes. */
    void addTo(Routes routes);

    /** The limits that its clients may run into, by name: bytes, characters, seconds or counts. */
    default Map<String, Long> limits() {
        return Map.of();
    }
}
