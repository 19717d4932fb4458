package psr.launcher.models;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.model.Model;
import psr.api.store.HmmFormat;
import psr.api.store.LinearPsrFormat;
import psr.api.store.ModelFormats;
import psr.api.store.ModelFormat;
import psr.api.store.StoredModel;

/** Saves and loads models of every kind that a bundle knows to store. Thread-safe. */
@Component(service = ModelFiles.class)
public final class ModelFiles implements ModelFormats {

    private static final List<ModelFormat<?>> OWN = List.of(new LinearPsrFormat(), new HmmFormat());
    private static final byte[] ZIP = {'P', 'K', 3, 4};

    /** Those of other bundles, the one with the lowest ranking first. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<ModelFormat<?>> others;

    /** With the formats that bundles register. */
    @Activate
    public ModelFiles() {
        this(List.of());
    }

    /** With these formats besides those of {@code psr.api}, for programs without a framework. */
    public ModelFiles(List<ModelFormat<?>> others) {
        this.others = List.copyOf(others);
    }

    /**
     * Writes a model. A file that is there is replaced when the new one is complete, never before.
     *
     * @param recipe how it was learned, as a user would type it; may be empty
     * @param provenance where it is from, by the names in {@link ModelFile}
     * @throws IllegalArgumentException if no format stores such a model, or what it makes of it cannot be read back
     */
    public void save(Path file, Model model, String recipe, Map<String, String> provenance, Encoding encoding)
            throws IOException {
        ModelFile content = new ModelFile(store(model), recipe, provenance);
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new IOException("a model must be written to a file; " + file + " is none");
        }
        Path part = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
                if (encoding == Encoding.NPZ) {
                    ModelNpz.write(content, out);
                } else {
                    ModelJson.write(content, true, out);
                }
                out.flush();
                channel.force(true);
            }
            try {
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (NoSuchFileException e) {
            throw new IOException("the folder of a file must be there; that of " + file + " is not", e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Reads a model that {@link #save} wrote, in whatever encoding.
     *
     * @throws IOException if it is none, or not one we can read; says in one line why
     */
    public SavedModel load(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + ": there is no such file");
        }
        try {
            ModelFile content = read(file);
            return new SavedModel(restored(content), content);
        } catch (OutOfMemoryError e) {
            throw new IOException(file + ": the model does not fit into the memory of this process, "
                    + Runtime.getRuntime().maxMemory() / (1 << 20) + " MiB", e);
        } catch (Refusal e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(file + ": it cannot be read: " + Refusal.quoted(String.valueOf(e.getMessage())), e);
        }
    }

    /** The kinds of models that can be saved and loaded now, in order. */
    public List<String> kinds() {
        TreeSet<String> kinds = new TreeSet<>();
        for (ModelFormat<?> format : formats()) {
            kinds.add(String.valueOf(kind(format)));
        }
        return List.copyOf(kinds);
    }

    private static ModelFile read(Path file) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(file)) {
            first = in.readNBytes(ZIP.length);
        }
        if (first.length == 0) {
            throw new Refusal("the file is empty");
        }
        if (Arrays.equals(first, ZIP)) {
            return ModelNpz.read(file).finish();
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return ModelJson.read(in, true).finish();
        }
    }

    /** Ours first: no bundle takes over what they mean. Then the higher ranking first. */
    private List<ModelFormat<?>> formats() {
        List<ModelFormat<?>> formats = new ArrayList<>(OWN);
        List<ModelFormat<?>> present = others;
        for (int i = present.size() - 1; i >= 0; i--) {
            formats.add(present.get(i));
        }
        return formats;
    }

    private static String kind(ModelFormat<?> format) {
        try {
            return format.kind();
        } catch (RuntimeException | LinkageError e) {
            // A format that cannot say what it is for is for nothing.
            return null;
        }
    }

    @Override
    public Model restore(StoredModel stored) {
        try {
            return restored(new ModelFile(stored, "", Map.of()));
        } catch (Refusal e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public StoredModel store(Model model) {
        for (ModelFormat<?> format : formats()) {
            Optional<StoredModel> stored = stored(format, model);
            if (stored.isPresent()) {
                return stored.get();
            }
        }
        throw new IllegalArgumentException("a model can be saved where a bundle has a ModelFormat for it; none has one"
                + " for " + model.getClass().getName() + "; kinds known: " + String.join(", ", kinds()));
    }

    private <M extends Model> Optional<StoredModel> stored(ModelFormat<M> format, Model model) {
        Class<M> type = type(format);
        if (type == null || !type.isInstance(model)) {
            return Optional.empty();
        }
        StoredModel stored;
        try {
            stored = format.store(type.cast(model), this);
            // What cannot be read back is not worth writing; its owner should hear of it now.
            format.restore(stored, this);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new IllegalArgumentException("the format " + Refusal.quoted(String.valueOf(kind(format)))
                    + " must store its own models; it threw " + e, e);
        }
        if (!stored.kind().equals(kind(format)) || !stored.alphabet().equals(model.alphabet())) {
            throw new IllegalArgumentException("the format " + Refusal.quoted(String.valueOf(kind(format)))
                    + " must store its own kind and the model's alphabet; it stored " + Refusal.quoted(stored.kind())
                    + " with " + stored.alphabet());
        }
        for (String name : stored.tensors().keySet()) {
            if (!Draft.tensorName(name)) {
                throw new IllegalArgumentException("the name of a tensor must be of letters, digits, dots, dashes and"
                        + " underscores; " + stored.kind() + " has " + Refusal.quoted(name));
            }
        }
        return Optional.of(stored);
    }

    private static <M extends Model> Class<M> type(ModelFormat<M> format) {
        try {
            return format.type();
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }

    private Model restored(ModelFile content) throws Refusal {
        StoredModel stored = content.stored();
        for (ModelFormat<?> format : formats()) {
            if (stored.kind().equals(kind(format))) {
                Model model;
                try {
                    model = format.restore(stored, this);
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    String why = e instanceof IllegalArgumentException ? e.getMessage() : "its format threw " + e;
                    throw new Refusal("the arrays make no " + stored.kind() + ": " + why, e);
                }
                if (model == null || !stored.alphabet().equals(model.alphabet())) {
                    throw new Refusal("the format " + stored.kind() + " must restore a model of the alphabet that is"
                            + " stored; it restored " + (model == null ? "null" : "one with " + model.alphabet()));
                }
                return model;
            }
        }
        String makers = content.provenance().get(ModelFile.BUNDLES);
        throw new Refusal("no bundle here reads models of kind " + Refusal.quoted(stored.kind()) + "; kinds known: "
                + String.join(", ", kinds()) + (makers == null ? "; the bundle that made it may be missing in plugins/"
                        : "; it was made by " + Refusal.quoted(makers) + ", which may be missing in plugins/"));
    }
}
