package psr.api.lab;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** Reads and writes experiments as JSON, and has the preset ones. A service; thread-safe. */
@ProviderType
public interface Experiments {

    /**
     * Reads an experiment, or the record of a run, and checks every name and setting in it against the present services.
     *
     * @param json the text
     * @param file the name of the file in messages
     * @param name the name of the experiment if the text has none
     * @throws psr.api.settings.ValidationException if it is invalid; has the location
     */
    Experiment read(String json, String file, String name);

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
