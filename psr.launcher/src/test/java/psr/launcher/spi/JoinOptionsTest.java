package psr.launcher.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

class JoinOptionsTest {

    @Test
    void readsAddresses() {
        assertEquals(List.of("a-b.example.org:1", "10.0.0.1:65535", "[fe80::1%eth0]:5701", "x:5701"),
                JoinOptions.addresses("a-b.example.org:1, 10.0.0.1:65535,[fe80::1%eth0]:5701 ,x:5701"));
    }

    @Test
    void rejectsInvalidAddresses() {
        for (String text : List.of("", "host", ":5701", "a b:5701", "-a:5701", "http://a:5701", "::1:5701", "a:1,,b:1", "a:1,",
                "[x]:1")) {
            assertEquals("an address must be HOST:PORT", message(text).replaceAll(";.*", ""), text);
        }
        for (String text : List.of("nohost:99999", "a:0", "a:", "a:65536", "a:-1", "a:5701x", "a:1,b:123456")) {
            assertEquals("the port of an address must be 1..65535", message(text).replaceAll(";.*", ""), text);
        }
        assertThrows(IllegalArgumentException.class, () -> new JoinOptions(List.of("nohost:99999"),
                JoinOptions.NAME, Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty(), 0, false));
    }

    private static String message(String text) {
        return assertThrows(IllegalArgumentException.class, () -> JoinOptions.addresses(text)).getMessage();
    }
}
