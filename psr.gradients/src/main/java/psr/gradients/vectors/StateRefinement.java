package psr.gradients.vectors;

import java.util.Optional;

import psr.api.data.Sequences;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.ValidationError;
import psr.api.store.StorableModel;
import psr.math.channels.ChannelRows;
import psr.math.channels.ForecastModel;
import psr.math.channels.ForecastTensors;
import psr.math.channels.RunProgress;
import psr.math.vectors.FeatureDynamics;
import psr.math.vectors.ReadoutModel;
import psr.math.vectors.FilterRefinement;
import psr.math.vectors.Rows;
import psr.math.vectors.ModelSelection;

/** Common parts of the refiners of rows. */
final class StateRefinement {

    private StateRefinement() {}

    /** The model if its filter is a regression; otherwise empty. */
    private static Optional<ForecastModel> refinable(Model start) {
        ForecastModel model = null;
        if (start instanceof ForecastModel known) {
            model = known;
        } else if (start instanceof StorableModel storable && storable.stored().kind().equals(ForecastTensors.READOUTS)) {
            // The model is from another bundle, which has its own copy of the class.
            model = ForecastTensors.restore(storable.stored());
        }
        return Optional.ofNullable(model).filter(
                each -> each.rows() instanceof ReadoutModel readouts && readouts.dynamics() instanceof FeatureDynamics);
    }

    static Optional<ValidationError> objection(String name, Model start, Sequences data) {
        Optional<ForecastModel> model = refinable(start);
        if (model.isEmpty()) {
            return Optional.of(ValidationError.of(name + " refines a model of numbers whose filter is a regression, for example"
                    + " one of rff; the stage before it makes " + start.getClass().getSimpleName()));
        }
        if (!start.inputs().equals(data.inputs().map(Sequences::space))) {
            return Optional.of(ValidationError.of(name + " needs data with the inputs of the model, "
                    + start.inputs().map(Object::toString).orElse("none") + "; found "
                    + data.inputs().map(inputs -> inputs.space().toString()).orElse("none")));
        }
        return Optional.empty();
    }

    static Model refine(String name, Model start, Sequences data, double validation, FilterRefinement.Settings settings,
            Run run) {
        ForecastModel from = refinable(start)
                .orElseThrow(() -> new IllegalArgumentException(objection(name, start, data).orElseThrow().message()));
        Sequences.Parts<?> parts;
        try {
            parts = data.holdOut(validation);
        } catch (IllegalArgumentException tooFew) {
            throw new LearningException(tooFew.getMessage() + " (" + name + ")", tooFew);
        }
        Rows heldOut = ChannelRows.of(parts.heldOut());
        ReadoutModel model = (ReadoutModel) from.rows();
        FilterRefinement.Refined refined;
        try {
            refined = FilterRefinement.refine(model, ChannelRows.of(parts.rest()), heldOut, settings,
                    (pass, now) -> run.iterated(pass, () -> ForecastModel.of(data, now.get())), RunProgress.of(run));
        } catch (ArithmeticException e) {
            throw new LearningException("the data must determine the forecasts, but do not: " + e.getMessage() + " (" + name
                    + ")", e);
        }
        run.count("best after pass " + refined.passes(), 1);
        return refined.passes() == 0 ? start
                : ForecastModel.of(data, ModelSelection.calibrated(refined.model(), heldOut, true));
    }
}
