package psr.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.settings.Schema;
import psr.api.settings.ValidationException;
import psr.launcher.spi.JoinOptions;

class ServerSettingsTest {

    private static ServerSettings settings(Map<String, String> options) {
        return Schema.of(ServerSettings.class).parse(options, "serve");
    }

    private static String refused(Map<String, String> options) {
        return assertThrows(ValidationException.class, () -> settings(options)).getMessage();
    }

    @Test
    void aClusterIsJoinedOnlyWhereItIsAskedFor() {
        assertFalse(settings(Map.of()).onCluster());
        ServerSettings settings =
                settings(Map.of("on", "cluster", "join", "a:1,[::1]:65535", "cluster", "lab", "cluster-host", "10.0.0.1",
                        "cluster-port", "5701", "secret-file", "s"));
        assertTrue(settings.onCluster());
        JoinOptions member = settings.member(Path.of("/base"));
        assertEquals(List.of("a:1", "[::1]:65535"), member.others());
        assertEquals("lab", member.name());
        assertEquals(Optional.of("10.0.0.1"), member.host());
        assertEquals(5701, member.port().getAsInt());
        assertEquals(Optional.of(Path.of("/base/s")), member.secret());
        assertEquals(0, member.threads(), "it computes no trials of other members");
        assertEquals(List.of(), settings(Map.of("on", "cluster")).member(Path.of("")).others());
    }

    @Test
    void clientsOfThisMachineReachItByANameThatTheyCanUse() {
        assertEquals("127.0.0.1", settings(Map.of()).reachedBy());
        assertEquals("127.0.0.1", settings(Map.of("host", "localhost", "names", "lab.example")).reachedBy());
        assertEquals("127.0.0.1", settings(Map.of("host", "0.0.0.0", "without-tls", "on", "names", "lab.example")).reachedBy());
        assertEquals("10.0.0.1", settings(Map.of("host", "10.0.0.1", "without-tls", "on")).reachedBy());
        assertEquals("lab.example", settings(Map.of("key-store", "k.p12", "names", "lab.example")).reachedBy());
        assertEquals("lab.example",
                settings(Map.of("host", "0.0.0.0", "key-store", "k.p12", "names", "lab.example,lab")).reachedBy());
    }

    @Test
    void rejectsInvalidCombinations() {
        assertTrue(refused(Map.of("on", "moon")).contains("must be cluster"), refused(Map.of("on", "moon")));
        for (String name : List.of("join", "cluster", "cluster-host", "secret-file")) {
            assertTrue(refused(Map.of(name, "a:1")).contains("need --on cluster"), name);
        }
        assertTrue(refused(Map.of("cluster-port", "5701")).contains("need --on cluster"));
        assertTrue(refused(Map.of("on", "cluster", "join", "nohost:99999")).contains("nohost:99999"));
    }
}
