package psr.api.lab;

import java.util.Objects;

/**
 * The exact code of a bundle.
 *
 * @param name the symbolic name
 * @param version as in its manifest
 * @param sha256 the hash of the names and bytes of all entries, in hexadecimal digits; empty if unknown
 */
public record BundleVersion(String name, String version, String sha256) {

    public BundleVersion {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(sha256, "sha256");
    }

    /** For people: {@code psr.spectral 1.0.0 (1a2b3c4d…)}. */
    @Override
    public String toString() {
        return name + " " + version + (sha256.isEmpty() ? "" : " (" + sha256.substring(0, Math.min(8, sha256.length())) + "…)");
    }
}
