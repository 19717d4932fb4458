package psr.launcher.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import psr.api.lab.Claim;
import psr.api.lab.Experiment;
import psr.api.lab.Experiments;
import psr.api.lab.RateSearch;
import psr.api.lab.Recipe;
import psr.api.lab.Stage;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.json.LabJson;
import psr.launcher.lab.Fakes;
import psr.launcher.services.PinnedServices;
import psr.launcher.services.Selection;
import psr.launcher.spi.ExperimentLimits;
import psr.launcher.trials.BoundExperiment;

class ExperimentReaderTest {

    private static final String GOOD = """
            {
              "name": "mine",
              "description": "What it is about.",
              "dataset": "coins:sequences=30",
              "recipes": [
                { "label": "Mean", "recipe": "mean" },
                "mean+climb:passes=4"
              ],
              "metrics": ["level"],
              "trials": 7,
              "seed": -3,
              "every": 2,
              "rates": [1e-3, "0.1"],
              "claims": [
                { "id": "a.b-1", "words": "it climbs", "measure": "level.mean", "subject": "mean+climb:passes=4",
                  "reference": "mean+climb:passes=4@first", "expected": "above", "margin": 0.5 },
                { "id": "time", "words": "it is quick", "measure": "log10-seconds", "subject": "Mean",
                  "reference": "oracle@middle", "expected": "within" }
              ]
            }
            """;

    private final Experiments reader = new ExperimentFiles();

    /** Without metrics those that are usual for the data are measured; a queue stores such an experiment and reads it again. */
    @Test
    void readsWhatItWroteWithoutMetrics() {
        Experiment usual = reader.read("{\"dataset\": \"coins\", \"recipes\": [\"mean\"]}", "my.json", "my");
        assertEquals(List.of(), usual.metrics());
        assertEquals(usual, reader.read(reader.write(usual), "my.json", "my"));
    }

    /** Reads an experiment and binds it. */
    private Experiment checked(String text) {
        Experiment plan = reader.read(text, "my.json", "my");
        BoundExperiment.validationErrors(plan, new PinnedServices(Fakes.all(), Fakes.holds(), Selection.CURRENT)).stream()
                .findFirst()
                .ifPresent(error -> {
                    throw new ValidationException(reader.locate(text, "my.json", error));
                });
        return plan;
    }

    private ValidationError error(String text) {
        return assertThrows(ValidationException.class, () -> checked(text), text).error();
    }

    private String refusal(String text) {
        return error(text).message();
    }

    @Test
    void readsEveryField() {
        Experiment plan = checked(GOOD);
        assertEquals("mine", plan.name());
        assertEquals("What it is about.", plan.description());
        assertEquals("coins:sequences=30", plan.dataset().toString());
        assertEquals(List.of("Mean", "mean+climb:passes=4"),
                plan.recipes().stream().map(Recipe::label).toList());
        assertEquals(7, plan.trials());
        assertEquals(-3, plan.seed());
        assertEquals(2, plan.every());
        assertEquals(List.of("1e-3", "0.1"), plan.rateSearch().rates());
        assertEquals(Claim.builder("a.b-1").words("it climbs").measure("level.mean")
                .subject(Claim.Place.of("mean+climb:passes=4", Claim.When.LAST))
                .reference(Claim.Place.of("mean+climb:passes=4", Claim.When.FIRST)).expected(Claim.Expected.ABOVE)
                .margin(.5).build(), plan.claims().get(0));
        assertEquals(Claim.Place.trueModel(), plan.claims().get(1).reference());
        assertEquals(Claim.SECONDS, plan.claims().get(1).measure());
        assertEquals(0, plan.claims().get(1).margin());
    }

    @Test
    void aClaimMayBeAboutAnIterationARateAndAFamily() {
        Experiment plan = reader.read(GOOD.replace("passes=4@first\"", "passes=4@12\"").replace("\"margin\": 0.5",
                "\"family\": \"others\"").replace("log10-seconds", "log10-rate"), "my.json", "my");
        assertEquals(Claim.Place.at("mean+climb:passes=4", 12), plan.claims().get(0).reference());
        assertEquals(List.of("others", ""), plan.claims().stream().map(Claim::family).toList());
        assertEquals(Claim.RATE, plan.claims().get(1).measure());
        assertEquals(plan, reader.read(reader.write(plan), "my.json", "my"));
    }

