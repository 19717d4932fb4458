package psr.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

class PageFileTest {

    private final PageFile file = PageFile.of("text/css", "a { }".getBytes(StandardCharsets.UTF_8));

    @Test
    void knowsItsTagWhateverTheServerAndTheBrowserMadeOfIt() {
        String plain = file.tag().substring(2);
        assertTrue(file.sameAs(file.tag()));
        assertTrue(file.sameAs(plain));
        assertTrue(file.sameAs("\"other\", " + file.tag()));
        assertTrue(file.sameAs(plain.replaceFirst("\"$", "--gzip\"")));
        assertFalse(file.sameAs("\"other\""));
        assertFalse(file.sameAs(null));
    }

    @Test
    void tagFollowsTheContent() {
        assertEquals(file.tag(), PageFile.of("text/html", "a { }".getBytes(StandardCharsets.UTF_8)).tag());
        assertNotEquals(file.tag(), PageFile.of("text/css", "b { }".getBytes(StandardCharsets.UTF_8)).tag());
    }
}
