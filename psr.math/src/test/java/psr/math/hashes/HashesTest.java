package psr.math.hashes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HashesTest {

    /** FIPS 180-2, the first example of SHA-256. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void givesTheHashOfTheStandardHoweverItIsAsked(@TempDir Path folder) throws Exception {
        MessageDigest digest = Hashes.sha256();
        digest.update((byte) 'a');
        digest.update(new byte[] {'b', 'c'});
        assertEquals(ABC, Hashes.hex(digest));
        assertEquals(ABC, Hashes.of("abc"));
        assertEquals(ABC, Hashes.of(new byte[] {'a', 'b', 'c'}));
        assertEquals(ABC, Hashes.of(Files.writeString(folder.resolve("file"), "abc")));
    }
}
