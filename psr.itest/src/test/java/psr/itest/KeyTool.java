package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;

/** Keys for TLS, made by the JDK's own tool. */
final class KeyTool {

    private KeyTool() {}

    /** A key store in a folder, its password beside it: a key with a self-signed certificate for this machine. */
    static Path make(Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        String password = "only for tests";
        Process tool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-keystore",
                keys.toString(), "-storetype", "PKCS12", "-storepass", password, "-alias", "psr", "-keyalg", "EC", "-groupname",
                "secp256r1",
                "-dname", "CN=psr", "-ext", "san=dns:localhost,ip:127.0.0.1", "-validity", "10").inheritIO().start();
        assertEquals(0, tool.waitFor());
        Files.writeString(folder.resolve("keys.p12.password"), password);
        return keys;
    }
}