    @Test
    void readsBackWhatItWrites() throws Exception {
        Experiment plan = reader.read(GOOD, "my.json", "my");
        String written = reader.write(plan);
        assertEquals(plan, reader.read(written, "my.json", "my"));
        assertEquals(plan, reader.read("{\"format\": 1, \"experiment\": " + written + "}", "experiment.json", "x"));
    }

    @Test
    void littleIsEnough() {
        Experiment plan = reader.read(
                "\uFEFF{\"dataset\": \"coins\", \"recipes\": [\"mean\"], \"metrics\": [\"level\"]}", "tiny.json", "tiny");
        assertEquals("tiny", plan.name());
        assertEquals(3, plan.trials());
        assertEquals("", plan.description());
        assertEquals(List.of(), plan.claims());
    }

    /** Where a form would show a refusal. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "\"trials\": 7 | \"trials\": 0 | /trials | ~~ | ~~",
            "\"coins:sequences=30\" | \"coins:sequences=-1\" | /dataset/settings/sequences | sequences | -1",
            "\"mean+climb:passes=4\" | \"mean+climb:passes=x\" | /recipes/1/settings/passes | passes | x",
            "[\"level\"] | [\"level\", \"levl\"] | /metrics/1 | ~~ | levl",
            "\"margin\": 0.5 | \"margin\": -1 | /claims/0/margin | ~~ | ~~",
    })
    void aRefusalIsDataToo(String good, String bad, String place, String setting, String value) {
        ValidationError error = error(GOOD.replace(good, bad));
        assertEquals(place, error.place());
        assertEquals(setting == null ? "" : setting, error.setting());
        assertEquals(value == null ? "" : value, error.value());
    }

    @Test
    void ratesMayBeChosenByAnyMeasure() {
        Experiment plan = reader.read(GOOD.replace("\"claims\"", "\"rates-by\": \"level.mean\", \"claims\""), "my.json", "my");
        assertEquals(Optional.of("level.mean"), plan.rateSearch().measure());
        assertEquals(RateSearch.TRIALS, plan.rateSearch().trials());
        Experiment longer = reader.read(GOOD.replace("\"claims\"", "\"rates-trials\": 12, \"claims\""), "my.json", "my");
        assertEquals(12, longer.rateSearch().trials());
        assertEquals(longer, reader.read(reader.write(longer), "my.json", "my"));
        assertEquals(plan, reader.read(reader.write(plan), "my.json", "my"));
        assertTrue(refusal(GOOD.replace("\"claims\"", "\"rates-by\": \"level.men\", \"claims\"")).contains(
                "no measure named 'level.men' in this experiment; did you mean 'level.mean'?"));
    }

    /** What to change in the good file, and how the refusal begins, less the name of the file. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "\"trials\": 7 | \"trails\": 7 | "
                    + "line 10, column 3: no field named 'trails' in an experiment; did you mean 'trials'? "
                    + "fields: name,",
            "\"trials\": 7 | \"trials\": \"7\" | line 10, column 13: trials must be a whole number; found \"7\"",
            "\"trials\": 7 | \"trials\": 1.5 | line 10, column 13: trials must be a whole number; found 1.5",
            "\"trials\": 7 | \"trials\": 0 | line 10, column 13: trials must be at least 1; found 0",
            "\"trials\": 7 | \"trials\": 1000001 | line 10, column 13: trials must be at most 1000000; found 1000001",
            "\"trials\": 7 | \"trials\": 7, \"trials\": 8 | "
                    + "line 10, column 16: a field must be given once; 'trials' is given twice",
            "\"every\": 2 | \"every\": null | line 12, column 12: every must be a whole number; found null",
            "\"seed\": -3 | \"seed\": 99999999999999999999 | "
                    + "line 11, column 11: seed must be a whole number; found 99999999999999999999",
            "\"dataset\": \"coins:sequences=30\", | ~~ | "
                    + "line 1, column 1: an experiment must have the field 'dataset'; it has name, description",
            "\"coins:sequences=30\" | 5 | line 4, column 14: dataset must be text in quotes; found 5",
            "\"coins:sequences=30\" | {} | line 4, column 14: dataset must be text in quotes; found an object",
            "\"coins:sequences=30\" | \"coin\" | line 4, column 14: no data set named 'coin'; did you mean 'coins'?",
            "\"coins:sequences=30\" | \"coins:sequences=-1\" | "
                    + "line 4, column 14: sequences must be at least 0; sequences=-1 (coins)",
            "\"recipe\": \"mean\" | \"recipe\": \"men\" | "
                    + "line 6, column 34: no learner named 'men'; did you mean 'mean'?",
            "\"recipe\": \"mean\" | \"recipe\": \"mean++climb\" | "
                    + "line 6, column 34: a recipe must be stages joined by +",
            "\"recipe\": \"mean\" | \"recip\": \"mean\" | "
                    + "line 6, column 24: no field named 'recip' in a recipe; did you mean 'recipe'? fields: "
                    + "label, recipe",
            "\"mean+climb:passes=4\" | \"mean+climb:pases=4\" | "
                    + "line 7, column 5: no setting named 'pases' in climb; did you mean 'passes'?",
            "\"mean+climb:passes=4\" | 4 | line 7, column 5: a recipe must be an object {…}; found 4",
            "\"label\": \"Mean\", | ~~ | line 17, column 84: no recipe labelled 'Mean'; did you mean 'mean'?",
            "\"Mean\", \"recipe\" | \"oracle\", \"recipe\" | "
                    + "line 6, column 5: recipes must have different labels, and 'oracle' is the true model's; "
                    + "'oracle' is taken",
            "[\"level\"] | [\"level\", \"level\"] | "
                    + "line 9, column 24: a metric must be requested only once; 'level' appears twice",
            "[\"level\"] | [\"levl\"] | line 9, column 15: no metric named 'levl'; did you mean 'level'?",
            "[\"level\"] | [] | line 9, column 14: metrics must hold at least one; it is empty",
            "[\"level\"] | \"level\" | line 9, column 14: metrics must be a list […]; found \"level\"",
            "[1e-3, \"0.1\"] | [1e-3, \"x\"] | line 13, column 19: a rate must be a number above 0; found 'x'",
            "[1e-3, \"0.1\"] | [true] | line 13, column 13: a rate must be a number; found true",
            "\"id\": \"time\" | \"id\": \"a.b-1\" | "
                    + "line 17, column 5: claims must have different ids; 'a.b-1' is taken",
            "\"id\": \"time\" | \"id\": \"a,b\" | "
                    + "line 17, column 13: the id of a claim must be letters, digits, dots and dashes; found \"a,b\"",
            "\"id\": \"time\", | ~~ | line 17, column 5: a claim must have the field 'id'; it has words, measure",
            "\"log10-seconds\" | \"level.men\" | "
                    + "line 17, column 56: no measure named 'level.men' in this experiment; did you mean "
                    + "'level.mean'? measures: level.mean, level.nothing, log10-seconds",
            "\"subject\": \"Mean\" | \"subject\": \"Maen\" | "
                    + "line 17, column 84: no recipe labelled 'Maen'; did you mean 'Mean'? recipes: Mean; "
                    + "mean+climb:passes=4; oracle",
            "\"subject\": \"Mean\" | \"subject\": \"@last\" | line 17, column 84: no recipe labelled ''; recipes: Mean",
            "oracle@middle | oracle@end | line 18, column 20: after @ must come first, middle, last or the number of"
                    + " an iteration; found \"end\"",
            "\"within\" | \"inside\" | line 18, column 49: expected must be below, above or within; found \"inside\"",
            "\"margin\": 0.5 | \"margin\": -1 | line 16, column 80: margin must be at least 0; found -1.0",
            "\"margin\": 0.5 | \"margin\": 1e999 | line 16, column 80: margin must be a number; found 1e999",
            "\"margin\": 0.5 | \"margin\": \"small\" | line 16, column 80: margin must be a number; found \"small\"",
            "\"words\": \"it climbs\" | \"words\": \" \" | line 15, column 31: words must not be blank; found \" \"",
            "\"trials\": 7, | \"trials\": 7 | line 11, column 3: the file must be JSON; Unexpected character ('\"'",
    })
    void saysWhereAndWhatIsWrong(String good, String bad, String message) {
        assertTrue(GOOD.contains(good), good);
        String found = refusal(GOOD.replaceFirst(java.util.regex.Pattern.quote(good),
                java.util.regex.Matcher.quoteReplacement(bad == null ? "" : bad)));
        assertTrue(found.replaceFirst(" of my\\.json: ", ": ").startsWith(message), found);
        assertFalse(found.contains("\n"), found);
    }

    @Test
    void refusesWhatIsNoObject() {
        assertEquals("my.json must hold a JSON object; it is empty", refusal(" "));
        assertTrue(refusal("[]").startsWith(
                "line 1, column 1 of my.json: an experiment must be an object {…}; found a list"));
        assertTrue(refusal(GOOD + "x").contains(" of my.json: "));
        assertTrue(refusal(GOOD + "{}").contains("nothing must follow the JSON object"));
        assertTrue(refusal("{\"dataset\": ").contains("the file must be JSON; Unexpected end-of-input"));
    }

    /** The names of services may be anything. */
    @Test
    void readsWithoutServices() {
        Experiment plan = reader.read(GOOD.replace("coins:sequences=30", "sea:deep=yes").replace("[\"level\"]", "[\"tide\"]"),
                "my.json", "my");
        assertEquals("sea:deep=yes", plan.dataset().toString());
        assertEquals(List.of(Stage.of("tide")), plan.metrics());
    }

