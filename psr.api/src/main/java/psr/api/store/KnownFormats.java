package psr.api.store;

import java.util.List;
import java.util.stream.Collectors;

import psr.api.model.Model;

/** Some formats, tried in order. */
record KnownFormats(List<ModelFormat<?>> formats) implements ModelFormats {

    @Override
    public StoredModel store(Model model) {
        if (model instanceof StorableModel storable) {
            return storable.stored();
        }
        for (ModelFormat<?> format : formats) {
            if (format.type().isInstance(model)) {
                return store(format, model);
            }
        }
        throw new IllegalArgumentException("a model can be stored if there is a ModelFormat for it; there is none for "
                + model.getClass().getName() + "; kinds known: " + kinds());
    }

    private <M extends Model> StoredModel store(ModelFormat<M> format, Model model) {
        return format.store(format.type().cast(model), this);
    }

    @Override
    public Model restore(StoredModel stored) {
        for (ModelFormat<?> format : formats) {
            if (format.kind().equals(stored.kind())) {
                return format.restore(stored, this);
            }
        }
        throw new IllegalArgumentException("a stored model can be restored if there is a ModelFormat of its kind; there is"
                + " none of kind '" + stored.kind() + "'; kinds known: " + kinds());
    }

    private String kinds() {
        return formats.stream().map(ModelFormat::kind).sorted().collect(Collectors.joining(", "));
    }
}
