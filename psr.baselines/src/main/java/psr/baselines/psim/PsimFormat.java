package psr.baselines.psim;

import java.util.Arrays;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.linear.FeatureStrings;
import psr.api.linear.Features;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;
import psr.baselines.Preconditions;
import psr.baselines.StateSpace;
import psr.math.linear.Matrices;

/**
 * Predictive state inference machines: {@code initial} (d), {@code linear} (|O|×d×d), {@code constant} (|O|×d),
 * {@code map} (D×d), {@code features} (strings, padded with −1), {@code mean} (d), {@code bound} (1).
 */
@Component(service = ModelFormat.class)
public final class PsimFormat implements ModelFormat<PsimModel> {

    @Override
    public String kind() {
        return "psim";
    }

    @Override
    public Class<PsimModel> type() {
        return PsimModel.class;
    }

    @Override
    public StoredModel store(PsimModel model, ModelFormats formats) {
        StateSpace space = model.stateSpace();
        InferenceMachine machine = model.machine();
        int d = space.dimension();
        int n = model.space().size();
        double[] linear = new double[Preconditions.stored((long) n * d * d)];
        for (int o = 0; o < n; o++) {
            System.arraycopy(Matrices.transpose(Matrices.flat(machine.linear()[o], d), d, d), 0, linear, o * d * d, d * d);
        }
        return StoredModel.builder(kind(), model.space())
                .tensor("initial", Tensor.vector(machine.initial()))
                .tensor("linear", Tensor.of(linear, n, d, d))
                .tensor("constant", Tensor.matrix(machine.constant(), d))
                .tensor("map", Tensor.of(space.map(), space.features().count(), d))
                .tensor("features", FeatureStrings.store(space.features()))
                .tensor("mean", Tensor.vector(space.mean()))
                .tensor("bound", Tensor.vector(machine.bound()))
                .build();
    }

    @Override
    public PsimModel restore(StoredModel stored, ModelFormats formats) {
        Features features = FeatureStrings.restore(stored.space().as(Alphabet.class), stored.tensor("features"));
        double[] initial = stored.tensor("initial").values();
        int d = initial.length;
        int n = stored.space().size();
        double[] all = sized(stored, "linear", (long) n * d * d);
        double[] map = sized(stored, "map", (long) features.count() * d);
        double[] mean = sized(stored, "mean", d);
        double bound = sized(stored, "bound", 1)[0];
        if (!(bound >= 0)) {
            throw new IllegalArgumentException("'bound' must be at least 0; found " + bound);
        }
        if (!Arrays.equals(stored.tensor("constant").shape(), new int[] {n, d})) {
            throw new IllegalArgumentException("'constant' must be " + n + "×" + d + "; found " + stored.tensor("constant"));
        }
        double[][][] linear = new double[n][][];
        for (int o = 0; o < n; o++) {
            linear[o] = InferenceMachine.columns(Arrays.copyOfRange(all, o * d * d, (o + 1) * d * d), d);
        }
        return new PsimModel(new StateSpace(features, map, initial, mean, bound),
                new InferenceMachine(initial, linear, stored.tensor("constant").rows(), bound));
    }

    private static double[] sized(StoredModel stored, String name, long expected) {
        double[] values = stored.tensor(name).values();
        if (values.length != expected) {
            throw new IllegalArgumentException("'" + name + "' must have " + expected + " numbers; found "
                    + values.length);
        }
        return values;
    }
}
