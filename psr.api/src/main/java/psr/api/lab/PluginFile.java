package psr.api.lab;

import java.util.Objects;
import java.util.Optional;

/** A file in the folder of plugins. Immutable; equal when all parts are. */
public final class PluginFile {

    /** What became of it. */
    public enum State {
        /** What it adds can be used. */
        ACTIVE,
        /** It was just found and not yet looked at. */
        WAITING,
        /** A newer version of it is there. */
        SUPERSEDED,
        /** It cannot be used; the remark says why. */
        REJECTED,
        /** It is no jar. */
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
     * @param bundle what it holds; empty if that cannot be told
     * @param remark what it adds, or why it is rejected
     */
    public static PluginFile of(String name, State state, Optional<BundleVersion> bundle, String remark) {
        return new PluginFile(name, state, bundle.orElse(null), remark);
    }

    /** The name of the file. */
    public String name() {
        return name;
    }

    /** What became of it. */
    public State state() {
        return state;
    }

    /** What it holds; empty if that cannot be told. */
    public Optional<BundleVersion> bundle() {
        return Optional.ofNullable(bundle);
    }

    /** What it adds, or why it is rejected. */
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
