package psr.api.lab;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/** Experiments as JSON, and those that ship. A service; thread-safe. */
@ProviderType
public interface Experiments {

    /**
     * Reads an experiment, or the record of a run, and checks every name and setting in it against what is present.
     *
     * @param json the text
     * @param file what it is called in messages
     * @param name what the experiment is called if the text does not say
     * @throws psr.api.settings.ValidationException if something in it is wrong; says where
     */
    Experiment read(String json, String file, String name);

    /** Writes an experiment; {@link #read} reads it back. */
    String write(Experiment experiment);

    /** The names of the experiments that ship. */
    List<String> presets();

    /** What a preset is, in one line. */
    String summary(String preset);

    /**
     * An experiment that ships.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    Experiment preset(String name);
}
