package psr.shell.fakes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.api.data.Alphabet;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.ModelStore;
import psr.api.model.Model;

/** Models that are kept in memory; a file that was saved exists, and has the name of its encoding. */
public final class FakeStore {

    /** The kind of every model. */
    public String kind = "hmm";

    private final Map<Path, LearnedModel> models = new LinkedHashMap<>();

    /** A class of models that no format is for. */
    public interface Unsaved extends Model {}

    /** What a description does not have from the model file. */
    public record Described(String kind, Alphabet alphabet, Map<String, int[]> shapes) {}

    public ModelStore store() {
        return Partial.of(ModelStore.class, this);
    }

    public void save(Path file, LearnedModel model, ModelStore.Encoding encoding) throws IOException {
        Files.writeString(file, encoding.name());
        models.put(file.toAbsolutePath(), model);
    }

    public void checkPlace(Path file) throws IOException {
        if (file.endsWith("read-only.json")) {
            throw new IOException("cannot write " + file + ": access is denied");
        }
    }

    public LearnedModel load(Path file) throws IOException {
        LearnedModel model = models.get(file.toAbsolutePath());
        if (model == null) {
            throw new IOException("cannot read " + file + ": there is no such file");
        }
        return model;
    }

    public ModelDescription describe(Path file) throws IOException {
        Map<String, int[]> shapes = new LinkedHashMap<>();
        shapes.put("initial", new int[] {3});
        shapes.put("transition", new int[] {3, 3});
        return Partial.of(ModelDescription.class, new Described(kind, load(file).model().space().as(Alphabet.class), shapes),
                load(file));
    }

    public List<String> kinds() {
        return List.of("hmm");
    }

    public boolean hasFormat(Class<? extends Model> type) {
        return type != Unsaved.class;
    }
}
