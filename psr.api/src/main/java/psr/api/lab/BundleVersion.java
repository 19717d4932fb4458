package psr.api.lab;

import java.util.Objects;

/** The exact code of a bundle. Plain data. Immutable; equal when all parts are. */
public final class BundleVersion {

    private final String name;
    private final String version;
    private final String sha256;

    private BundleVersion(String name, String version, String sha256) {
        this.name = Objects.requireNonNull(name, "name");
        this.version = Objects.requireNonNull(version, "version");
        this.sha256 = Objects.requireNonNull(sha256, "sha256");
    }

    /**
     * A bundle.
     *
     * @param name its symbolic name
     * @param version as in its manifest
     * @param sha256 of its content, in hexadecimal digits; empty if that is not known
     */
    public static BundleVersion of(String name, String version, String sha256) {
        return new BundleVersion(name, version, sha256);
    }

    /** The symbolic name. */
    public String name() {
        return name;
    }

    /** The version in its manifest. */
    public String version() {
        return version;
    }

    /** Over the names and bytes of all entries; empty if that is not known. */
    public String sha256() {
        return sha256;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BundleVersion that && name.equals(that.name) && version.equals(that.version)
                && sha256.equals(that.sha256);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, version, sha256);
    }

    /** For people: {@code psr.spectral 1.0.0 (1a2b3c4d…)}. */
    @Override
    public String toString() {
        return name + " " + version + (sha256.isEmpty() ? "" : " (" + sha256.substring(0, Math.min(8, sha256.length())) + "…)");
    }
}
