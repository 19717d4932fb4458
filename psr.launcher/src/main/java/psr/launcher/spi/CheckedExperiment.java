package psr.launcher.spi;

import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.settings.ValidationError;

/** An experiment whose names were bound to services. Holds these services until it is closed. */
public interface CheckedExperiment extends AutoCloseable {

    /** All validation errors; empty if it can be submitted. */
    List<ValidationError> errors();

    /** The full names of its measures; empty if there are validation errors. */
    Map<String, Measure> measures();

    /** Releases the services; a second call does nothing. */
    @Override
    void close();
}
