package psr.api.report;

import java.util.List;
import java.util.Map;

import psr.api.eval.Measure;
import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.TrialResult;

/**
 * All that a run left behind.
 *
 * @param experiment what was asked
 * @param description what the experiment is about, in a sentence or two; may be empty
 * @param claims what is to be judged; may be empty
 * @param measures every measure by its full name, for example {@code pnll.operators}, in the order of tables
 * @param provenance what else is needed to run it again, by name: versions, hashes, commit, Java, processor
 * @param trials every result, in the order of trials and, within a trial, of recipes, the oracle last; read anew on each
 *        iteration, so that there may be more than fit in memory
 */
public record Results(Experiment experiment, String description, List<Claim> claims, Map<String, Measure> measures,
        Map<String, String> provenance, Iterable<TrialResult> trials) {}
