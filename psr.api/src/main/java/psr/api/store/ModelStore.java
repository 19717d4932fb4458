package psr.api.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

import psr.api.model.Model;

/**
 * Keeps models in files, of every kind that a bundle has a {@link ModelFormat} for. A service; thread-safe. A file holds
 * everything that is needed to predict as the model did when it was learned: its arrays, its symbols, and how they are written.
 */
@ProviderType
public interface ModelStore {

    /** How a file is written. */
    enum Encoding {
        /** Text, for people. */
        JSON,
        /** A ZIP of NumPy arrays, for Python. */
        NPZ
    }

    /**
     * Writes a model. A file that is there is replaced when the new one is complete, never before.
     *
     * @throws IllegalArgumentException if no format stores such a model, or it could not be read back
     * @throws IOException if the file cannot be written; names it
     */
    void save(Path file, LearnedModel model, Encoding encoding) throws IOException;

    /**
     * Whether a model could be written to this place now; for those who learn first and save then. Nothing is changed.
     *
     * @throws IOException if not; names the file and says in one line why
     */
    void checkPlace(Path file) throws IOException;

    /**
     * Reads a model that {@link #save} wrote, in whatever encoding.
     *
     * @throws IOException if it is none, or not one that can be read here; names it and says in one line why
     */
    LearnedModel load(Path file) throws IOException;

    /**
     * What a file says that it holds, without making the model: it need not be of a kind that is known here, and its numbers
     * are not checked.
     *
     * @throws IOException if it is no model file; names it and says in one line why
     */
    ModelDescription describe(Path file) throws IOException;

    /** The model files in a folder, by name; files that are none are left out. */
    List<Path> list(Path folder) throws IOException;

    /** The kinds of models that can be saved and loaded now, in order. */
    List<String> kinds();

    /** Whether a model can be saved now. */
    boolean canSave(Model model);

    /** Whether a bundle has a format for models of a class, as far as the class tells. */
    boolean hasFormat(Class<? extends Model> type);
}
