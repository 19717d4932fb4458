package psr.math.vectors;

/** Hears how far a computation is. It stops the computation by throwing an exception, which reaches the caller. */
@FunctionalInterface
public interface Progress {

    /** Hears nothing and never stops. */
    Progress NONE = (work, done) -> {
    };

    /**
     * Called often.
     *
     * @param work what is being done, for example {@code stage 1}
     * @param done the part of this work that is done, 0 … 1
     */
    void at(String work, double done);
}
