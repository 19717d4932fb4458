package psr.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run, number by number: files and HTTP have the same bits, which are those of plain sums over its trials; the report and
 * the shell print them rounded.
 */
class StatisticsTest {

    private static final double EXACT = 1e-12;
    private static final int TRIALS = 7;
    private static final String START = "2sr:rank=4";
    private static final String REFINED = "2sr:rank=4+ig:passes=7";
    private static final String FAILING = "2sr:rank=900";
    /** Those that give a model, in their order; the true model last. */
    private static final List<String> RECIPES = List.of(START, REFINED, "em:states=4", "unigram", "oracle");

    @TempDir
    static Path home;
    private static ServerProcess server;
    private static Path folder;
    private static String run;
    private static String shell;
    private static final List<JsonNode> LINES = new ArrayList<>();

    @BeforeAll
    static void runs() throws Exception {
        assumeTrue(ServerProcess.present(), "there is no psr.app/target/psr.jar: mvn verify builds it");
        folder = home.resolve("data/runs/one");
        shell = ServerProcess.ended(home, 0, "run", "ring:sequences=60", START, REFINED, "em:states=4", "unigram", FAILING,
                "--metrics", "pnll,ospa", "--trials", "" + TRIALS, "--every", "2", "--seed", "3", "--out", folder.toString());
        for (String line : Files.readAllLines(folder.resolve("trials.jsonl"))) {
            LINES.add(ServerProcess.JSON.readTree(line));
        }
        LINES.sort(Comparator.comparingInt(line -> line.get("trial").asInt()));
        server = new ServerProcess(home, home.resolve("data"));
        run = "/api/v1/runs/" + server.get("/api/v1/runs").at("/items/0/id").asText();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** Of the trials in their order, one after the other: the definition. */
    private record Plain(double mean, double stderr, int trials) {

        static Plain of(List<Double> values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            double mean = sum / values.size();
            double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
            return new Plain(mean, Math.sqrt(squares / (values.size() - 1) / values.size()), values.size());
        }

        void check(JsonNode row, String mean) {
            assertEquals(this.mean, row.get(mean).asDouble(), "to the last bit: " + row);
            assertEquals(stderr, row.get("stderr").asDouble(), EXACT * Math.max(1, stderr), row::toString);
            assertEquals(trials, row.get("trials").asInt(), row::toString);
        }
    }

    private static List<JsonNode> lines(String recipe) {
        return LINES.stream().filter(line -> line.get("recipe").asText().equals(recipe) && !line.has("failure")).toList();
    }

    /** The last value that was measured by then. */
    private static double at(JsonNode line, int iteration, String measure) {
        double value = Double.NaN;
        for (JsonNode point : line.get("curve")) {
            if (point.get("iteration").asInt() <= iteration) {
                value = point.get("values").get(measure).asDouble();
            }
        }
        return value;
    }

    private static Plain mean(String recipe, int iteration, String measure) {
        return Plain.of(lines(recipe).stream().map(line -> at(line, iteration, measure)).toList());
    }

    private static Plain difference(String recipe, String reference, int iteration, String measure) {
        List<Double> differences = new ArrayList<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            differences
                    .add(at(lines(recipe).get(trial), iteration, measure) - at(lines(reference).get(trial), iteration, measure));
        }
        return Plain.of(differences);
    }

