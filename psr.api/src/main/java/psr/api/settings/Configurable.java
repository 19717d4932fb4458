package psr.api.settings;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A service with settings. Settings come with each call, never with the service: one service serves many experiments
 * at once.
 *
 * @param <S> the record of settings, each component annotated with {@link Option}
 */
@ConsumerType
public interface Configurable<S extends Record> {

    /** The class of the settings record; the same object on every call. */
    Class<S> settings();
}
