package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.apache.felix.gogo.runtime.Reflective;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import psr.shell.command.ReaderGoneException;
import psr.shell.command.StoppedException;

class ErrorMessageTest {

    private final Logger logger = Logger.getLogger(ErrorMessage.class.getName());

    @BeforeEach
    void quiet() {
        logger.setLevel(Level.OFF);
    }

    @AfterEach
    void loud() {
        logger.setLevel(null);
    }

    @Test
    void reportsFileErrorsWithoutClassNames() {
        IOException full = new IOException("the disk is full");
        assertEquals("psr: the disk is full", ErrorMessage.of(new UncheckedIOException(full)).line());
        assertEquals("psr: cannot write a.txt: no room", ErrorMessage.of(new UncheckedIOException("cannot write a.txt: no room",
                full)).line());
    }

    @Test
    void tellsTheCallersMistakeInItsOwnWords() {
        assertEquals(new ErrorMessage("psr: rank must be 1..175; rank=300", 2),
                ErrorMessage.of(new IllegalArgumentException("rank must be 1..175; rank=300")));
    }

    @Test
    void isOneLineHoweverManyTheMessageHas() {
        assertEquals("psr: first; second; third", ErrorMessage.of(new IOException("first\n  second\r\nthird\n")).line());
    }

    @Test
    void aFileThatCannotBeUsedIsASentence() {
        assertEquals(new ErrorMessage("psr: there is no file or folder ring.train", 1),
                ErrorMessage.of(new NoSuchFileException("ring.train")));
        assertEquals("psr: access to a is denied", ErrorMessage.of(new AccessDeniedException("a")).line());
        assertEquals("psr: the file loop.json cannot be used: Too many levels of symbolic links",
                ErrorMessage.of(new FileSystemException("loop.json", null, "Too many levels of symbolic links")).line());
        assertEquals("psr: the file loop.json cannot be used", ErrorMessage.of(new FileSystemException("loop.json")).line());
    }

    @Test
    void namesTheKindOfFailureWhereTheMessageAloneSaysLittle() {
        assertEquals("psr: NullPointerException", ErrorMessage.of(new NullPointerException()).line());
        assertEquals("psr: IllegalStateException: x", ErrorMessage.of(new IllegalStateException("x")).line());
    }

    @Test
    void reportsWhatWasSavedWhenTheUserStops() {
        assertEquals(new ErrorMessage("psr: stopped; nothing was saved", 130),
                ErrorMessage.of(new StoppedException("stopped; nothing was saved", false)));
        assertEquals(143, ErrorMessage.of(new StoppedException("stopped; nothing was saved", true)).exitCode());
    }

    @Test
    void saysNothingWhenNobodyReads() {
        assertEquals(new ErrorMessage("", 141), ErrorMessage.of(new ReaderGoneException()));
    }

    @Test
    void escapesAndShortensControlCharacters() {
        assertEquals("psr: bad \\u001b[31m", ErrorMessage.of(new IllegalArgumentException("bad \u001b[31m")).line());
        assertTrue(ErrorMessage.of(new IOException("x".repeat(100_000))).line().length() < 3000);
    }

    @Test
    void saysHowToGetMoreMemory() {
        ErrorMessage failure = ErrorMessage.of(new OutOfMemoryError("Java heap space"));
        assertEquals(1, failure.exitCode());
        assertTrue(failure.line().matches("psr: not enough memory \\([0-9]+ MB\\); give more, .*-Xmx.*"),
                failure.line());
    }

    @Test
    void looksInsideAReflectiveCall() {
        assertEquals(2, ErrorMessage.of(new InvocationTargetException(new IllegalArgumentException("no"))).exitCode());
    }

    @Test
    void hidesGogosWordsAboutCoercion() {
        IllegalArgumentException gogos = assertThrows(IllegalArgumentException.class,
                () -> Reflective.invoke(null, "text", "length", List.of("one", "two")));
        assertEquals(new ErrorMessage("psr: wrong arguments; see `help`", 2), ErrorMessage.of(gogos));
    }
}
