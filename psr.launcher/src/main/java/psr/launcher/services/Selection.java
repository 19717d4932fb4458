package psr.launcher.services;

/** Decides which of several services with one name may be used. Closed when all names are bound. */
@FunctionalInterface
public interface Selection extends AutoCloseable {

    /** The selection for new runs: all versions that are not retired. */
    Selection CURRENT = offer -> !offer.provider().retired();

    /** Whether this service may be used. */
    boolean takes(ServiceOffer offer);

    /** Releases the bundles that were held for the selection; bound services stay. A second call does nothing. */
    @Override
    default void close() {}
}
