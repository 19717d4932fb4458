package psr.baselines.ngram;


import org.osgi.service.component.annotations.Component;

import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.baselines.Preconditions;

/**
 * n-gram models with Witten–Bell smoothing, as what was counted. Context 0 is the empty one; {@code contexts} has a row
 * for each of the others: the context without its newest symbol, that symbol (|O| is the start of a sequence), the
 * context without its oldest symbol. {@code counts} has a row for each context and follower: context, symbol, how often.
 */
@Component(service = ModelFormat.class)
public final class ContextTreeFormat implements ModelFormat<ContextTree> {

    private static final int COLUMNS = 3;

    @Override
    public String kind() {
        return "witten-bell";
    }

    @Override
    public Class<ContextTree> type() {
        return ContextTree.class;
    }

    @Override
    public StoredModel store(ContextTree model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.alphabet())
                .tensor("contexts", table(model.origins()))
                .tensor("counts", table(model.followers()))
                .build();
    }

    private static Tensor table(int[][] rows) {
        double[] values = new double[Preconditions.stored((long) COLUMNS * rows.length)];
        for (int i = 0; i < values.length; i++) {
            values[i] = rows[i / COLUMNS][i % COLUMNS];
        }
        return Tensor.of(values, rows.length, COLUMNS);
    }

    @Override
    public ContextTree restore(StoredModel stored, ModelFormats formats) {
        int[] contexts = column(stored, "contexts");
        int[] counts = column(stored, "counts");
        int n = stored.alphabet().size();
        // The builder makes the context of the start by itself where there are contexts at all: it is the first.
        ContextTree.Builder builder = new ContextTree.Builder(stored.alphabet(), contexts.length == 0 ? 0 : 1);
        if (contexts.length > 0 && (contexts[0] != 0 || contexts[1] != n || contexts[2] != 0)) {
            throw new IllegalArgumentException("the first context must be the start of a sequence, 0 " + n
                    + " 0; found " + contexts[0] + " " + contexts[1] + " " + contexts[2]);
        }
        for (int i = COLUMNS; i < contexts.length; i += COLUMNS) {
            builder.restore(contexts[i], contexts[i + 1], contexts[i + 2]);
        }
        for (int i = 0; i < counts.length; i += COLUMNS) {
            builder.restoreCount(counts[i], counts[i + 1], counts[i + 2]);
        }
        return builder.build();
    }

    private static int[] column(StoredModel stored, String name) {
        int[] shape = stored.tensor(name).shape();
        if (shape.length != 2 || shape[1] != COLUMNS) {
            throw new IllegalArgumentException(name + " must have " + COLUMNS + " columns; found " + stored.tensor(name));
        }
        return stored.tensor(name).integers();
    }
}
