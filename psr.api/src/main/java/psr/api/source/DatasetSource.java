package psr.api.source;

import java.io.IOException;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.settings.Configurable;

/**
 * Generates or reads data sets. A service, published with {@link psr.api.service.PsrService}.
 *
 * <p>Thread-safe and stateless: many loads may run at once.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface DatasetSource<S extends Record> extends Configurable<S> {

    /**
     * Makes or reads a data set. The same settings and seed give the same symbols, whenever and on however many threads.
     *
     * @param seed where all randomness comes from; each trial of an experiment has its own
     * @throws IllegalArgumentException if the settings do not fit together
     * @throws IOException if a file cannot be read or does not hold what it should; the message names file and line
     */
    Dataset load(S settings, long seed) throws IOException;
}
