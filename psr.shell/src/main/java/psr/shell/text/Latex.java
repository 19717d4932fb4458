package psr.shell.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables for LaTeX with the package booktabs. */
public final class Latex {

    private Latex() {}

    /**
     * A table.
     *
     * @param headings of the columns, escaped
     * @param rows escaped; the first column is left-aligned, the others are right-aligned
     */
    public static List<String> table(List<String> headings, List<List<String>> rows) {
        List<String> lines = new ArrayList<>(List.of("% needs \\usepackage{booktabs}",
                "\\begin{tabular}{l" + "r".repeat(headings.size() - 1) + "}", "\\toprule", line(headings), "\\midrule"));
        rows.forEach(row -> lines.add(line(row)));
        lines.addAll(List.of("\\bottomrule", "\\end{tabular}"));
        return lines;
    }

    private static String line(List<String> cells) {
        return String.join(" & ", cells) + " \\\\";
    }

    /** A number with its error, in bold if it is the best. */
    public static String number(double mean, double error, boolean bold) {
        if (Double.isNaN(mean)) {
            return "--";
        }
        String text = numeral(mean) + (Double.isNaN(error) ? "" : " \\pm " + numeral(error));
        return bold ? "$\\boldsymbol{" + text + "}$" : "$" + text + "$";
    }

    private static String numeral(double value) {
        String text = Numbers.text(value);
        int exponent = text.indexOf('e');
        return exponent < 0 ? text
                : text.substring(0, exponent) + "\\cdot 10^{" + Integer.parseInt(text.substring(exponent + 1)) + "}";
    }

    /** Text with the characters escaped that LaTeX would interpret. */
    public static String text(String plain) {
        return plain.chars().mapToObj(c -> switch (c) {
            case '\\' -> "\\textbackslash{}";
            case '~' -> "\\textasciitilde{}";
            case '^' -> "\\textasciicircum{}";
            case '&', '%', '$', '#', '_', '{', '}' -> "\\" + (char) c;
            default -> String.valueOf((char) c);
        }).collect(Collectors.joining());
    }
}
