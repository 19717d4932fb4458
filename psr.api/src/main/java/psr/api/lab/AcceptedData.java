package psr.api.lab;

import java.util.Set;
import java.util.stream.Collectors;

import psr.api.data.DataKind;
import psr.api.data.Space;

/**
 * The kinds of data that a service accepts, or that a data set source may have; see {@link psr.api.settings.PsrService}.
 *
 * @param observations the kinds of observations, at least one
 * @param inputs the kinds of inputs; data without inputs are always accepted
 */
public record AcceptedData(Set<Space.Kind> observations, Set<Space.Kind> inputs) {

    /** Symbols without inputs. */
    public static final AcceptedData SYMBOLS = new AcceptedData(Set.of(Space.Kind.SYMBOLS), Set.of());

    public AcceptedData {
        observations = Set.copyOf(observations);
        inputs = Set.copyOf(inputs);
        if (observations.isEmpty()) {
            throw new IllegalArgumentException("a service must accept at least one kind of observations; found none");
        }
    }

    /** Whether data of this kind are accepted as they are. */
    public boolean accepts(DataKind data) {
        return observations.contains(data.observations()) && data.inputs().map(inputs::contains).orElse(true);
    }

    /** Whether no observations are accepted by both: then two services may have one name. */
    public boolean isDisjoint(AcceptedData other) {
        return observations.stream().noneMatch(other.observations::contains);
    }

    /** For tables: {@code symbols}, {@code vectors, inputs}. */
    @Override
    public String toString() {
        return words(observations) + (inputs.isEmpty() ? "" : inputs.equals(observations) ? ", inputs"
                : ", inputs: " + words(inputs));
    }

    private static String words(Set<Space.Kind> kinds) {
        return kinds.stream().sorted().map(Space.Kind::toString).collect(Collectors.joining(" or "));
    }
}
