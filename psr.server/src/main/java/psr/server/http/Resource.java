package psr.server.http;

/** A part of the API. */
@FunctionalInterface
public interface Resource {

    /** Adds its routes. */
    void addTo(Routes routes);
}
