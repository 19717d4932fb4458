package psr.api.lab;

import org.osgi.annotation.versioning.ProviderType;

/** The registration of a listener, until it is closed. Thread-safe; closing it again does nothing. */
@ProviderType
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    /** Removes the listener. */
    @Override
    void close();
}
