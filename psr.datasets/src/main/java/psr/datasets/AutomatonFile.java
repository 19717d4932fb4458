package psr.datasets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.linear.Features;
import psr.api.linear.Guard;
import psr.api.linear.LinearPsr;
import psr.math.text.NumberedLines;

/**
 * A probabilistic automaton in the format of PAutomaC: {@code I:} probability of the first state, {@code F:} probability
 * that a string ends in a state, {@code S:} probability of a symbol in a state if the string does not end there, {@code
 * T:} probability of the next state. Missing entries are zero. As a linear PSR: B_a = (1−F_s) S_sa T_sas', with one
 * additional state for strings that have ended.
 */
final class AutomatonFile {

    /** Files have 12 digits: tolerance for the sum of a distribution. */
    private static final double DIGITS = 1e-6;

    private static final String PARTS = "IFST";

    private static final Pattern HEADER = Pattern.compile("([IFST]): \\(.*\\)\\s*");

    private static final Pattern ENTRY = Pattern.compile("\\s*\\((\\d{1,6}(?:,\\d{1,6}){0,2})\\)\\s+(\\S+)\\s*");

    /** An entry of the file: up to three numbers, a probability, and its line. */
    private record AutomatonLine(char part, int[] key, double value, int line) {}

    private AutomatonFile() {}

    static LinearPsr read(Path file, Alphabet alphabet, Run run) throws IOException {
        try (NumberedLines lines = NumberedLines.open(run.file(file))) {
            return model(entries(lines, alphabet.size() - 1), alphabet, lines);
        }
    }

    /** Parses a probability. */
    static double probability(String word, String what, NumberedLines lines) throws IOException {
        try {
            double value = Double.parseDouble(word);
            if (value >= 0 && value <= 1 + DIGITS) {
                return Math.min(1, value);
            }
        } catch (NumberFormatException e) {
            // Reported below, with the rule.
        }
        throw lines.wrong(what + " must be a number from 0 to 1; found '" + word + "'");
    }

    private static List<AutomatonLine> entries(NumberedLines lines, int symbols) throws IOException {
        List<AutomatonLine> entries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int part = -1;
        for (String line = lines.next(); line != null; line = lines.next()) {
            Matcher header = HEADER.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (header.matches()) {
                if (++part >= PARTS.length() || PARTS.charAt(part) != header.group(1).charAt(0)) {
                    throw lines.wrong("the parts of an automaton must be I, F, S and T, in this order; found "
                            + header.group(1));
                }
            } else if (entry.matches() && part >= 0) {
                int[] key = Arrays.stream(entry.group(1).split(",")).mapToInt(Integer::parseInt).toArray();
                int numbers = Math.max(1, part);
                if (key.length != numbers) {
                    throw lines.wrong("an entry of part " + PARTS.charAt(part) + " must have " + numbers
                            + " numbers in brackets; found " + key.length);
                }
                if (key.length > 1 && key[1] >= symbols) {
                    throw lines.wrong("symbols must be below " + symbols + ", the size of the alphabet; found " + key[1]);
                }
                if (!seen.add(part + entry.group(1))) {
                    throw lines.wrong("an entry must appear once; (" + entry.group(1) + ") appears twice");
                }
                entries.add(new AutomatonLine(PARTS.charAt(part), key, probability(entry.group(2), "an entry", lines),
                        lines.number()));
            } else if (!line.isBlank()) {
                throw lines.wrong("a line must be a part, such as 'I: (state)', or an entry, such as '(0) 1.0'; found '"
                        + line.strip() + "'");
            }
        }
        if (part != PARTS.length() - 1) {
            throw lines.wrong("an automaton must have the parts I, F, S and T; the file ends after "
                    + (part < 0 ? "none" : PARTS.substring(0, part + 1)));
        }
        return entries;
    }

    private static LinearPsr model(List<AutomatonLine> entries, Alphabet alphabet, NumberedLines lines) throws IOException {
        int n = alphabet.size() - 1;
        int states = 1 + entries.stream().mapToInt(e -> Math.max(e.key[0], e.part == 'T' ? e.key[2] : 0)).max().orElse(0);
        double[] initial = new double[states + 1];
        double[] stop = new double[states];
        double[][] symbol = new double[states][n];
        double[][][] leads = new double[states][n][states];
        for (AutomatonLine entry : entries) {
            int[] key = entry.key;
            switch (entry.part) {
                case 'I' -> initial[key[0]] = entry.value;
                case 'F' -> stop[key[0]] = entry.value;
                case 'S' -> symbol[key[0]][key[1]] = entry.value;
                default -> leads[key[0]][key[1]][key[2]] = entry.value;
            }
        }
        distribution(initial, "the first states", lines);
        int d = states + 1;
        double[][] operators = new double[n + 1][d * d];
        double[] map = new double[(n + 1) * d];
        for (int s = 0; s < states; s++) {
            if (stop[s] < 1) {
                distribution(symbol[s], "the symbols of state " + s, lines);
            }
            for (int a = 0; a < n; a++) {
                double weight = (1 - stop[s]) * symbol[s][a];
                if (weight > 0) {
                    distribution(leads[s][a], "what follows state " + s + " and symbol " + a, lines);
                }
                map[a * d + s] = weight;
                for (int next = 0; next < states; next++) {
                    operators[a][next * d + s] = weight * leads[s][a][next];
                }
            }
            operators[n][states * d + s] = stop[s];
            map[n * d + s] = stop[s];
        }
        operators[n][states * d + states] = 1;
        map[n * d + states] = 1;
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        return new LinearPsr(Features.seenIn(Symbols.of(alphabet), 1), map,
                new LinearPsr.Parameters(initial, operators, ones), Guard.off(initial));
    }

    private static void distribution(double[] p, String what, NumberedLines lines) throws IOException {
        double sum = Arrays.stream(p).sum();
        if (!(Math.abs(sum - 1) <= DIGITS)) {
            throw new IOException(lines.name() + ": the probabilities of " + what + " must sum to 1; the sum is " + sum);
        }
        for (int i = 0; i < p.length; i++) {
            p[i] /= sum;
        }
    }
}
