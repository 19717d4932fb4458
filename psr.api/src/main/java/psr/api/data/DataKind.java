package psr.api.data;

import java.util.Objects;
import java.util.Optional;

/**
 * The kinds of spaces of a data set, known before it is loaded. Only authors of data set sources need it.
 *
 * @param observations the kind of the observations
 * @param inputs the kind of the inputs, if there are any
 */
public record DataKind(Space.Kind observations, Optional<Space.Kind> inputs) {

    /** Symbols without inputs. */
    public static final DataKind SYMBOLS = of(Space.Kind.SYMBOLS);

    public DataKind {
        Objects.requireNonNull(observations, "observations");
        Objects.requireNonNull(inputs, "inputs");
    }

    /** Observations of this kind, without inputs. */
    public static DataKind of(Space.Kind observations) {
        return new DataKind(observations, Optional.empty());
    }

    /** The same observations with inputs of this kind. */
    public DataKind withInputs(Space.Kind kind) {
        return new DataKind(observations, Optional.of(kind));
    }

    /** The kinds of some data. */
    public static DataKind of(Sequences data) {
        return new DataKind(data.space().kind(), data.inputs().map(inputs -> inputs.space().kind()));
    }

    /** For messages: {@code symbols}, {@code vectors with inputs (vectors)}. */
    @Override
    public String toString() {
        return observations + inputs.map(kind -> " with inputs (" + kind + ")").orElse("");
    }
}
