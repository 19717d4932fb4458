package psr.shell.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class FormatsTest {

    @Test
    void jsonEscapesTextAndHasNoNumberThatIsNotFinite() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("a\"b", Arrays.asList(1, 2.5, Double.NaN, null, true));
        fields.put("line", "x\\\nü");
        assertEquals("{\"a\\\"b\": [1, 2.5, null, null, true], \"line\": \"x\\\\\\u000a\\u00fc\"}", JsonText.of(fields));
    }

    @Test
    void latexEscapesTextAndWritesPowersOfTen() {
        assertEquals("2sr:rank=5\\_0\\%\\{\\}\\textasciicircum{}", Latex.text("2sr:rank=5_0%{}^"));
        assertEquals("$\\boldsymbol{1.50\\cdot 10^{-7} \\pm 0.2000}$", Latex.number(1.5e-7, .2, true));
        assertEquals("--", Latex.number(Double.NaN, 1, false));
        assertEquals(List.of("a & b \\\\", "\\midrule", "1 & 2 \\\\"),
                Latex.table(List.of("a", "b"), List.of(List.of("1", "2"))).subList(3, 6));
    }
}
