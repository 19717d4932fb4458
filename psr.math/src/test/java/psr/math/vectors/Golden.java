package psr.math.vectors;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Golden numbers that a NumPy program beside the file wrote. */
final class Golden {

    private record Line(String name, double[] values) {}

    private final List<Line> lines = new ArrayList<>();

    Golden(String file) {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Golden.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] words = line.split(" ");
                lines.add(new Line(words[0], Stream.of(words).skip(1).mapToDouble(Golden::number).toArray()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double number(String word) {
        return word.equals("nan") ? Double.NaN : Double.parseDouble(word);
    }

    /** All lines of this name. */
    double[][] all(String name) {
        return lines.stream().filter(l -> l.name.equals(name)).map(Line::values).toArray(double[][]::new);
    }

    /** The only line of this name. */
    double[] get(String name) {
        double[][] all = all(name);
        if (all.length != 1) {
            throw new IllegalArgumentException("there must be one line '" + name + "'; found " + all.length);
        }
        return all[0];
    }

    Rows rows(int width, int inputWidth) {
        return new Rows(width, all("observations"), inputWidth, inputWidth == 0 ? null : all("inputs"));
    }
}
