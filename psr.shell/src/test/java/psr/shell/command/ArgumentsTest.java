package psr.shell.command;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ArgumentsTest {

    private enum Size {
        SMALL, LARGE, HUGE
    }

    private static final Usage RUN = Usage.read("""
            [run SHELL] runs
              DATASET  dataset  what to run on
              --trials N  text  how many (3)
              --seed N  text  where from
              --out DIR  folder  where to
                  and more
              --size small|large  text
              --anyway  flag  all the same
            """).get("run");

    private static Arguments parse(String... typed) {
        return Arguments.parse(RUN, List.of(typed));
    }

    private static void refuses(String message, Executable executable) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, executable).getMessage());
    }

    @Test
    void takesWordsAndOptionsInAnyOrder() {
        Arguments arguments = parse("ring", "--trials", "5", "2sr", "--seed=-7", "2sr:rank=3", "--anyway");
        assertEquals(List.of("ring", "2sr", "2sr:rank=3"), arguments.words());
        assertEquals(5, arguments.whole("trials", 3, 1, 10));
        assertEquals(-7, arguments.seed());
        assertTrue(arguments.flag("anyway"));
        assertEquals(3, parse().whole("trials", 3, 1, 10));
        assertEquals("a=b", parse("--out=a=b").text("out").orElseThrow());
        assertEquals(-3, parse("--seed", "-3").seed());
        assertEquals(Size.LARGE, parse("--size", "large").choice("size", Size.SMALL));
    }

    @Test
    void unknownOptionHasTheNearest() {
        refuses("no option --trails in run; did you mean --trials? options: --trials, --seed, --out, --size, --anyway",
                () -> parse("--trails", "3"));
        refuses("version has no options, but found --x",
                () -> Arguments.parse(Usage.of("version"), List.of("--x")));
    }

    @Test
    void rejectsMissingRepeatedAndInvalidOptions() {
        refuses("--trials needs a value", () -> parse("--trials"));
        refuses("--trials needs a value", () -> parse("--trials", "--seed", "1"));
        refuses("--trials needs a value", () -> parse("--trials="));
        refuses("--seed must be given only once", () -> parse("--seed", "1", "--seed", "1"));
        refuses("--anyway takes no value; found --anyway=yes", () -> parse("--anyway=yes"));
        refuses("--trials must be a whole number; found 'many'", () -> parse("--trials", "many")
                .whole("trials", 3, 1, 9));
        refuses("--trials must be at least 1; found 0", () -> parse("--trials", "0").whole("trials", 3, 1, 9));
        refuses("--seed must be at most 9223372036854775807; found 99999999999999999999",
                () -> parse("--seed", "99999999999999999999").seed());
        refuses("--trials must be at least 1; found -99999999999999999999",
                () -> parse("--trials", "-99999999999999999999").whole("trials", 3, 1, 9));
        refuses("--out a: no such thing", () -> parse("--out", "a").read("out", text -> {
            throw new IllegalArgumentException("no such thing");
        }));
        refuses("--trials must be at most 9; found 10", () -> parse("--trials", "10").whole("trials", 3, 1, 9));
        refuses("--size must be one of small, large; found 'huge'", () -> parse("--size", "huge").choice("size", Size.SMALL));
    }

    @Test
    void everyOptionThatACommandReadsIsDeclared() {
        assertThrows(IllegalStateException.class, () -> parse().text("rates"));
        assertThrows(IllegalStateException.class, () -> parse().whole("rates", 1, 1, 2));
        assertThrows(IllegalArgumentException.class, () -> Usage.of("walk"));
    }

    @Test
    void countsWords() {
        refuses("run needs a name; found nothing", () -> parse().only("a name"));
        refuses("run needs a name; found a b", () -> parse("a", "b").only("a name"));
        refuses("run takes no arguments; found a", () -> parse("a").none());
        assertEquals("a", parse("a").only("a name"));
    }

    @Test
    void helpIsMadeOfWhatIsParsed() {
        assertEquals(List.of("run DATASET [--trials N] [--seed N] [--out DIR] [--size small|large] [--anyway]", "", "runs", "",
                "  DATASET     what to run on", "  --trials N  how many (3)", "  --seed N    where from",
                "  --out DIR   where to",
                "              and more", "  --anyway    all the same"), RUN.help());
    }

    @Test
    void aLongLineOfWhatCanBeTypedIsBroken() {
        String options = IntStream.range(0, 9).mapToObj(i -> "  --option-number-" + i + " N  text\n").collect(joining());
        List<String> lines = Usage.read("[run SHELL] runs\n" + options).get("run").help().stream().limit(2).toList();
        assertTrue(lines.get(0).startsWith("run [--option-number-0 N]") && lines.get(0).length() <= 120, lines.toString());
        assertTrue(lines.get(1).startsWith("    [--option-number-") && lines.get(1).endsWith("[--option-number-8 N]"),
                lines.toString());
    }

    @Test
    void aFileInThePlaceOfADataSetGetsAHint() {
        refuses("a file must be given as a setting of a data set: csv:file=nofile.csv,sequence=COLUMN,symbol=COLUMN;"
                + " found 'nofile.csv'", () -> DatasetArgument.parse("nofile.csv"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> DatasetArgument.parse("my/book.txt")).getMessage()
                .contains("text:file=\"my/book.txt\" (one text)"));
        refuses("a file must be given as a setting of a data set: lines:file=two.txt; found 'lines:two.txt'",
                () -> DatasetArgument.parse("lines:two.txt"));
        refuses("a file must be given as a setting of a data set: sequences:train=1.dat; found 'sequences:1.dat'",
                () -> DatasetArgument.parse("sequences:1.dat"));
        refuses("a file must be given as a setting of a data set: csv:file=a.dat,sequence=COLUMN,symbol=COLUMN; found 'csv:a.dat'",
                () -> DatasetArgument.parse("csv:a.dat"));
        assertEquals("csv", DatasetArgument.parse("csv:file=a.csv,symbol=2").name());
        assertEquals("ring", DatasetArgument.parse("ring").name());
    }

    @Test
    void aHeadingMayHaveSeveralLines() {
        assertEquals(List.of("run [--a] [--b]", "", "runs", "", "  --a  first", "", "For others,", "more:", "  --b  second"),
                Usage.read("[run SHELL] runs\n  --a  flag  first\n: For others,\n: more:\n  --b  flag  second\n").get("run")
                        .help());
    }
}
