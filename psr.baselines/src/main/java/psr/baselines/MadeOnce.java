package psr.baselines;

import java.util.function.Supplier;

/**
 * Makes something when it is first asked for, and gives the same again afterwards: a model that is told and then returned
 * is measured once. Used by one thread.
 *
 * @param <T> what is made
 */
public final class MadeOnce<T> implements Supplier<T> {

    private final Supplier<T> maker;
    private T made;

    /** @param maker asked once, or never; must not give null */
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
