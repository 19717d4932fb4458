package psr.api.lab;

import java.util.Objects;

/** A service that is present in the laboratory. Immutable; equal if all parts are equal. */
public final class ServiceInfo {

    private final ServiceKind kind;
    private final String name;
    private final String summary;
    private final String paper;
    private final AcceptedData accepts;
    private final BundleVersion bundle;

    private ServiceInfo(ServiceKind kind, String name, String summary, String paper, AcceptedData accepts,
            BundleVersion bundle) {
        this.kind = Objects.requireNonNull(kind, "kind");
        this.name = Objects.requireNonNull(name, "name");
        this.summary = Objects.requireNonNull(summary, "summary");
        this.paper = Objects.requireNonNull(paper, "paper");
        this.accepts = Objects.requireNonNull(accepts, "accepts");
        this.bundle = Objects.requireNonNull(bundle, "bundle");
    }

    /** A service, as described by its {@link psr.api.settings.PsrService}, and the bundle that provides it. */
    public static ServiceInfo of(ServiceKind kind, String name, String summary, String paper, AcceptedData accepts,
            BundleVersion bundle) {
        return new ServiceInfo(kind, name, summary, paper, accepts, bundle);
    }

    /** The kind of service. */
    public ServiceKind kind() {
        return kind;
    }

    /** The name that users type. */
    public String name() {
        return name;
    }

    /** A description of one line. */
    public String summary() {
        return summary;
    }

    /** The paper or other source it is based on; may be empty. */
    public String paper() {
        return paper;
    }

    /** The data that it accepts, or, of a data set source, may have. */
    public AcceptedData accepts() {
        return accepts;
    }

    /** The bundle that provides it, without its hash. */
    public BundleVersion bundle() {
        return bundle;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServiceInfo that && kind == that.kind && name.equals(that.name)
                && summary.equals(that.summary) && paper.equals(that.paper) && accepts.equals(that.accepts)
                && bundle.equals(that.bundle);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, name, summary, paper, accepts, bundle);
    }

    @Override
    public String toString() {
        return kind.word() + " " + name + " from " + bundle;
    }
}
