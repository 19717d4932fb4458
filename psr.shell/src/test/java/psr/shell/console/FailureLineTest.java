package psr.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.NoSuchFileException;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import psr.launcher.shell.StoppedException;

class FailureTest {

    private final Logger logger = Logger.getLogger(Failure.class.getName());

    @BeforeEach
    void quiet() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        logger.setLevel(null);
    }

    @Test
    void tellsTheCallersMistakeInItsOwnWords() {
        assertEquals(new Failure("psr: rank must be 1..175; rank=300", 2),
                Failure.of(new IllegalArgumentException("rank must be 1..175; rank=300")));
    }

    @Test
    void isOneLineHoweverManyTheMessageHas() {
        assertEquals("psr: first; second; third", Failure.of(new IOException("first\n  second\r\nthird\n")).line());
    }

    @Test
    void namesTheKindOfFailureWhereTheMessageAloneSaysLittle() {
        assertEquals(new Failure("psr: NoSuchFileException: ring.train", 1), Failure.of(new NoSuchFileException("ring.train")));
        assertEquals("psr: NullPointerException", Failure.of(new NullPointerException()).line());
    }

    @Test
    void tellsWhatWasKeptWhenTheUserStopped() {
        assertEquals(new Failure("psr: stopped; nothing was kept", 130),
                Failure.of(new StoppedException("stopped; nothing was kept")));
    }

    @Test
    void saysHowToGetMoreMemory() {
        Failure failure = Failure.of(new OutOfMemoryError("Java heap space"));
        assertEquals(1, failure.exitCode());
        assertTrue(failure.line().matches("psr: not enough memory \\([0-9]+ MB\\); give more, .*-Xmx.*"),
                failure.line());
    }

    @Test
    void looksInsideAReflectiveCall() {
        assertEquals(2, Failure.of(new InvocationTargetException(new IllegalArgumentException("no"))).exitCode());
    }

    @Test
    void hidesGogosWordsAboutCoercion() {
        assertEquals(new Failure("psr: wrong arguments for run; see `help`", 2),
                Failure.of(new IllegalArgumentException("Cannot coerce run(String) to any of [(Token)]")));
    }
}
