package psr.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import psr.api.settings.Option;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.JoinOptions;
import psr.server.data.UploadedFiles;

/** The options of {@code serve}. */
public record ServerSettings(
        @Option(value = "psr-data", help = "data folder of the server") Path data,
        @Option(value = "8080", min = 0, max = 65535, help = "port; 0 for any free port") int port,
        @Option(value = "127.0.0.1", help = "address it listens on") String host,
        @Option(value = "h2", absent = "h2", help = "JDBC URL of a PostgreSQL database") Optional<String> store,
        @Option(value = "auto", min = 1, max = 10000, help = "trials and models at once") OptionalInt threads,
        @Option(value = "86400", min = 1, max = 1000000000,
                help = "seconds after which a stage of a run or a model is stopped") int stageLimit,
        @Option(value = "none", absent = "none",
                help = "backup of psr backup, which is restored into the folder first") Optional<Path> restore,
        @Option(value = "off", help = "whether a lost database may be replaced by an empty one") boolean newDatabase,
        @Option(value = "none", absent = "none",
                help = "further host names of the server, separated by commas") Optional<String> names,
        @Option(value = "none", absent = "none", help = "PKCS#12 file with the key for TLS") Optional<Path> keyStore,
        @Option(value = "off", help = "whether it may listen beyond this machine without TLS") boolean withoutTls,
        @Option(value = "off", help = "whether plugins may be uploaded") boolean allowPlugins,
        @Option(value = "none", absent = "none",
                help = "PKCS#12 file with the certificates that plugins must be signed by") Optional<Path> trustStore,
        @Option(value = "off", absent = "off", min = 0, max = 65535, help = "port of the shell by SSH") OptionalInt sshPort,
        @Option(value = "none", absent = "none",
                help = "'cluster' lets workers on other machines compute trials too") Optional<String> on,
        @Option(value = "none", absent = "none",
                help = "addresses of cluster members, separated by commas") Optional<String> join,
        @Option(value = JoinOptions.NAME, help = "name of the cluster") String cluster,
        @Option(value = "auto", absent = "auto", help = "address of this machine that workers use") Optional<String> clusterHost,
        @Option(value = "auto", absent = "auto", min = 1, max = 65535, help = "port that workers use") OptionalInt clusterPort,
        @Option(value = "none", absent = "none",
                help = "file with the secret that all members of the cluster share") Optional<Path> secretFile,
        @Option(value = "none", absent = "none",
                help = "PKCS#12 file with the key for TLS between members of the cluster") Optional<Path> clusterKeyStore,
        @Option(value = "7", min = 0, max = 3650,
                help = "days in which removed files, models and runs can be restored") int keepTrash,
        @Option(value = "256", min = 1, max = 100000, help = "maximum size of one uploaded file in megabytes") int largestFile,
        @Option(value = "20000", min = 1, max = 100000000,
                help = "maximum size in megabytes of all data files, of all models, and of removed runs each") int space) {

    private static final long MEGABYTE = 1_000_000;
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1", "[::1]");

    private static final Set<String> EVERY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

    public ServerSettings {
        store.ifPresent(url -> {
            if (!url.startsWith("jdbc:postgresql:")) {
                throw new ValidationException(ValidationError.of("serve", "store", "must begin with jdbc:postgresql:", url));
            }
        });
        on.ifPresent(where -> {
            if (!where.equals(Cluster.NAME)) {
                throw new ValidationException(ValidationError.of("serve", "on", "must be " + Cluster.NAME, where));
            }
        });
        join.ifPresent(JoinOptions::addresses);
        if (on.isEmpty() && (join.isPresent() || clusterHost.isPresent() || clusterPort.isPresent() || secretFile.isPresent()
                || clusterKeyStore.isPresent() || !cluster.equals(JoinOptions.NAME))) {
            throw new ValidationException(
                    ValidationError.of("--join, --cluster, --cluster-host, --cluster-port, --cluster-key-store and --secret-file"
                            + " need --on cluster"));
        }
        if (!LOOPBACK.contains(host.toLowerCase(Locale.ROOT)) && keyStore.isEmpty() && !withoutTls) {
            throw new ValidationException(ValidationError.of("serve", "host", "beyond this machine needs TLS", host)
                    .saying("beyond this machine (--host " + host
                            + ") tokens must not travel in the clear: give --key-store FILE,"
                            + " or insist with --without-tls"));
        }
    }

    /** Whether remote workers compute trials, too. */
    public boolean onCluster() {
        return on.isPresent();
    }

    /** How the server joins the cluster; relative paths are resolved against the folder. */
    JoinOptions member(Path base) {
        return new JoinOptions(join.map(JoinOptions::addresses).orElse(List.of()), cluster, secretFile.map(base::resolve),
                clusterKeyStore.map(base::resolve), clusterHost, clusterPort, 0, false);
    }

    /** Whether only this machine can reach it. */
    public boolean loopback() {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT));
    }

    /** The host name for clients on this machine: with TLS the first of its names, which must be in its certificate. */
    String reachedBy() {
        if (keyStore.isPresent() && names.isPresent()) {
            return names.get().split(",")[0].strip();
        }
        if (loopback()) {
            return "127.0.0.1";
        }
        return EVERY_ADDRESS.contains(host) ? "127.0.0.1" : host;
    }

    /** The limits of uploads and of the trash. */
    UploadedFiles.Limits limits() {
        return new UploadedFiles.Limits(largestFile * MEGABYTE, space * MEGABYTE, Duration.ofDays(keepTrash));
    }

    /** How many trials and models are computed in parallel. */
    public int workers() {
        return threads.orElse(Runtime.getRuntime().availableProcessors());
    }
}
