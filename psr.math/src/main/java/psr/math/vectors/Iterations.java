package psr.math.vectors;

import java.util.function.Supplier;

/** Hears of the iterations of a computation and may stop it. */
@FunctionalInterface
public interface Iterations {

    /** Hears nothing and never stops. */
    Iterations ALL = (iteration, model) -> true;

    /**
     * Called after each iteration.
     *
     * @param iteration the number of complete iterations
     * @param model gives the present model; called at once or not at all
     * @return whether to continue; if not, the present model is the result
     */
    boolean made(int iteration, Supplier<? extends RowModel> model);
}
