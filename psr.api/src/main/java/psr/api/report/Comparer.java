package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;

/** Sets two runs side by side. A service; thread-safe and stateless. The highest {@code service.ranking} compares. */
@ConsumerType
public interface Comparer {

    /** Every recipe and measure that two runs have in common, in the order of the first. */
    List<Comparison> compare(Results left, Results right);

    /**
     * Every claim with a direction that two runs have in common, in the order of the first: in which of them its effect is
     * larger. The runs may have different data, and their trials are taken as independent.
     */
    List<ClaimComparison> compareClaims(Results left, Results right);
}
