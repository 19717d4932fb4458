package psr.api.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import psr.api.data.Sequences;
import psr.api.linear.HmmFormat;
import psr.api.linear.LinearPsrFormat;
import psr.api.model.Model;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/** The contract of model formats. */
final class FormatContract {

    private FormatContract() {}

    /** Checks a format on a model. */
    static <M extends Model> List<String> check(ModelFormat<M> format, M model, Sequences sequences) {
        ContractAssertions assertions = new ContractAssertions();
        ModelFormats formats = ModelFormats.of(new LinearPsrFormat(), new HmmFormat(), format);
        String kind = assertions.attempt("kind() must name what the file says", format::kind);
        Class<M> type = assertions.attempt("type() must be the class of the models", format::type);
        if (kind == null || type == null) {
            return assertions.broken();
        }
        assertions.check(kind.matches("[a-z0-9][a-z0-9-]*"),
                "kind() must be lower-case letters, digits and dashes; it is '" + kind
                        + "'");
        assertions.check(kind.equals(format.kind()), "kind() must be the same on every call");
        assertions.check(type == format.type(), "type() must be the same on every call");
        assertions.check(type.isInstance(model),
                "type() must be the class of the model, " + model.getClass().getName() + "; it is "
                        + type.getName());
        StoredModel stored = assertions.attempt("store() must make arrays of the model", () -> format.store(model, formats));
        if (stored == null) {
            return assertions.broken();
        }
        assertions.check(stored.kind().equals(kind),
                "store() must store the kind '" + kind + "'; it stored '" + stored.kind() + "'");
        assertions.check(stored.space().equals(model.space()) && stored.inputs().equals(model.inputs()),
                "store() must store the spaces of the model");
        assertions.check(stored.equals(format.store(model, formats)), "store() must give the same result for the same model");
        M restored = assertions.attempt("restore() must restore the model", () -> format.restore(stored, formats));
        if (restored == null) {
            return assertions.broken();
        }
        assertions.check(type.isInstance(restored), "restore() must return a model of type(); it returned a "
                + restored.getClass().getName());
        assertions.check(restored.space().equals(model.space()) && restored.inputs().equals(model.inputs()),
                "restore() must restore the spaces");
        double[] expected =
                assertions.attempt("the model must filter the sequences", () -> ModelContract.trace(model, sequences, 2));
        double[] found = assertions.attempt("a restored model must filter the sequences",
                () -> ModelContract.trace(restored, sequences, 2));
        assertions.check(Arrays.equals(expected, found), "restore() must restore scores and repairs, bit for bit");
        assertions.check(stored.equals(format.store(restored, formats)), "storing a restored model must give the same result");
        damaged(format, stored, formats, assertions);
        return assertions.broken();
    }

    /** The contract for files from other sources. */
    private static void damaged(ModelFormat<?> format, StoredModel stored, ModelFormats formats, ContractAssertions assertions) {
        List<String> names = new ArrayList<>(stored.tensors().keySet());
        names.addAll(stored.parts().keySet());
        for (String name : names) {
            assertions.checkThrows(IllegalArgumentException.class, "restore() must reject a model without '" + name + "'",
                    () -> format.restore(without(name, null, stored), formats));
        }
        for (String name : stored.tensors().keySet()) {
            for (Tensor wrong : List.of(Tensor.vector(new double[0]), Tensor.vector(-Double.MAX_VALUE),
                    Tensor.of(new double[0], 0, 2), Tensor.of(new double[] {1e300, 1e300}, 1, 2))) {
                try {
                    format.restore(without(name, wrong, stored), formats);
                } catch (IllegalArgumentException e) {
                    // Rejected, as required; if such an array makes a valid model, it may be accepted.
                } catch (RuntimeException | LinkageError | StackOverflowError e) {
                    assertions.check(false, "restore() must reject an invalid model with an IllegalArgumentException; with "
                            + wrong + " as '" + name + "' it threw " + e);
                }
            }
        }
    }

    private static StoredModel without(String name, Tensor instead, StoredModel stored) {
        StoredModel.Builder builder = StoredModel.builder(stored.kind(), stored.space()).words(stored.words());
        stored.inputs().ifPresent(builder::inputs);
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
}