    @Test
    void anErrorInParsedJsonHasAPointer() throws Exception {
        assertEquals(reader.read(GOOD, "my.json", "my").claims(), ExperimentReader.read(LabJson.parse(GOOD), "my").claims());
        ValidationError found = assertThrows(ValidationException.class,
                () -> ExperimentReader.read(LabJson.parse(GOOD.replace("\"trials\": 7", "\"trials\": 0")), "my")).error();
        assertEquals("experiment: trials must be at least 1; found 0", found.message());
        assertEquals("/trials", found.place());
    }

    @Test
    void anErrorIsLocatedWhereItsPointerLeads() {
        String record = "{\"format\": 3,\n\"experiment\": " + GOOD + "}";
        for (String[] each : new String[][] {{"/dataset/settings/sequences", "line 5, column 14"},
                {"/recipes/0", "line 7, column 34"},
                {"/recipes/0/settings/label", "line 7, column 34"}, {"/recipes/1", "line 8, column 5"},
                {"/claims/0/measure", "line 16, column 55"}, {"/recipes/7", "line 6, column 14"}, {"", "line 2, column 15"}}) {
            assertEquals(each[1] + " of r.json: oh",
                    reader.locate(record, "r.json", ValidationError.of("oh").at(each[0])).message(),
                    each[0]);
        }
    }

