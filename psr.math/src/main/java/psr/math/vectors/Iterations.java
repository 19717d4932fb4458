package psr.math.vectors;

import java.util.function.Supplier;

/** Observes the iterations of a computation and may stop it. */
@FunctionalInterface
public interface Iterations {

    /** Ignores all iterations and never stops. */
    Iterations ALL = (iteration, model) -> true;

    /**
     * Called after each iteration.
     *
     * @param iteration the number of complete iterations
     * @param model supplies the current model; must be called before this method returns
     * @return whether to continue; if not, the current model is the result
     */
    boolean made(int iteration, Supplier<? extends RowModel> model);
}
