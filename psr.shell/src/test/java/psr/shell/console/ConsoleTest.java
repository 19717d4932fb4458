package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "run ring \"2sr:rank={5..7}\" em  | run ring '2sr:rank={5..7}' em",
            "run ring 2sr:rank={5..7}          | run ring 2sr:rank={5..7}",
            "echo \"$x={1}\"                   | echo \"$x={1}\"",
            "each [1 2] { echo \"a=b\" }       | each [1 2] { echo \"a=b\" }"})
    void bracesInDoubleQuotesAreLiteral(String typed, String passed) {
        assertEquals(passed, Console.literalBraces(typed));
    }
}
