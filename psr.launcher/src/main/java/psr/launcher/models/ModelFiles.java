package psr.launcher.models;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.lab.LearnedModel;
import psr.api.lab.ModelDescription;
import psr.api.lab.ModelStore;
import psr.api.model.Model;
import psr.api.model.SingularValues;
import psr.api.store.ModelFormat;
import psr.api.store.StoredModel;
import psr.api.text.Notation;
import psr.launcher.files.FileProblem;
import psr.launcher.files.WholeFile;

/** Stores models in JSON or NPZ files: all kinds for which a bundle has a format. Thread-safe. */
@Component(service = ModelStore.class)
public final class ModelFiles implements ModelStore {

    private static final byte[] ZIP = {'P', 'K', 3, 4};
    private static final int BUFFER = 1 << 16;

    /** The formats of other bundles, the one with the lowest ranking first. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<ModelFormat<?>> others;

    private final PresentFormats formats = new PresentFormats(() -> others);
    private final ModelLimits limits;

    /** Uses the formats that bundles register. */
    @Activate
    public ModelFiles() {
        this(List.of());
    }

    /** Uses these formats and those of {@code psr.api}, for programs without a framework. */
    public ModelFiles(List<ModelFormat<?>> others) {
        this(others, ModelLimits.ofThisProcess());
    }

    ModelFiles(List<ModelFormat<?>> others, ModelLimits limits) {
        this.others = List.copyOf(others);
        this.limits = limits;
    }

    @Override
    public void save(Path file, LearnedModel learned, Encoding encoding) throws IOException {
        // Before the work: storing a large model takes a while.
        WholeFile.check(file);
        StoredModel stored = formats.store(learned.model());
        byte[] header;
        try {
            limits.check(stored, learned);
            header = encoding == Encoding.NPZ ? ModelNpz.header(stored, learned) : null;
            // A model that could not be loaded must fail now, not when it is needed.
            formats.restore(stored);
        } catch (ModelFileException | IllegalArgumentException e) {
            throw new IllegalArgumentException("a model can only be saved if it can be loaded again; this "
                    + ModelFileException.quoted(stored.kind()) + " cannot: " + e.getMessage(), e);
        }
        WholeFile.write(file, out -> {
            if (encoding == Encoding.NPZ) {
                ModelNpz.write(header, stored, out);
            } else {
                ModelJson.write(stored, learned, true, out);
            }
        });
    }

    @Override
    public void checkPlace(Path file) throws IOException {
        WholeFile.check(file);
    }

    @Override
    public LearnedModel load(Path file) throws IOException {
        return of(file, () -> {
            UncheckedModelFile read = read(file, true);
            StoredModel stored = read.checked();
            formats.checkKinds(stored, read.provenance.get(LearnedModel.BUNDLES));
            Optional<Notation> notation = read.notation();
            Optional<SingularValues> singularValues = read.singularValues();
            Model model;
            try {
                model = formats.restore(stored);
            } catch (IllegalArgumentException e) {
                throw new ModelFileException(e.getMessage(), e);
            }
            return LearnedModel.builder(model).recipe(read.recipe).provenance(read.provenance).notation(notation)
                    .singularValues(singularValues).build();
        });
    }

    @Override
    public ModelDescription describe(Path file) throws IOException {
        return of(file, () -> read(file, false).described());
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(ModelFiles::isModel).sorted().toList();
        } catch (IOException e) {
            throw new IOException(folder + ": it cannot be listed: " + FileProblem.describe(e), e);
        }
    }

    @Override
    public List<String> kinds() {
        return formats.kinds();
    }

    @Override
    public boolean hasFormat(Class<? extends Model> type) {
        return formats.hasFormat(type);
    }

    @Override
    public boolean canSave(Model model) {
        try {
            limits.check(formats.store(model), LearnedModel.builder(model).build());
            return true;
        } catch (ModelFileException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Reads a file. */
    private interface FileReading<T> {
        T read() throws IOException;
    }

    /** Runs a reader; the message of every failure is one line that starts with the name of the file. */
    private static <T> T of(Path file, FileReading<T> reading) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": " + (Files.isDirectory(file) ? "a model is read from a file; this is a folder"
                    : Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "a model is read from a regular file; this is not one"
                    : "there is no such file"));
        }
        try {
            return reading.read();
        } catch (OutOfMemoryError e) {
            throw new IOException(file + ": the model does not fit into the memory of this process, "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MiB; java -Xmx sets it", e);
        } catch (ModelFileException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(file + ": it cannot be read: " + FileProblem.describe(e), e);
        }
    }

    private UncheckedModelFile read(Path file, boolean numbers) throws IOException {
        byte[] first = first(file);
        if (first.length == 0) {
            throw new ModelFileException("the file is empty");
        }
        if (Arrays.equals(first, ZIP)) {
            return ModelNpz.read(file, numbers, limits);
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
            return ModelJson.read(in, numbers ? ModelJson.NumberUse.READ : ModelJson.NumberUse.PASS, limits);
        }
    }

    private static byte[] first(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(ZIP.length);
        }
    }

    /** Checks only the start of the file: a folder may have many large ones. */
    private static boolean isModel(Path file) {
        if (!Files.isRegularFile(file) || file.getFileName().toString().endsWith(".part")) {
            return false;
        }
        try {
            if (Arrays.equals(first(file), ZIP)) {
                return ModelNpz.begins(file);
            }
            try (InputStream in = Files.newInputStream(file)) {
                return ModelJson.begins(in);
            }
        } catch (IOException e) {
            // A file that cannot be read is not a model that can be loaded.
            return false;
        }
    }
}
