package psr.launcher.services;

import java.util.Optional;

import psr.api.data.DataKind;
import psr.api.data.Space;
import psr.api.lab.ServiceKind;

/**
 * The data that a service is looked up for.
 *
 * @param source the data set, for messages
 * @param kind the kind of its data; empty if any service of the name will do
 */
public record DataUse(String source, Optional<DataKind> kind) {

    /** Any service of the name, preferred first. */
    public static final DataUse ANY = new DataUse("", Optional.empty());

    /** Use with the data of a source. */
    public static DataUse of(String source, DataKind kind) {
        return new DataUse(source, Optional.of(kind));
    }

    /**
     * Whether a service accepts the data. Metrics need not accept inputs, and every service for symbols accepts symbols with
     * inputs that are symbols, because these can be joined to symbols without inputs.
     */
    boolean accepts(ServiceOffer offer) {
        return kind.map(data -> offer.accepts().accepts(data) || offer.accepts().accepts(DataKind.of(data.observations()))
                && (offer.kind() == ServiceKind.METRIC || isJoint(data))).orElse(true);
    }

    /** Whether input and observation can be joined to one symbol. */
    public static boolean isJoint(DataKind data) {
        return data.equals(DataKind.SYMBOLS.withInputs(Space.Kind.SYMBOLS));
    }

    /** For messages: {@code pendulum has vectors with inputs (vectors)}. */
    @Override
    public String toString() {
        return source + " has " + kind.map(DataKind::toString).orElse("any data");
    }
}
