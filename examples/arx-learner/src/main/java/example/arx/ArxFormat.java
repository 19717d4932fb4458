package example.arx;

import java.util.Optional;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Channels;
import psr.api.data.Scaling;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;
import psr.api.store.Tensor;

/**
 * How the laboratory saves these models: {@code weights} ((d+m+1)×d), {@code noise} (d×d), {@code observation-mean} and {@code
 * observation-deviation} (d), and with inputs {@code input-mean} and {@code input-deviation} (m).
 */
@Component
public final class ArxFormat implements ModelFormat<ArxModel> {

    @Override
    public String kind() {
        return "arx";
    }

    @Override
    public Class<ArxModel> type() {
        return ArxModel.class;
    }

    @Override
    public StoredModel store(ArxModel model, ModelFormats formats) {
        int d = model.space().size();
        StoredModel.Builder stored = StoredModel.builder(kind(), model.space())
                .tensor("weights", Tensor.of(model.weights(), model.weights().length / d, d))
                .tensor("noise", Tensor.of(model.noise(), d, d))
                .tensor("observation-mean", Tensor.vector(model.scaling().mean()))
                .tensor("observation-deviation", Tensor.vector(model.scaling().deviation()));
        model.inputs().ifPresent(stored::inputs);
        model.inputScaling().ifPresent(scaling -> stored.tensor("input-mean", Tensor.vector(scaling.mean()))
                .tensor("input-deviation", Tensor.vector(scaling.deviation())));
        return stored.build();
    }

    @Override
    public ArxModel restore(StoredModel stored, ModelFormats formats) {
        Channels channels = stored.space().as(Channels.class);
        Optional<Channels> inputs = stored.inputs().map(space -> space.as(Channels.class));
        int d = channels.size();
        int m = inputs.map(Channels::size).orElse(0);
        return new ArxModel(channels, inputs, scaling(stored, "observation", d),
                inputs.map(space -> scaling(stored, "input", m)), sized(stored, "weights", (d + m + 1) * d),
                sized(stored, "noise", d * d));
    }

    private static Scaling scaling(StoredModel stored, String of, int size) {
        return Scaling.of(sized(stored, of + "-mean", size), sized(stored, of + "-deviation", size));
    }

    private static double[] sized(StoredModel stored, String name, int size) {
        double[] values = stored.tensor(name).values();
        if (values.length != size) {
            throw new IllegalArgumentException(name + " must have " + size + " numbers; found " + values.length);
        }
        return values;
    }
}
