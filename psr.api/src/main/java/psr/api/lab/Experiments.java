package psr.api.lab;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;

/** Reads and writes experiments as JSON, and has the preset ones. A service; thread-safe. */
@ProviderType
public interface Experiments {

    /**
     * Reads an experiment, or the record of a run. Needs no services: {@link Laboratory#check} and
     * {@link Laboratory#submit} check names and settings against the present services.
     *
     * @param json the text
     * @param file the name of the file in messages
     * @param name the name of the experiment if the text has none
     * @throws ValidationException if it is not the JSON of an experiment, or too large; has the location
     */
    Experiment read(String json, String file, String name);

    /**
     * Adds file, line and column to an error that was found after the experiment was read.
     *
     * @param json the text of the experiment
     * @param file the name of the file in messages
     * @param error of {@link Laboratory#check} or {@link Laboratory#submit}; its place is a JSON pointer into the experiment
     * @return the same error with file, line and column at the start of its message
     */
    ValidationError locate(String json, String file, ValidationError error);

    /** Writes an experiment; {@link #read} reads it back. */
    String write(Experiment experiment);

    /** The names of the presets. */
    List<String> presets();

    /** A description of a preset, in one line. */
    String summary(String preset);

    /**
     * Returns a preset.
     *
     * @throws IllegalArgumentException if there is none with that name
     */
    Experiment preset(String name);
}
