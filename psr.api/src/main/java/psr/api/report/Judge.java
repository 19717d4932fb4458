package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;
import psr.api.lab.Verdict;

/**
 * Judges the claims of an experiment. A service; thread-safe and stateless. The one with the highest {@code service.ranking}
 * is used.
 */
@ConsumerType
public interface Judge {

    /** The verdicts on all claims, in order; results are not modified. */
    List<Verdict> judge(Results results);
}
