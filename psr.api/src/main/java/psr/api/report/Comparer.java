package psr.api.report;

import java.util.List;

import org.osgi.annotation.versioning.ConsumerType;

import psr.api.lab.Results;

/** Compares two runs. A service; thread-safe and stateless. The one with the highest {@code service.ranking} is used. */
@ConsumerType
public interface Comparer {

    /** Compares the recipes and measures that two runs have in common, in the order of the first run. */
    List<Comparison> compare(Results left, Results right);

    /**
     * Compares the claims with a direction that two runs have in common, in the order of the first run. The runs may have
     * different data; their trials are assumed to be independent.
     */
    List<ClaimComparison> compareClaims(Results left, Results right);
}
