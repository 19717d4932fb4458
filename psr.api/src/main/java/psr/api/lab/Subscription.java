package psr.api.lab;

import org.osgi.annotation.versioning.ProviderType;

/** Somebody is told what happens, until this is closed. Thread-safe; closing it again does nothing. */
@ProviderType
@FunctionalInterface
public interface Subscription extends AutoCloseable {

    /** Nothing more is told. */
    @Override
    void close();
}
