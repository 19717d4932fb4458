package psr.launcher.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ArgumentsTest {

    private static Arguments parse(String... typed) {
        return Arguments.parse("run", typed, List.of("trials", "seed", "out"));
    }

    private static void refuses(String message, Executable executable) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, executable).getMessage());
    }

    @Test
    void takesWordsAndOptionsInAnyOrder() {
        Arguments arguments = parse("ring", "--trials", "5", "2sr", "--seed=-7", "2sr:rank=3");
        assertEquals(List.of("ring", "2sr", "2sr:rank=3"), arguments.words());
        assertEquals(5, arguments.whole("trials", 3, 1, 10));
        assertEquals(-7, arguments.whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        assertEquals(3, parse().whole("trials", 3, 1, 10));
        assertEquals("a=b", parse("--out=a=b").text("out").orElseThrow());
        assertEquals(-3, parse("--seed", "-3").whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void unknownOptionHasTheNearest() {
        refuses("no option --trails in run; did you mean --trials? options: --trials, --seed, --out",
                () -> parse("--trails", "3"));
        refuses("learners has no options; found --x", () -> Arguments.parse("learners", new String[] {"--x"},
                List.of()));
    }

    @Test
    void refusesWhatIsMissingTwiceOrNoNumber() {
        refuses("--trials must have a value; none follows it", () -> parse("--trials"));
        refuses("--trials must have a value; none follows it", () -> parse("--trials", "--seed", "1"));
        refuses("--trials must have a value; none follows it", () -> parse("--trials="));
        refuses("--seed must be given once; it stands twice", () -> parse("--seed", "1", "--seed", "1"));
        refuses("--trials must be a whole number; found 'many'", () -> parse("--trials", "many")
                .whole("trials", 3, 1, 9));
        refuses("--trials must be at least 1; found 0", () -> parse("--trials", "0").whole("trials", 3, 1, 9));
        refuses("--seed must be at most 9223372036854775807; found 99999999999999999999",
                () -> parse("--seed", "99999999999999999999").whole("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
        refuses("--trials must be at least 1; found -99999999999999999999",
                () -> parse("--trials", "-99999999999999999999").whole("trials", 3, 1, 9));
        refuses("--out a: no such thing", () -> parse("--out", "a").read("out", text -> {
            throw new IllegalArgumentException("no such thing");
        }));
        refuses("--trials must be at most 9; found 10", () -> parse("--trials", "10").whole("trials", 3, 1, 9));
    }

    @Test
    void countsWords() {
        refuses("run needs a name; found nothing", () -> parse().only("a name"));
        refuses("run needs a name; found a b", () -> parse("a", "b").only("a name"));
        refuses("run takes no arguments; found a", () -> parse("a").none());
        assertEquals("a", parse("a").only("a name"));
    }
}