    /** Changes that make the experiment too large, and the expected messages. */
    static Stream<Arguments> tooLarge() {
        String recipes = "\"mean+climb:passes=4\"\n";
        String stages = "\"mean" + "+climb".repeat(ExperimentLimits.RECIPE_STAGES - 1) + "\"";
        String hundred = IntStream.range(0, ExperimentLimits.STAGES / ExperimentLimits.RECIPE_STAGES)
                .mapToObj(i -> "{\"label\": \"" + i + "\", \"recipe\": " + stages + "}").collect(Collectors.joining(","));
        return Stream.of(
                Arguments.of(recipes, stages.replace("mean", "mean+climb"),
                        "line 7, column 5: a recipe must have at most 100 stages; it has 101"),
                Arguments.of(recipes, "\"mean:offset=" + "1".repeat(ExperimentLimits.RECIPE) + '"',
                        "line 7, column 5: a recipe must have at most 10000 characters; it has 10012"),
                Arguments.of(recipes, "\"mean:offset=1\"" + ",\"mean\"".repeat(ExperimentLimits.RECIPES),
                        "line 5, column 14: an experiment must have at most 1000 recipes; it has 1002"),
                Arguments.of(recipes, recipes.strip() + "," + hundred,
                        "line 1, column 1: an experiment must have at most 10000 stages in its recipes; it has 10003"),
                Arguments.of("\"coins:sequences=30\"", "\"" + "c".repeat(10_001) + "\"",
                        "line 4, column 14: dataset must have at most 10000 characters; it has 10001"),
                Arguments.of("[\"level\"]", "[" + "\"level\",".repeat(ExperimentLimits.METRICS) + "\"level\"]",
                        "line 9, column 14: an experiment must have at most 100 metrics; it has 101"),
                Arguments.of("1e-3, \"0.1\"", "1e-3" + ", 1".repeat(ExperimentLimits.RATES),
                        "line 13, column 12: an experiment must have at most 100 rates; it has 101"),
                Arguments.of("\"claims\": [", "\"claims\": [" + "{},".repeat(ExperimentLimits.CLAIMS),
                        "line 14, column 13: an experiment must have at most 1000 claims; it has 1002"),
                Arguments.of("\"log10-seconds\"", "\"" + "m".repeat(1_001) + "\"",
                        "line 17, column 56: measure must have at most 1000 characters; it has 1001"),
                Arguments.of("\"seed\"", "\"" + "s".repeat(1_001) + "\"",
                        "line 11, column 3: the name of a field must have at most 1000 characters; it has 1001"),
                Arguments.of("\"seed\": -3", "\"seed\": " + "[".repeat(64) + "]".repeat(64),
                        "line 11, column 74: values must be nested at most 64 levels deep; this one is deeper"),
                Arguments.of("\"seed\": -3", "\"seed\": \"" + "9".repeat(500_000) + '"',
                        "line 11, column 11: seed must be a whole number; found \"" + "9".repeat(1_000) + "…\""));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void rejectsWhatIsTooLarge(String good, String bad, String message) {
        assertTrue(GOOD.contains(good), good);
        String found =
                assertThrows(ValidationException.class, () -> reader.read(GOOD.replace(good, bad), "my.json", "my")).getMessage();
        assertEquals(message, found.replaceFirst(" of my\\.json: ", ": "));
    }

    @Test
    void rejectsATextThatIsTooLong() {
        assertEquals("my.json must have at most 1000000 characters; it has 1000001", refusal("{" + " ".repeat(1_000_000)));
        Experiment largest = reader.read(GOOD + " ".repeat(1_000_000 - GOOD.length()), "my.json", "my");
        assertEquals("mine", largest.name());
    }

    @Test
    void claimsAboutWhatIsNotThereCannotBeJudged() {
        Experiment plan = reader.read(GOOD, "my.json", "my");
        assertEquals(2, plan.judgeable(Set.of("level.mean")).size());
        assertEquals(List.of("time"), plan.judgeable(Set.of()).stream().map(Claim::id).toList());
        assertEquals(List.of(), plan.change().recipes(List.of(Recipe.parse("mean+climb"))).build()
                .judgeable(Set.of("level.mean")).stream().map(Claim::id).toList());
    }

    @Test
    void theLeastAndTheMostAreAllowed() {
        assertEquals(1, reader.read(GOOD.replace("\"trials\": 7", "\"trials\": 1"), "my.json", "my").trials());
        assertEquals(1_000_000, reader.read(GOOD.replace("\"trials\": 7", "\"trials\": 1000000"), "my.json", "my").trials());
    }

    @Test
    void recipesAreNeededAndMetricsAreOptional() {
        assertEquals("line 1, column 33 of my.json: recipes must hold at least one; it is empty",
                refusal("{\"dataset\": \"coins\", \"recipes\": []}"));
        Experiment plan = reader.read("{\"dataset\": \"coins\", \"recipes\": [\"mean\"]}", "my.json", "my");
        assertEquals(List.of(), plan.metrics().stream().map(Stage::name).toList());
        assertEquals("line 1, column 1 of my.json: an experiment must have the field 'dataset'; it has none", refusal("{}"));
    }

    @Test
    void aMarginMayBeAShareOfAGain() {
        Experiment plan = reader.read(GOOD.replace("\"margin\": 0.5",
                "\"margin\": 0.2, \"margin-of\": {\"to\": \"Mean\", \"from\": \"Mean@first\"}"), "my.json", "my");
        assertEquals(
                Optional.of(new Claim.Gain(Claim.Place.of("Mean", Claim.When.LAST), Claim.Place.of("Mean", Claim.When.FIRST))),
                plan.claims().get(0).gain());
        assertEquals(.2, plan.claims().get(0).margin());
        assertEquals(plan, reader.read(reader.write(plan), "my.json", "my"));
    }

    @Test
    void presetsAreKnownByName() {
        assertEquals(List.of("ring", "text", "ring-cv", "text-cv", "ring-starts", "text-starts"), reader.presets());
        assertTrue(ExperimentFiles.text("ring").contains(reader.summary("ring") + ". "), reader.summary("ring"));
        assertFalse(reader.summary("ring").isEmpty());
        for (Executable wrong : List.<Executable>of(() -> reader.summary("rign"), () -> reader.preset("rign"))) {
            assertEquals(
                    "no preset named 'rign'; did you mean 'ring'? present: ring, text, ring-cv, text-cv, ring-starts, text-starts",
                    assertThrows(IllegalArgumentException.class, wrong).getMessage());
        }
    }

    @Test
    void presetsAreWellFormedAndSaidInALine() {
        for (String name : reader.presets()) {
            assertTrue(reader.summary(name).length() < 100, reader.summary(name));
            Experiment plan = reader.preset(name);
            assertEquals(name, plan.name());
            assertEquals(plan.claims(), plan.judgeable(Set.of("pnll.operators", "pnll.features", "ospa.operators",
                    "ospa.features", "accuracy:ahead=2.2", "accuracy:ahead=5.5", "accuracy:ahead=10.10", "l2se.median",
                    "l2se.log-mean", "l2se.p99",
                    "health.negative")));
            List<Claim> paper = plan.claims().stream().filter(claim -> claim.family().isEmpty()).toList();
            assertEquals(name.endsWith("-starts") ? 0 : 60, paper.size(), "claims of both discussions");
            Set<List<Object>> compared = new HashSet<>();
            plan.claims().forEach(claim -> assertTrue(compared.add(List.of(claim.measure(), claim.subject(), claim.reference(),
                    claim.expected())), claim.id() + " is there twice"));
            // Every claim is judged by both sources of predictions, and random starts have no guard.
            assertEquals(paper.stream().filter(claim -> claim.measure().matches("(pnll|ospa)\\..*")).count(),
                    plan.claims().stream().filter(claim -> claim.family().equals("With the other prediction source")).count());
            assertTrue(plan.recipes().stream().filter(recipe -> recipe.text().startsWith("random"))
                    .allMatch(recipe -> recipe.text().startsWith("random:history=complete,guard-level=0")));
        }
    }

    @Test
    void aRecipeWithSeveralValuesIsSeveralRecipes() {
        Experiment experiment =
                checked(GOOD.replace("\"mean+climb:passes=4\"\n", "{\"label\": \"C\", \"recipe\": \"mean+climb:passes={2,3}\"},"
                        + " \"mean+climb:passes=4\"\n"));
        assertEquals(List.of("Mean", "C, passes=2", "C, passes=3", "mean+climb:passes=4"),
                experiment.recipes().stream().map(Recipe::label).toList());
    }

    /** The second item is two recipes, so the recipe with the error has another number than its item. */
    @Test
    void anErrorAfterARecipeWithSeveralValuesHasItsPlace() {
        String text =
                "{\"dataset\": \"coins\", \"metrics\": [\"level\"],\n\"recipes\": [\"mean\",\n\"mean+climb:passes={2,3}\",\n\"nean\"]}";
        assertTrue(refusal(text).startsWith("line 4, column 1 of my.json: "), refusal(text));
    }

    @Test
    void rejectsTooManyCombinationsAtTheirPlace() {
        String text = "{\"dataset\": \"coins\", \"metrics\": [\"level\"],\n\"recipes\": [\"mean+climb:passes={1..10000000}\"]}";
        assertTrue(refusal(text).contains("line 2, column") && refusal(text).contains("found 10000000"), refusal(text));
    }
}
