package psr.api.lab;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a process becomes one of a {@link Cluster}.
 *
 * @param others where other members are, {@code host:port}; one that is running is enough; not modifiable
 * @param name what the cluster is called
 * @param secret the file with the secret that all members share, readable by its owner alone; by default
 *        {@code cluster.secret} in the folder of the laboratory, which is made if it is missing
 * @param keyStore a PKCS#12 file with the key of this process and the certificates it trusts; its password is the first line of
 *        the file beside it that is called the same with {@code .password} behind. Members then encrypt what they send to each
 *        other, and a process without a trusted key is rejected. Either all members have a key store or none has
 * @param host the address of this machine that the others use; by default chosen by the addresses of the others
 * @param port the port that this process listens at; by default the first that is free from 5701 on
 * @param threads how many trials are computed here for others at once
 * @param takingPlugins whether plugins that are missing here are loaded from the process that submits a run that needs them
 */
public record JoinOptions(List<String> others, String name, Optional<Path> secret, Optional<Path> keyStore, Optional<String> host,
        OptionalInt port, int threads, boolean takingPlugins) {

    /** What a cluster is called by default. */
    public static final String NAME = "psr";

    private static final int HIGHEST_PORT = 65_535;

    public JoinOptions {
        others = List.copyOf(others);
        Objects.requireNonNull(name, "name");
        others.forEach(JoinOptions::check);
        if (threads < 0) {
            throw new IllegalArgumentException("threads must be at least 0; threads=" + threads);
        }
    }

    /**
     * Addresses that are separated by commas.
     *
     * @throws IllegalArgumentException if one is no {@code host:port}
     */
    public static List<String> addresses(String text) {
        List<String> addresses = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        addresses.forEach(JoinOptions::check);
        return addresses;
    }

    /** A name of the internet, or an address; then a port. */
    private static void check(String address) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, Math.max(0, colon));
        if (!(host.matches("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9.])?")
                || host.matches("\\[[0-9A-Fa-f:.]+(%[A-Za-z0-9._-]+)?]"))) {
            throw new IllegalArgumentException("an address must be HOST:PORT; found '" + address + "'");
        }
        String port = address.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) < 1 || Integer.parseInt(port) > HIGHEST_PORT) {
            throw new IllegalArgumentException("the port of an address must be 1.." + HIGHEST_PORT + "; found '" + address + "'");
        }
    }

    /** Begins options. */
    public static Builder builder() {
        return new Builder();
    }

    /** Sets what differs from the defaults. Not thread-safe. */
    public static final class Builder {

        private List<String> others = List.of();
        private String name = NAME;
        private Optional<Path> secret = Optional.empty();
        private Optional<Path> keyStore = Optional.empty();
        private Optional<String> host = Optional.empty();
        private OptionalInt port = OptionalInt.empty();
        private int threads;
        private boolean takingPlugins;

        private Builder() {}

        /** Where other members are; none by default. */
        public Builder others(List<String> addresses) {
            this.others = addresses;
            return this;
        }

        /** What the cluster is called; {@value JoinOptions#NAME} by default. */
        public Builder name(String text) {
            this.name = text;
            return this;
        }

        /** The file with the secret. */
        public Builder secret(Path file) {
            this.secret = Optional.of(file);
            return this;
        }

        /** The file with the key of this process; none by default. */
        public Builder keyStore(Path file) {
            this.keyStore = Optional.of(file);
            return this;
        }

        /** The address of this machine. */
        public Builder host(String address) {
            this.host = Optional.of(address);
            return this;
        }

        /** The port that this process listens at. */
        public Builder port(int number) {
            this.port = OptionalInt.of(number);
            return this;
        }

        /** How many trials are computed here for others; 0 by default. */
        public Builder threads(int number) {
            this.threads = number;
            return this;
        }

        /** Whether missing plugins are loaded; no by default. */
        public Builder takingPlugins(boolean yes) {
            this.takingPlugins = yes;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if a number is too small, or an address is none
         */
        public JoinOptions build() {
            return new JoinOptions(others, name, secret, keyStore, host, port, threads, takingPlugins);
        }
    }
}
