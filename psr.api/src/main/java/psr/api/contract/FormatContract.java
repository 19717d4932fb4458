package psr.api.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Sequences;
import psr.api.model.Filter;
import psr.api.model.Model;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** What formats of models promise. */
final class FormatContract {

    private FormatContract() {}

    /** Tries a format on a model. */
    static <M extends Model> List<String> check(ModelFormat<M> format, M model, Sequences sequences) {
        ContractAssertions promises = new ContractAssertions();
        ModelFormats formats = ModelFormats.of(format);
        String kind = promises.make("kind() must name what the file says", format::kind);
        Class<M> type = promises.make("type() must be the class of the models", format::type);
        if (kind == null || type == null) {
            return promises.broken();
        }
        promises.keep(kind.matches("[a-z0-9][a-z0-9-]*"), "kind() must be lower-case letters, digits and dashes; it is '" + kind
                + "'");
        promises.keep(kind.equals(format.kind()), "kind() must be the same on every call");
        promises.keep(type == format.type(), "type() must be the same on every call");
        promises.keep(type.isInstance(model), "type() must be the class of the model, " + model.getClass().getName() + "; it is "
                + type.getName());
        StoredModel stored = promises.make("store() must make arrays of the model", () -> format.store(model, formats));
        if (stored == null) {
            return promises.broken();
        }
        promises.keep(stored.kind().equals(kind),
                "store() must store the kind '" + kind + "'; it stored '" + stored.kind() + "'");
        promises.keep(stored.alphabet().equals(model.alphabet()), "store() must store the alphabet of the model");
        promises.keep(stored.equals(format.store(model, formats)), "store() must store the same model alike every time");
        M restored = promises.make("restore() must make the model again", () -> format.restore(stored, formats));
        if (restored == null) {
            return promises.broken();
        }
        promises.keep(type.isInstance(restored), "restore() must make a model of type(); it made a "
                + restored.getClass().getName());
        promises.keep(restored.alphabet().equals(model.alphabet()), "restore() must give back the alphabet");
        double[] expected = promises.make("the model must walk along the sequences", () -> traceAhead(model, sequences));
        double[] found = promises.make("a restored model must walk along the sequences", () -> traceAhead(restored, sequences));
        promises.keep(Arrays.equals(expected, found), "restore() must give back the same scores and repairs, bit for bit");
        promises.keep(stored.equals(format.store(restored, formats)), "a restored model must be stored alike");
        damaged(format, stored, formats, promises);
        return promises.broken();
    }

    /** What a format promises of files that somebody else wrote. */
    private static void damaged(ModelFormat<?> format, StoredModel stored, ModelFormats formats, ContractAssertions promises) {
        List<String> names = new ArrayList<>(stored.tensors().keySet());
        names.addAll(stored.parts().keySet());
        for (String name : names) {
            promises.refuse(IllegalArgumentException.class, "restore() must refuse a model without '" + name + "'",
                    () -> format.restore(without(name, null, stored), formats));
        }
        for (String name : stored.tensors().keySet()) {
            for (Tensor wrong : List.of(Tensor.vector(new double[0]), Tensor.vector(-Double.MAX_VALUE),
                    Tensor.of(new double[0], 0, 2), Tensor.of(new double[] {1e300, 1e300}, 1, 2))) {
                try {
                    format.restore(without(name, wrong, stored), formats);
                } catch (IllegalArgumentException e) {
                    // Refused, as it should be; where such an array makes a model it may be taken.
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    promises.keep(false, "restore() must refuse what is no model with an IllegalArgumentException; with "
                            + wrong + " as '" + name + "' it threw " + e);
                }
            }
        }
    }

    private static StoredModel without(String name, Tensor instead, StoredModel stored) {
        StoredModel.Builder builder = StoredModel.builder(stored.kind(), stored.alphabet()).words(stored.words());
        stored.tensors().forEach((key, tensor) -> {
            if (!key.equals(name)) {
                builder.tensor(key, tensor);
            } else if (instead != null) {
                builder.tensor(key, instead);
            }
        });
        stored.parts().forEach((key, part) -> {
            if (!key.equals(name) || instead != null) {
                builder.part(key, part);
            }
        });
        return builder.build();
    }

    /** All scores along the first sequences, one and two steps ahead, and the repairs. */
    private static double[] traceAhead(Model model, Sequences sequences) {
        int n = model.alphabet().size();
        int tried = Math.min(sequences.count(), 20);
        double[] scores = new double[n];
        double[] trace = new double[sequences.range(0, tried).total() * 2 * n + 1];
        int at = 0;
        Filter filter = model.filter();
        for (int i = 0; i < tried; i++) {
            filter.reset();
            for (int t = 0; t < sequences.length(i); t++) {
                for (int ahead = 1; ahead <= 2; ahead++) {
                    filter.scores(ahead, scores);
                    System.arraycopy(scores, 0, trace, at, n);
                    at += n;
                }
                filter.update(sequences.symbol(i, t));
            }
        }
        trace[at] = filter.repairs();
        return trace;
    }
}
