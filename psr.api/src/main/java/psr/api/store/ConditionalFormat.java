package psr.api.store;

import psr.api.data.Alphabet;
import psr.api.data.Space;
import psr.api.model.ConditionalModel;

/** Stores models of symbols given inputs: the model of joint symbols as the nested model {@code joint}, and the two alphabets. */
public final class ConditionalFormat implements ModelFormat<ConditionalModel> {

    private static final String JOINT = "joint";

    @Override
    public String kind() {
        return "conditional";
    }

    @Override
    public Class<ConditionalModel> type() {
        return ConditionalModel.class;
    }

    @Override
    public StoredModel store(ConditionalModel model, ModelFormats formats) {
        return StoredModel.builder(kind(), model.space()).inputs(model.inputs().orElseThrow())
                .part(JOINT, formats.store(model.joint())).build();
    }

    @Override
    public ConditionalModel restore(StoredModel stored, ModelFormats formats) {
        Space inputs = stored.inputs().orElseThrow(() -> new IllegalArgumentException(
                "a conditional model must have inputs; it has none"));
        if (stored.space() instanceof Alphabet observations && inputs instanceof Alphabet actions) {
            return new ConditionalModel(formats.restore(stored.part(JOINT)), actions, observations);
        }
        throw new IllegalArgumentException("a conditional model must have symbols and inputs that are symbols; found "
                + stored.space() + " and " + inputs);
    }
}
