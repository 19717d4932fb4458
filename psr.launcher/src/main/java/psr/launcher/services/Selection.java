package psr.launcher.services;

/** Which of the services that claim a name may have it. Closed when all names are bound. */
@FunctionalInterface
public interface Selection extends AutoCloseable {

    /** What new runs get: every version that is not retired. */
    Selection CURRENT = offer -> !offer.provider().retired();

    /** Whether this one may be had. */
    boolean takes(ServiceOffer offer);

    /** Lets go of what was kept for the choice; what was bound stays. Closing it again does nothing. */
    @Override
    default void close() {}
}
