package example.kneserney;

import java.util.OptionalDouble;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Sequences;
import psr.api.data.Symbols;
import psr.api.learn.Learner;
import psr.api.learn.LearningException;
import psr.api.learn.Run;
import psr.api.model.Model;
import psr.api.settings.Option;
import psr.api.settings.PsrService;

/**
 * n-grams with interpolated Kneser–Ney smoothing: P(w | h) = (c(h w) − D)/c(h) + D T(h)/c(h) · P(w | h'), down to the
 * uniform distribution below the empty context; P(w | h) = P(w | h') if nothing ever followed h.
 *
 * <p>The idea of Kneser–Ney: below the full length a string is counted by the number of different symbols that precede
 * it, not by its occurrences. So a symbol that is frequent but follows only one other symbol (the second half of a name)
 * is not predicted after others.
 */
@Component
@PsrService(name = "kneser-ney", summary = "n-grams of any order, interpolated Kneser-Ney smoothing",
        paper = "Kneser, Ney 1995; Chen, Goodman 1999")
public final class KneserNey implements Learner<KneserNey.Settings> {

    public record Settings(
            @Option(value = "3", help = "N: a symbol is predicted from the N-1 before it", min = 2) int order,
            @Option(value = "auto", help = "discount of every count; auto is n1/(n1 + 2 n2) for each length",
                    min = 0, max = 1) OptionalDouble discount) {}

    @Override
    public Model learn(Sequences sequences, Settings settings, Run run) {
        Symbols data = sequences.as(Symbols.class);
        if (data.total() == 0) {
            throw new LearningException("kneser-ney needs at least 1 symbol to learn from; found "
                    + data.count() + " sequences with 0 symbols");
        }
        // A string longer than the longest sequence plus its start never occurs.
        int order = Math.min(settings.order(), data.longest() + 1);
        Counts counts = new Counts(data.alphabet().size(), order);
        int[] sequence = new int[data.longest()];
        for (int i = 0; i < data.count(); i++) {
            counts.add(sequence, data.copy(i, sequence));
        }
        return counts.model(data.alphabet(), settings.discount());
    }
}
