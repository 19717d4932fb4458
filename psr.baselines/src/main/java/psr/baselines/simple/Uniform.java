package psr.baselines.simple;

import java.util.Arrays;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.NoSettings;
import psr.api.settings.PsrService;

/** Predicts every symbol with the same probability: the bound that every other model must beat. */
@Component
@PsrService(name = "uniform", summary = "every symbol equally likely; ignores the data")
public final class Uniform implements Learner<NoSettings> {

    @Override
    public Model learn(Sequences sequences, NoSettings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        double[] distribution = new double[data.alphabet().size()];
        Arrays.fill(distribution, 1.0 / distribution.length);
        return new Memoryless(data.alphabet(), distribution);
    }
}