    private static JsonNode get(String path) throws Exception {
        return server.get(run + path);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The table of a file, as JSON that HTTP answers with. */
    private static List<Map<String, String>> csv(String file) throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(file));
        List<String> names = List.of(lines.get(0).split(","));
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = Arrays.asList(line.split(",", -1));
            Map<String, String> row = new LinkedHashMap<>();
            names.forEach(name -> row.put(name, cells.get(names.indexOf(name))));
            rows.add(row);
        }
        return rows;
    }

    private static void assertSameBits(Map<String, String> row, JsonNode json, String mean) {
        for (String name : List.of(mean, "stderr", "trials")) {
            assertEquals(Double.parseDouble(row.get(name)), json.get(name).asDouble(), row + " and " + json);
        }
    }

    @Test
    void theSummaryIsTheSameInTheFileAndOverHttp() throws Exception {
        List<Map<String, String>> file = csv("summary.csv");
        JsonNode rows = get("/summary").get("rows");
        assertEquals(file.size(), rows.size());
        Set<String> recipes = new LinkedHashSet<>();
        for (int i = 0; i < file.size(); i++) {
            Map<String, String> line = file.get(i);
            JsonNode row = rows.get(i);
            recipes.add(line.get("recipe"));
            assertEquals(List.of(line.get("recipe"), line.get("iteration"), line.get("metric")),
                    List.of(row.get("recipe").asText(), row.get("iteration").asText(), row.get("measure").asText()));
            assertSameBits(line, row, "mean");
            mean(line.get("recipe"), row.get("iteration").asInt(), line.get("metric")).check(row, "mean");
        }
        assertEquals(RECIPES, List.copyOf(recipes));
        for (JsonNode row : get("/summary?last=true").get("rows")) {
            mean(row.get("recipe").asText(), Integer.MAX_VALUE, row.get("measure").asText()).check(row, "mean");
        }
    }

    @Test
    void curvesAreTheSummaryInSinglePrecision() throws Exception {
        JsonNode curves = get("/curves?measure=pnll.operators").get("curves");
        assertEquals(RECIPES.size(), curves.size());
        List<Double> iterations = new ArrayList<>();
        for (JsonNode curve : curves) {
            for (int i = 0; i < curve.get("iterations").size(); i++) {
                Plain plain = mean(curve.get("recipe").asText(), curve.get("iterations").get(i).asInt(), "pnll.operators");
                assertEquals((float) plain.mean, (float) curve.get("means").get(i).asDouble());
                assertEquals((float) plain.stderr, (float) curve.get("stderrs").get(i).asDouble(), 1e-6);
                assertEquals(plain.trials, curve.get("trials").get(i).asInt());
                if (curve.get("recipe").asText().equals(REFINED)) {
                    iterations.add(curve.get("iterations").get(i).asDouble());
                }
            }
        }
        assertEquals(List.of(0.0, 2.0, 4.0, 6.0, 7.0), iterations);
    }

    @Test
    void differencesArePlainMeansOfPairsAtWhichEverReference() throws Exception {
        for (String reference : List.of(START, REFINED)) {
            JsonNode rows = get("/differences?reference=" + encoded(reference)).get("rows");
            Set<String> recipes = new LinkedHashSet<>();
            for (JsonNode row : rows) {
                recipes.add(row.get("recipe").asText());
                difference(row.get("recipe").asText(), reference, row.get("iteration").asInt(), row.get("measure").asText())
                        .check(row, "mean");
            }
            assertEquals(RECIPES.stream().filter(recipe -> !recipe.equals(reference)).toList(), List.copyOf(recipes));
            for (JsonNode row : get("/differences?last=true&reference=" + encoded(reference)).get("rows")) {
                difference(row.get("recipe").asText(), reference, Integer.MAX_VALUE, row.get("measure").asText()).check(row,
                        "mean");
            }
            JsonNode curves = get("/curves?measure=ospa.features&reference=" + encoded(reference)).get("curves");
            assertEquals(RECIPES.size() - 1, curves.size());
            for (JsonNode curve : curves) {
                for (int i = 0; i < curve.get("iterations").size(); i++) {
                    Plain plain = difference(curve.get("recipe").asText(), reference, curve.get("iterations").get(i).asInt(),
                            "ospa.features");
                    assertEquals((float) plain.mean, (float) curve.get("means").get(i).asDouble(), curve::toString);
                }
            }
        }
    }

    @Test
    void timesAreTheSameInTheFileAndOverHttp() throws Exception {
        List<Map<String, String>> file = csv("times.csv");
        JsonNode items = get("/times").get("items");
        assertEquals(file.size(), items.size());
        for (int i = 0; i < file.size(); i++) {
            Map<String, String> line = file.get(i);
            JsonNode item = items.get(i);
            assertEquals(List.of(line.get("recipe"), line.get("position"), line.get("stage")),
                    List.of(item.get("recipe").asText(), item.get("position").asText(), item.get("stage").asText()));
            assertSameBits(line, item, "seconds");
            int stage = item.get("position").asInt() - 1;
            Plain.of(lines(line.get("recipe")).stream().map(each -> each.at("/stages/" + stage + "/seconds").asDouble())
                    .toList()).check(item, "seconds");
        }
    }

    /** What happened in how many trials, or how often: over HTTP, in the report and below the table of the shell. */
    @Test
    void countsAreTheSameEverywhere() throws Exception {
        Map<String, Long> plain = new LinkedHashMap<>();
        for (JsonNode line : LINES) {
            String recipe = line.get("recipe").asText();
            if (line.has("failure")) {
                plain.merge(recipe + ", failure, " + line.get("failure").asText(), 1L, Long::sum);
            } else {
                line.get("counts").properties().forEach(
                        count -> plain.merge(recipe + ", counter, " + count.getKey(), count.getValue().asLong(), Long::sum));
            }
        }
        Map<String, Long> http = new LinkedHashMap<>();
        String report = Files.readString(folder.resolve("report.html"));
        for (JsonNode item : get("/counts").get("items")) {
            String recipe = item.get("recipe").asText();
            String what = item.get("what").asText();
            long count = item.get("count").asLong();
            http.put(recipe + ", " + item.get("kind").asText() + ", " + what, count);
            if (item.get("kind").asText().equals("counter")) {
                assertTrue(shell.lines().anyMatch(line -> line.startsWith(recipe + ": ") && line.contains(count + " × " + what)),
                        shell);
                assertTrue(rows(report, recipe).stream().anyMatch(row -> row.contains(">" + what + "<")
                        && row.contains("data-label=\"total\">" + count + "<")), item::toString);
            } else {
                assertTrue(rows(report, recipe).stream().anyMatch(row -> row.contains("data-label=\"failed\">" + count + " of "
                        + TRIALS + "<") && row.contains(">" + what + "<")), item::toString);
            }
        }
        assertEquals(plain, http);
        assertTrue(http.keySet().stream().anyMatch(what -> what.startsWith(FAILING + ", failure, ")), http::toString);
        assertTrue(shell.contains(FAILING + " failed in "), shell);
    }

    /** Means, and below them the paired differences to the first recipe. */
    @Test
    void theReportPrintsTheseNumbers() throws Exception {
        String report = Files.readString(folder.resolve("report.html"));
        for (String recipe : RECIPES) {
            String row = rows(report, recipe.equals("oracle") ? "oracle" : recipe).stream()
                    .filter(each -> each.contains("data-label=\"PNLL")).findFirst().orElseThrow();
            List<String> printed = numbers(row);
            List<Plain> plain = new ArrayList<>();
            for (String measure : List.of("pnll.operators", "ospa.operators")) {
                plain.add(mean(recipe, Integer.MAX_VALUE, measure));
                if (!recipe.equals(START)) {
                    plain.add(difference(recipe, START, Integer.MAX_VALUE, measure));
                }
            }
            assertEquals(2 * plain.size(), printed.size(), row);
            for (int i = 0; i < plain.size(); i++) {
                assertRounded(plain.get(i).mean, printed.get(2 * i), row);
                assertRounded(plain.get(i).stderr, printed.get(2 * i + 1), row);
            }
        }
    }

    private static List<String> rows(String report, String recipe) {
        return Arrays.stream(report.split("<tr>")).filter(row -> row.startsWith("<th scope=\"row\">" + recipe + "</th>"))
                .toList();
    }

    private static List<String> numbers(String row) {
        List<String> numbers = new ArrayList<>();
        Matcher number = Pattern.compile("([−+]?[0-9.]+) ± ([0-9.]+)").matcher(row);
        while (number.find()) {
            numbers.add(number.group(1).replace('−', '-'));
            numbers.add(number.group(2));
        }
        return numbers;
    }

    private static void assertRounded(double value, String printed, String row) {
        BigDecimal number = new BigDecimal(printed);
        assertEquals(new BigDecimal(value).setScale(number.scale(), RoundingMode.HALF_UP), number, () -> value + " in " + row);
    }

    @Test
    void theShellPrintsTheseNumbers() {
        for (String recipe : RECIPES) {
            for (String measure : List.of("pnll.operators", "pnll.features", "ospa.operators", "ospa.features")) {
                Plain plain = mean(recipe, Integer.MAX_VALUE, measure);
                String cell = String.format(Locale.ROOT, "%.4f ± %.4f", plain.mean, plain.stderr);
                assertTrue(shell.lines().anyMatch(line -> line.startsWith(recipe + " ") && line.contains(cell)),
                        recipe + ", " + measure + ": " + cell + "\n" + shell);
            }
        }
        assertFalse(shell.contains("NaN"), shell);
    }
}
