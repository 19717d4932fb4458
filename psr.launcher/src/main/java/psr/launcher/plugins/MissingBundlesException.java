package psr.launcher.plugins;

import java.util.List;
import java.util.stream.Collectors;

import psr.api.lab.BundleVersion;

/** The exact code that a run began with is not to be had. The message says what is missing and what to do. */
public final class MissingBundlesException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What is missing; transient, since nobody writes exceptions down. */
    private final transient List<Missing> missing;

    /**
     * One bundle.
     *
     * @param wanted what the run began with
     * @param present the bundles of that name that are there
     * @param remark what is wrong and what to do
     */
    public record Missing(BundleVersion wanted, List<BundleVersion> present, String remark) {}

    MissingBundlesException(List<Missing> missing) {
        super(missing.stream().map(Missing::remark).collect(Collectors.joining("; ")));
        this.missing = List.copyOf(missing);
    }

    /** Each bundle that is missing. */
    public List<Missing> missing() {
        return missing;
    }
}
