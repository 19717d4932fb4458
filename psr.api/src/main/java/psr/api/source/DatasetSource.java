package psr.api.source;

import java.io.IOException;
import java.util.Map;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.data.DataKind;
import psr.api.learn.Run;
import psr.api.settings.Configurable;

/**
 * Generates or reads data sets. A service, published with {@link psr.api.settings.PsrService}.
 *
 * <p>Thread-safe and stateless: many loads may run concurrently.
 *
 * @param <S> the settings
 */
@ConsumerType
public interface DatasetSource<S extends Record> extends Configurable<S> {

    /**
     * Generates or reads a data set. The same settings, files and seed of the run give the same symbols, on any number of
     * threads.
     *
     * <p>All random numbers come from the run; each trial of an experiment has its own. Files are resolved by {@link
     * Run#file}. A source that takes long reports its progress ({@link Run#progress}) and stops when the run is
     * cancelled.
     *
     * @param settings as the user chose them, already checked against their declared ranges
     * @param run random numbers, files, progress and cancellation
     * @return the data; never null
     * @throws IllegalArgumentException if the settings do not fit together
     * @throws IOException if a file cannot be read or has invalid content; the message names file and line
     * @throws java.util.concurrent.CancellationException if the run was cancelled before the data were complete
     */
    Dataset load(S settings, Run run) throws IOException;

    /**
     * What the data consist of with these settings; reads no file. The same as of the data that {@link #load(Record, Run)}
     * returns.
     */
    default DataKind kind(S settings) {
        return DataKind.SYMBOLS;
    }

    /**
     * As {@link #load(Record, Run)}, with settings as text, as in an experiment; omitted settings have their defaults.
     *
     * @throws IllegalArgumentException also if a setting is unknown or its value is invalid
     */
    default Dataset load(Map<String, String> typed, Run run) throws IOException {
        return load(parse(typed), run);
    }
}
