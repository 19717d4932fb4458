package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;
import psr.api.lab.Verdict;

/** Judges the claims of an experiment. A service; thread-safe and stateless. The highest {@code service.ranking} judges. */
@ConsumerType
public interface Judge {

    /** Every claim with its verdict, in order; results are not modified. */
    List<Verdict> judge(Results results);
}
