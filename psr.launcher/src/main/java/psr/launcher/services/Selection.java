package psr.launcher.services;

/** Which of the services that claim a name may have it. */
@FunctionalInterface
public interface Selection {

    /** What new runs get: every version that is not retired. */
    Selection CURRENT = offer -> !offer.provider().retired();

    /** Whether this one may be had. */
    boolean takes(Offer offer);
}
