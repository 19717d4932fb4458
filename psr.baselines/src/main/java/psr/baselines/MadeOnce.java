package psr.baselines;

import java.util.function.Supplier;

/**
 * Computes a value at the first call and returns the same object afterwards, so that a model that is both reported and
 * returned is measured only once. Not thread-safe.
 *
 * @param <T> the type of the value
 */
public final class MadeOnce<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private T made;

    /** @param maker called at most once; must not return null */
    public MadeOnce(Supplier<T> maker) {
        this.maker = maker;
    }

    @Override
    public T get() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }
}
