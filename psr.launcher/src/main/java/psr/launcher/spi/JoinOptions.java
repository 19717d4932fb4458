package psr.launcher.spi;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options of a process that joins a {@link Cluster}.
 *
 * @param others the addresses of other members, {@code host:port}; a single running one is enough; not modifiable
 * @param name the name of the cluster
 * @param secret the file with the secret that all members share, readable only by its owner; by default
 *        {@code cluster.secret} in the folder of the laboratory, which is created if it is missing
 * @param keyStore a PKCS#12 file with the key of this process and the certificates it trusts; its password is the first line
 *        of the file next to it with the same name and the suffix {@code .password}. Members then encrypt all communication,
 *        and reject processes without a trusted key. Either all members have a key store or none has
 * @param host the address of this machine that the other members use; by default chosen to match their addresses
 * @param port the port that this process listens on; by default the first free one from 5701
 * @param threads how many trials this process computes for other members at the same time
 * @param takingPlugins whether missing plugins are loaded from the process that submits a run that needs them
 */
public record JoinOptions(List<String> others, String name, Optional<Path> secret, Optional<Path> keyStore, Optional<String> host,
        OptionalInt port, int threads, boolean takingPlugins) {

    /** The default name of a cluster. */
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
     * Parses addresses separated by commas.
     *
     * @throws IllegalArgumentException if one is not of the form {@code host:port}
     */
    public static List<String> addresses(String text) {
        List<String> addresses = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        addresses.forEach(JoinOptions::check);
        return addresses;
    }

    /** A host name or an address, then a port. */
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
}
