package psr.api.lab;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** How a process becomes one of a {@link Cluster}. Immutable. */
public final class JoinOptions {

    /** What a cluster is called where nothing is said. */
    public static final String NAME = "psr";

    private static final int HIGHEST_PORT = 65_535;

    private final List<String> others;
    private final String name;
    private final Path secret;
    private final Path keyStore;
    private final String host;
    private final OptionalInt port;
    private final int threads;
    private final boolean taking;

    private JoinOptions(Builder builder) {
        this.others = List.copyOf(builder.others);
        this.name = Objects.requireNonNull(builder.name, "name");
        this.secret = builder.secret;
        this.keyStore = builder.keyStore;
        this.host = builder.host;
        this.port = builder.port;
        this.threads = builder.threads;
        this.taking = builder.taking;
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

    /** Gathers options. Used by one thread. */
    public static final class Builder {

        private List<String> others = List.of();
        private String name = NAME;
        private Path secret;
        private Path keyStore;
        private String host;
        private OptionalInt port = OptionalInt.empty();
        private int threads;
        private boolean taking;

        private Builder() {}

        /** Where others are: {@code host:port}. One that is there is enough; nobody where nothing is said. */
        public Builder others(List<String> addresses) {
            this.others = addresses;
            return this;
        }

        /** What the cluster is called; {@value JoinOptions#NAME} where nothing is said. */
        public Builder name(String text) {
            this.name = text;
            return this;
        }

        /**
         * The file with the secret that all members share, readable by its owner alone; {@code cluster.secret} in the folder of
         * the laboratory where nothing is said, which is then made if it is not there.
         */
        public Builder secret(Path file) {
            this.secret = file;
            return this;
        }

        /**
         * A PKCS#12 file with the key of this process and the certificates of those it trusts; its password is the first line of
         * the file beside it that is called the same with {@code .password} behind. What members say to each other is then
         * encrypted, and a process without a trusted key is not let in. Either all members have a key store or none has; by default there
         * is none.
         */
        public Builder keyStore(Path file) {
            this.keyStore = file;
            return this;
        }

        /** The address of this machine that the others use; chosen by the addresses of the others where nothing is said. */
        public Builder host(String address) {
            this.host = address;
            return this;
        }

        /** The port that this process listens at; the first that is free from 5701 on where nothing is said. */
        public Builder port(int number) {
            this.port = OptionalInt.of(number);
            return this;
        }

        /** How many trials are computed here for others at once; none where nothing is said. */
        public Builder threads(int number) {
            this.threads = number;
            return this;
        }

        /** Whether plugins that are not here are taken from whoever submits a run that needs them. */
        public Builder takingPlugins(boolean yes) {
            this.taking = yes;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if a number is too small, or an address is none
         */
        public JoinOptions build() {
            return new JoinOptions(this);
        }
    }

    /** Where others are; not modifiable. */
    public List<String> others() {
        return others;
    }

    /** What the cluster is called. */
    public String name() {
        return name;
    }

    /** The file with the secret. */
    public Optional<Path> secret() {
        return Optional.ofNullable(secret);
    }

    /** The file with the key of this process and the certificates it trusts. */
    public Optional<Path> keyStore() {
        return Optional.ofNullable(keyStore);
    }

    /** The address of this machine that the others use. */
    public Optional<String> host() {
        return Optional.ofNullable(host);
    }

    /** The port that this process listens at. */
    public OptionalInt port() {
        return port;
    }

    /** How many trials are computed here for others at once. */
    public int threads() {
        return threads;
    }

    /** Whether plugins that are not here are taken from whoever submits. */
    public boolean takingPlugins() {
        return taking;
    }
}
