package psr.api.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;
import psr.api.store.ModelFormat;

/**
 * Stores models of any kind that a bundle has a {@link ModelFormat} for in files. A service; thread-safe. A file contains
 * everything that is needed to predict as the model did when it was learned: its arrays, its symbols, and their text
 * form.
 */
@ProviderType
public interface ModelStore {

    /** The format of a file. */
    enum Encoding {
        /** Text, for people. */
        JSON,
        /** A ZIP of NumPy arrays, for Python. */
        NPZ
    }

    /**
     * Writes a model. An existing file is replaced only when the new one is complete.
     *
     * @throws IllegalArgumentException if no format stores such a model, or it could not be read back
     * @throws IOException if the file cannot be written; the message names it
     */
    void save(Path file, LearnedModel model, Encoding encoding) throws IOException;

    /**
     * Checks whether a model could be written to this place now, for callers that learn first and save later. Changes
     * nothing.
     *
     * @throws IOException if not; the message names the file and has the reason
     */
    void checkPlace(Path file) throws IOException;

    /**
     * Reads a model that {@link #save} wrote, in any encoding.
     *
     * @throws IOException if it is not a model file, or cannot be read here; the message names it and has the reason
     */
    LearnedModel load(Path file) throws IOException;

    /**
     * Reads the description of a file without restoring the model: its kind need not be available, and its numbers are
     * not checked.
     *
     * @throws IOException if it is not a model file; the message names it and has the reason
     */
    ModelDescription describe(Path file) throws IOException;

    /** The model files in a folder, by name; other files are omitted. */
    List<Path> list(Path folder) throws IOException;

    /** The kinds of models that can be saved and loaded now, in order. */
    List<String> kinds();

    /** Whether a model can be saved now. */
    boolean canSave(Model model);

    /** Whether a bundle has a format for models of a class. */
    boolean hasFormat(Class<? extends Model> type);
}
