package psr.shell.fakes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import psr.api.data.Alphabet;
import psr.api.data.Notation;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.store.LearnedModel;
import psr.api.store.ModelDescription;
import psr.api.store.ModelStore;

/** Models that are kept in memory; a file that was saved exists, and is empty. */
public final class FakeStore implements ModelStore {

    /** The kind of every model. */
    public String kind = "hmm";

    private final Map<Path, LearnedModel> models = new LinkedHashMap<>();

    @Override
    public void save(Path file, LearnedModel model, Encoding encoding) throws IOException {
        Files.writeString(file, encoding.name());
        models.put(file.toAbsolutePath(), model);
    }

    @Override
    public void checkPlace(Path file) throws IOException {
        if (file.endsWith("read-only.json")) {
            throw new IOException("cannot write " + file + ": access is denied");
        }
    }

    @Override
    public LearnedModel load(Path file) throws IOException {
        LearnedModel model = models.get(file.toAbsolutePath());
        if (model == null) {
            throw new IOException("cannot read " + file + ": there is no such file");
        }
        return model;
    }

    @Override
    public ModelDescription describe(Path file) throws IOException {
        LearnedModel model = load(file);
        return new ModelDescription() {
            @Override
            public String kind() {
                return kind;
            }

            @Override
            public Alphabet alphabet() {
                return model.model().alphabet();
            }

            @Override
            public String recipe() {
                return model.recipe();
            }

            @Override
            public Map<String, String> provenance() {
                return model.provenance();
            }

            @Override
            public Optional<Notation> notation() {
                return model.notation();
            }

            @Override
            public Optional<SingularValues> singularValues() {
                return model.singularValues();
            }

            @Override
            public Map<String, int[]> shapes() {
                Map<String, int[]> shapes = new LinkedHashMap<>();
                shapes.put("initial", new int[] {3});
                shapes.put("transition", new int[] {3, 3});
                return shapes;
            }
        };
    }

    @Override
    public List<Path> list(Path folder) {
        return List.copyOf(models.keySet());
    }

    @Override
    public List<String> kinds() {
        return List.of("hmm");
    }

    /** A class of models that no format is for. */
    public interface Unsaved extends Model {}

    @Override
    public boolean hasFormat(Class<? extends Model> type) {
        return type != Unsaved.class;
    }

    @Override
    public boolean canSave(Model model) {
        return true;
    }
}
