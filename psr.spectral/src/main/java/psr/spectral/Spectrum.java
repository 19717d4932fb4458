package psr.spectral;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

import org.osgi.service.component.annotations.Component;

import psr.api.linear.Hmm;
import psr.api.linear.LinearPsr;
import psr.api.model.Model;
import psr.api.report.Inspector;
import psr.math.linear.Eigenvalues;

/**
 * Describes the eigenvalues of a step without an observation: of B = Σ_o B_o of a linear PSR, of the transition of a
 * hidden Markov model. The largest is 1 if probability is conserved and above 1 if predictions several steps ahead
 * explode; the second is the fraction of the past that remains after one unobserved step.
 */
@Component
public final class Spectrum implements Inspector {

    private static final int SHOWN = 8;

    @Override
    public List<String> inspect(Model model) {
        if (model instanceof LinearPsr psr) {
            int d = psr.dimension();
            double[] blind = new double[d * d];
            for (double[] operator : psr.parameters().operators()) {
                for (int k = 0; k < blind.length; k++) {
                    blind[k] += operator[k];
                }
            }
            return List.of("state: " + d + " dimensions, which predict " + psr.features().count() + " strings of up to "
                    + psr.features().longest() + " symbols; the guard of its normalizer is "
                    + (psr.guard().on() ? "on" : "off"), words("the sum of its operators", blind, d));
        }
        if (model instanceof Hmm hmm) {
            int m = hmm.states();
            double[] transition = new double[m * m];
            for (int i = 0; i < m; i++) {
                System.arraycopy(hmm.transition()[i], 0, transition, i * m, m);
            }
            return List.of("state: a belief over " + m + " hidden states", words("the transition", transition, m));
        }
        return List.of();
    }

    private static String words(String what, double[] matrix, int size) {
        Eigenvalues values = Eigenvalues.of(matrix, size);
        double[] moduli = values.moduli();
        StringJoiner shown = new StringJoiner(", ");
        for (int i = 0; i < Math.min(SHOWN, size); i++) {
            shown.add(String.format(Locale.ROOT, "%.4g", moduli[i]));
        }
        String words = "spectrum: " + what + " has eigenvalues of modulus " + shown + (size > SHOWN ? ", …" : "")
                + (values.complex() > 0 ? " (" + values.complex() + " of " + size + " complex)" : "") + "; the largest is 1"
                + " if probability is conserved";
        double left = size > 1 ? moduli[1] / moduli[0] : 0;
        if (left > 0 && left < 1) {
            words += String.format(Locale.ROOT, "; by the second, half of what the state knows is lost in %.2g unobserved steps",
                    Math.max(1e-2, Math.log(.5) / Math.log(left)));
        }
        return words;
    }
}
