package psr.baselines.ngram;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.TrainingData;
import psr.api.learn.Learner;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.baselines.Preconditions;

/**
 * n-grams with Witten–Bell smoothing, interpolated down to the uniform distribution: with c(h) the count of context h
 * and k(h) the number of different symbols that followed it,
 * P(o | h) = (c(h o) + k(h) P(o | h'))/(c(h) + k(h)), where h' is h without its oldest symbol; below the empty context
 * stands 1/|O|.
 *
 * <p>The start of a sequence is a symbol of the contexts (never of the predictions), so the first symbols have their
 * own statistics; backing off forgets it first. An end, where the alphabet has one, is predicted like any symbol, and
 * nothing but the end follows it.
 */
@Component
@PsrService(name = "ngram", summary = "n-grams of any order, Witten-Bell smoothing", paper = "Witten, Bell 1991")
public final class WittenBell implements Learner<WittenBell.Settings> {

    /** What may be chosen. */
    public record Settings(
            @Option(value = "3", help = "n: a symbol is predicted from the n-1 before it", min = 1) int order) {}

    @Override
    public Class<Settings> settings() {
        return Settings.class;
    }

    @Override
    public Model learn(TrainingData data, Settings settings, Run run) {
        Preconditions.notEmpty(data, "ngram");
        Sequences sequences = data.sequences();
        // A context longer than the longest sequence and its start never occurs.
        int depth = Math.min(settings.order() - 1, sequences.longest());
        ContextTree.Builder tree = new ContextTree.Builder(data.alphabet(), depth);
        int[] sequence = new int[sequences.longest()];
        for (int i = 0; i < sequences.count(); i++) {
            tree.add(sequence, sequences.copy(i, sequence));
        }
        return tree.build();
    }
}
