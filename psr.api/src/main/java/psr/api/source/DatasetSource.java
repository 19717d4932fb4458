package psr.api.source;

import java.io.IOException;
import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.learn.Run;
import psr.api.settings.Configurable;

/**
 * Generates or reads data sets. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Thread-safe and stateless: many loads may run at once.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface DatasetSource<S extends Record> extends Configurable<S> {

    /**
     * Makes or reads a data set. The same settings, files and seed of the run give the same symbols, whenever and on
     * however many threads.
     *
     * <p>All randomness is that of the run; each trial of an experiment has its own. Files are those that
     * {@link Run#file} gives. A source that reads or draws for long says how far it is ({@link Run#progress}) and stops
     * when the run is cancelled.
     *
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run randomness, files, progress and the word to stop
     * @return the data; never null
     * @throws IllegalArgumentException if the settings do not fit together
     * @throws IOException if a file cannot be read or does not hold what it should; the message names file and line
     * @throws java.util.concurrent.CancellationException if the run was cancelled before the data were complete
     */
    Dataset load(S settings, Run run) throws IOException;

    /**
     * As {@link #load(Record, Run)}, with settings as they are typed in an experiment; what is not mentioned has its default.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is refused
     */
    default Dataset load(Map<String, String> typed, Run run) throws IOException {
        return load(parse(typed), run);
    }
}
