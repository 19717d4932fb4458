package psr.api.lab;

import java.util.Objects;
import java.util.Optional;

/** A file in the plugins folder. Immutable; equal if all parts are equal. */
public final class PluginFile {

    /** The state of the file. */
    public enum State {
        /** The plugin can be used. */
        ACTIVE,
        /** The file was just found and may still be being copied. */
        WAITING,
        /** A newer version is present. */
        SUPERSEDED,
        /** It cannot be used; the remark says why. */
        REJECTED,
        /** It is not a jar. */
        IGNORED
    }

    private final String name;
    private final State state;
    private final BundleVersion bundle;
    private final String remark;

    private PluginFile(String name, State state, BundleVersion bundle, String remark) {
        this.name = Objects.requireNonNull(name, "name");
        this.state = Objects.requireNonNull(state, "state");
        this.bundle = bundle;
        this.remark = Objects.requireNonNull(remark, "remark");
    }

    /**
     * A file.
     *
     * @param name without its folder
     * @param bundle the bundle; empty if it cannot be determined
     * @param remark the services it adds, or why it is rejected
     */
    public static PluginFile of(String name, State state, Optional<BundleVersion> bundle, String remark) {
        return new PluginFile(name, state, bundle.orElse(null), remark);
    }

    /** The name of the file. */
    public String name() {
        return name;
    }

    /** The state of the file. */
    public State state() {
        return state;
    }

    /** The bundle; empty if it cannot be determined. */
    public Optional<BundleVersion> bundle() {
        return Optional.ofNullable(bundle);
    }

    /** The services it adds, or why it is rejected. */
    public String remark() {
        return remark;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PluginFile that && name.equals(that.name) && state == that.state
                && Objects.equals(bundle, that.bundle) && remark.equals(that.remark);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, state, bundle, remark);
    }

    @Override
    public String toString() {
        return name + ": " + state + ", " + remark;
    }
}
