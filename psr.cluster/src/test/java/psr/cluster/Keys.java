package psr.cluster;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;

/** Key stores for tests, created by the keytool of the JDK. */
final class Keys {

    private static final String PASSWORD = "only for tests";

    private Keys() {}

    /** Creates a key that trusts only itself, with a password file. */
    static Path make(Path file) throws Exception {
        return make(file, "-1d");
    }

    /** The same with a certificate that is no longer valid. */
    static Path expired(Path file) throws Exception {
        return make(file, "-20d");
    }

    /** The chain of certificates of a key. */
    static Certificate[] chain(Path file) throws Exception {
        return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()).getCertificateChain("member");
    }

    private static Path make(Path file, String since) throws Exception {
        tool("-genkeypair", "-keystore", file.toString(), "-storetype", "PKCS12", "-alias", "member", "-keyalg", "EC",
                "-groupname",
                "secp256r1", "-dname", "CN=psr cluster", "-validity", "10", "-startdate", since);
        Files.writeString(file.resolveSibling(file.getFileName() + ".password"), PASSWORD + "\n");
        return file;
    }

    /** Makes one key store trust the key of another. */
    static void trust(Path keys, Path other) throws Exception {
        Path certificate = keys.resolveSibling("trusted.cer");
        tool("-exportcert", "-keystore", other.toString(), "-alias", "member", "-file", certificate.toString());
        tool("-importcert", "-noprompt", "-keystore", keys.toString(), "-alias", "other", "-file", certificate.toString());
    }

    private static void tool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tool.waitFor() != 0) {
            throw new IllegalStateException("keytool: " + said);
        }
    }
}
