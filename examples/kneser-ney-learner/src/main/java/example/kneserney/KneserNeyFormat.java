package example.kneserney;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * How the laboratory saves these models. C contexts of at most L symbols with F followers in total: {@code contexts}
 * (C×L, shorter ones padded with −1 in front, |O| for the start of a sequence), {@code weights} (C), {@code
 * follower-contexts},
 * {@code follower-symbols} and {@code follower-shares} (F each).
 */
@Component
public final class KneserNeyFormat implements ModelFormat<KneserNeyModel> {

    @Override
    public String kind() {
        return "kneser-ney";
    }

    @Override
    public Class<KneserNeyModel> type() {
        return KneserNeyModel.class;
    }

    @Override
    public StoredModel store(KneserNeyModel model, ModelFormats formats) {
        int count = model.contexts();
        int longest = model.context(count - 1).length;
        double[][] contexts = new double[count][longest];
        double[] weights = new double[count];
        List<double[]> followers = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            int[] context = model.context(k);
            Arrays.fill(contexts[k], -1);
            for (int i = 0; i < context.length; i++) {
                contexts[k][longest - context.length + i] = context[i];
            }
            weights[k] = model.weight(k);
            int[] symbols = model.followers(k);
            double[] shares = model.shares(k);
            for (int f = 0; f < symbols.length; f++) {
                followers.add(new double[] {k, symbols[f], shares[f]});
            }
        }
        return StoredModel.builder(kind(), model.space())
                .tensor("contexts", Tensor.matrix(contexts, longest))
                .tensor("weights", Tensor.vector(weights))
                .tensor("follower-contexts", column(followers, 0))
                .tensor("follower-symbols", column(followers, 1))
                .tensor("follower-shares", column(followers, 2))
                .build();
    }

    private static Tensor column(List<double[]> rows, int column) {
        return Tensor.vector(rows.stream().mapToDouble(row -> row[column]).toArray());
    }

    @Override
    public KneserNeyModel restore(StoredModel stored, ModelFormats formats) {
        double[][] contexts = stored.tensor("contexts").rows();
        double[] weights = stored.tensor("weights").values();
        int[] owners = stored.tensor("follower-contexts").integers();
        int[] symbols = stored.tensor("follower-symbols").integers();
        double[] shares = stored.tensor("follower-shares").values();
        if (weights.length != contexts.length || symbols.length != owners.length || shares.length != owners.length) {
            throw new IllegalArgumentException("there must be one weight per context, one symbol and one share per"
                    + " follower; found " + contexts.length + " contexts, " + weights.length + " weights, "
                    + owners.length + " followers, " + symbols.length + " symbols, " + shares.length + " shares");
        }
        int n = stored.space().size();
        KneserNeyModel.Builder model = new KneserNeyModel.Builder(stored.space().as(Alphabet.class));
        int f = 0;
        for (int k = 0; k < contexts.length; k++) {
            int[] padded = Arrays.stream(contexts[k]).mapToInt(symbol -> whole(symbol, n)).toArray();
            model.context(Arrays.stream(padded).dropWhile(symbol -> symbol < 0).toArray(), weights[k]);
            for (; f < owners.length && owners[f] == k; f++) {
                if (symbols[f] < 0 || symbols[f] >= n) {
                    throw new IllegalArgumentException("symbols must be 0 … " + (n - 1) + "; follower " + f + " is "
                            + symbols[f]);
                }
                model.follower(symbols[f], shares[f]);
            }
        }
        if (f < owners.length) {
            throw new IllegalArgumentException("followers must be in the order of their contexts; follower " + f
                    + " belongs to " + owners[f]);
        }
        return model.build();
    }

    private static int whole(double symbol, int n) {
        if (symbol != Math.rint(symbol) || symbol < -1 || symbol > n) {
            throw new IllegalArgumentException("contexts must be made of the whole numbers -1 … " + n + "; found "
                    + symbol);
        }
        return (int) symbol;
    }
}
