package psr.baselines.simple;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.baselines.Preconditions;

/** Predicts each symbol with its frequency in training, whatever the past. */
@Component
@PsrService(name = "unigram", summary = "the frequency of each symbol, regardless of the past")
public final class Unigram implements Learner<Unigram.Settings> {

    public record Settings(
            @Option(value = "1", help = "added to the count of every symbol", min = 0) double smoothing) {}

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        Preconditions.notEmpty(data, "unigram");
        int n = data.alphabet().size();
        double[] distribution = new double[n];
        for (int i = 0; i < data.count(); i++) {
            for (int symbol : data.copy(i)) {
                distribution[symbol]++;
            }
        }
        double total = data.total() + n * settings.smoothing();
        for (int o = 0; o < n; o++) {
            distribution[o] = (distribution[o] + settings.smoothing()) / total;
        }
        return new Memoryless(data.alphabet(), distribution);
    }
}
