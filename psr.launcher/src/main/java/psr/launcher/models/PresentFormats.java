package psr.launcher.models;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import psr.api.linear.HmmFormat;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.store.ConditionalFormat;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StorableModel;
import psr.api.store.StoredModel;

/** The model formats that are currently registered. If a format fails, only its own models are affected. Thread-safe. */
final class PresentFormats implements ModelFormats {

    private static final List<ModelFormat<?>> OWN = List.of(new LinearPsrFormat(), new HmmFormat(), new ConditionalFormat());

    private final Supplier<List<ModelFormat<?>>> others;

    /** @param others the formats of other bundles, the one with the lowest ranking first */
    PresentFormats(Supplier<List<ModelFormat<?>>> others) {
        this.others = others;
    }

    /** The formats of {@code psr.api} first, so that no bundle can replace them; then by decreasing ranking. */
    private List<ModelFormat<?>> formats() {
        List<ModelFormat<?>> formats = new ArrayList<>(others.get());
        Collections.reverse(formats);
        formats.addAll(0, OWN);
        return formats;
    }

    /** The known kinds, sorted. */
    List<String> kinds() {
        return formats().stream().map(PresentFormats::kind).filter(Objects::nonNull).distinct().sorted().toList();
    }

    /** The kind of a format; null if the format fails. */
    private static String kind(ModelFormat<?> format) {
        try {
            return format.kind();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    private static <M extends Model> Class<M> type(ModelFormat<M> format) {
        try {
            return format.type();
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    /** Whether a format stores models of a class or of a subclass. */
    boolean hasFormat(Class<? extends Model> models) {
        return StorableModel.class.isAssignableFrom(models) || formats().stream().map(PresentFormats::type)
                .anyMatch(type -> type != null && (type.isAssignableFrom(models) || models.isAssignableFrom(type)));
    }

    @Override
    public StoredModel store(Model model) {
        if (model instanceof StorableModel storable) {
            return checked(model.getClass().getName(), null, storable::stored, model);
        }
        for (ModelFormat<?> format : formats()) {
            Class<?> type = type(format);
            if (type != null && type.isInstance(model)) {
                return store(format, model);
            }
        }
        throw new IllegalArgumentException("a model can only be saved if a bundle has a ModelFormat for it; found none" + " for "
                + model.getClass().getName() + "; known kinds: " + String.join(", ", kinds()));
    }

    private <M extends Model> StoredModel store(ModelFormat<M> format, Model model) {
        String kind = kind(format);
        return checked("the format " + ModelFileException.quoted(String.valueOf(kind)), kind,
                () -> format.store(format.type().cast(model), this), model);
    }

    /** @param kind the kind that must be stored; null if any kind is allowed */
    private static StoredModel checked(String what, String kind, Supplier<StoredModel> storing, Model model) {
        StoredModel stored;
        try {
            stored = storing.get();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new IllegalArgumentException(what + " must store its own models; it threw " + e, e);
        }
        if (stored == null || kind != null && !stored.kind().equals(kind) || !stored.space().equals(model.space())
                || !stored.inputs().equals(model.inputs())) {
            throw new IllegalArgumentException(what + " must store its own kind and the model's spaces; it stored "
                    + (stored == null ? "null" : ModelFileException.quoted(stored.kind()) + " with " + stored.space()));
        }
        return stored;
    }

    @Override
    public Model restore(StoredModel stored) {
        for (ModelFormat<?> format : formats()) {
            if (stored.kind().equals(kind(format))) {
                return restore(format, stored);
            }
        }
        throw new IllegalArgumentException("no installed bundle reads models of kind " + ModelFileException.quoted(stored.kind())
                + "; known kinds: " + String.join(", ", kinds()));
    }

    private Model restore(ModelFormat<?> format, StoredModel stored) {
        Model model;
        try {
            model = format.restore(stored, this);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            String why = e instanceof IllegalArgumentException ? e.getMessage() : "its format threw " + e;
            throw new IllegalArgumentException("the arrays are not a valid " + stored.kind() + ": " + why, e);
        }
        if (model == null || !stored.space().equals(model.space()) || !stored.inputs().equals(model.inputs())) {
            throw new IllegalArgumentException("the format " + stored.kind() + " must restore a model with the stored"
                    + " spaces; it restored " + (model == null ? "null" : "one with " + model.space()));
        }
        return model;
    }

    /**
     * Rejects a model if it or a nested model has a kind without a format, before anything is restored.
     *
     * @param makers the bundles that created it according to the file; null if the file does not have them
     */
    void checkKinds(StoredModel stored, String makers) throws ModelFileException {
        checkKinds("", stored, kinds(), makers);
    }

    private static void checkKinds(String within, StoredModel stored, List<String> kinds, String makers)
            throws ModelFileException {
        if (!kinds.contains(stored.kind())) {
            throw new ModelFileException("no installed bundle reads models of kind " + ModelFileException.quoted(stored.kind())
                    + (within.isEmpty() ? "" : ", the kind of the nested model '" + within + "'") + "; known kinds: "
                    + String.join(", ", kinds) + (makers == null ? "; the bundle that made it may be missing in plugins/"
                            : "; it was made by " + ModelFileException.quoted(makers) + ", which may be missing in plugins/"));
        }
        for (Map.Entry<String, StoredModel> part : stored.parts().entrySet()) {
            checkKinds(within.isEmpty() ? part.getKey() : within + "/" + part.getKey(), part.getValue(), kinds, makers);
        }
    }
}
