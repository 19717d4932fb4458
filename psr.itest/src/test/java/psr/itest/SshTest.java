package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell of a server by SSH, with the ssh of OpenSSH. */
class SshTest {

    /** What a program answered. */
    private record Answer(int code, String out) {}

    @TempDir
    private static Path folder;
    private static Path data;
    private static ServerProcess server;
    private static String port;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(ServerProcess.present(), "no application to start: build psr.launcher first");
        assumeTrue(installed("ssh") && installed("ssh-keygen"),
                "the shell by SSH is not tried: ssh and ssh-keygen must be installed");
        for (String name : List.of("listed", "ecdsa", "rsa", "other", "limited")) {
            // Ed25519 is the default of ssh-keygen.
            String type = List.of("ecdsa", "rsa").contains(name) ? name : "ed25519";
            assertEquals(0, call("", "ssh-keygen", "-q", "-t", type, "-N", "", "-f", folder.resolve(name).toString()).code());
        }
        data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("authorized_keys"), Files.readString(folder.resolve("listed.pub"))
                + Files.readString(folder.resolve("ecdsa.pub")) + Files.readString(folder.resolve("rsa.pub"))
                + "command=\"version\" " + Files.readString(folder.resolve("limited.pub")));
        Files.setPosixFilePermissions(data.resolve("authorized_keys"), PosixFilePermissions.fromString("rw-------"));
        server = new ServerProcess(Files.createDirectories(folder.resolve("home")), data, "--ssh-port", "0");
        ServerProcess.await("a shell by SSH", () -> server.said().contains("its key is"));
        Matcher address = Pattern.compile("ssh -p (\\d+) 127\\.0\\.0\\.1").matcher(server.said());
        assertTrue(address.find(), server.said());
        port = address.group(1);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static boolean installed(String program) {
        return Pattern.compile(Pattern.quote(java.io.File.pathSeparator)).splitAsStream(System.getenv().getOrDefault("PATH", ""))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private static Answer call(String typed, String... words) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path in = Files.writeString(Files.createTempFile(folder, "in", ".txt"), typed);
        Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile())
                .redirectInput(in.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Answer(process.waitFor(), Files.readString(out, StandardCharsets.UTF_8));
    }

    /** Runs ssh with a key, further options and a command. */
    private static Answer ssh(String key, String typed, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("ssh", "-F", "none", "-p", port, "-o", "StrictHostKeyChecking=no", "-o",
                "UserKnownHostsFile=" + folder.resolve("known"), "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o",
                "BatchMode=yes",
                "-i", folder.resolve(key).toString()));
        words.addAll(List.of(more));
        return call(typed, words.toArray(String[]::new));
    }

    private static void assertServes() throws Exception {
        assertTrue(server.get("/api/v1/runs").isObject(), "the server must go on");
    }

    @Test
    void aListedKeyRunsACommandAndGetsItsExitCode() throws Exception {
        Answer version = ssh("listed", "", "127.0.0.1", "version");
        assertEquals(0, version.code(), version.out());
        assertTrue(version.out().contains("psr 1.0.0, Java "), version.out());
        Answer wrong = ssh("listed", "", "127.0.0.1", "describe nothing-of-this-name");
        assertEquals(2, wrong.code(), wrong.out());
        assertTrue(wrong.out().contains("psr: no service named 'nothing-of-this-name'"), wrong.out());
        Answer piped = ssh("listed", "", "127.0.0.1", "learners | grep 'state representation by two-stage'");
        assertEquals(0, piped.code(), piped.out());
        assertEquals(1, piped.out().lines().filter(line -> line.contains("psr.spectral")).count(), piped.out());
    }

    @Test
    void theShellHasATerminalAndExitEndsNothingButTheSession() throws Exception {
        Answer shell = ssh("listed", "versi\t\rexit\r", "-tt", "127.0.0.1");
        assertEquals(0, shell.code(), shell.out());
        assertTrue(shell.out().contains("psr> "), shell.out());
        assertTrue(shell.out().contains("psr 1.0.0, Java "), "Tab completes: " + shell.out());
        assertEquals(0, ssh("listed", "", "127.0.0.1", "exit").code());
        assertServes();
        assertEquals(0, ssh("listed", "", "127.0.0.1", "version").code());
    }

    @Test
    void keysOfEveryUsualKindGetIn() throws Exception {
        for (String key : List.of("listed", "ecdsa", "rsa")) {
            assertEquals(0, ssh(key, "", "127.0.0.1", "version").code(), key);
        }
    }

    @Test
    void nobodyElseGetsIn() throws Exception {
        for (String key : List.of("other", "limited")) {
            Answer refused = ssh(key, "", "127.0.0.1", "version");
            assertEquals(255, refused.code(), refused.out());
            assertTrue(refused.out().contains("Permission denied (publickey)."), refused.out());
        }
        Answer password =
                ssh("listed", "", "-o", "PubkeyAuthentication=no", "-o", "PreferredAuthentications=password,keyboard-interactive",
                        "127.0.0.1", "version");
        assertEquals(255, password.code(), password.out());
        assertTrue(password.out().contains("Permission denied (publickey)."), password.out());
        assertServes();
    }

    @Test
    void nothingButTheShellIsOffered() throws Exception {
        assertNotEquals(0, ssh("listed", "", "-s", "127.0.0.1", "sftp").code());
        Answer tunnel = ssh("listed", "", "-W", "127.0.0.1:" + port, "127.0.0.1");
        assertNotEquals(0, tunnel.code());
        assertFalse(tunnel.out().contains("SSH-2.0"), tunnel.out());
    }

    @Test
    void theHostKeyIsItsOwnersOnly() throws Exception {
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("ssh_host_key"))));
    }
}
