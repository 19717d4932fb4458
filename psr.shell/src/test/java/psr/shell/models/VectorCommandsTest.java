package psr.shell.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.data.Channels;
import psr.api.data.Sequences;
import psr.api.data.Space;
import psr.api.data.Vectors;
import psr.api.lab.LearnedModel;
import psr.api.lab.ModelStore;
import psr.api.lab.ServiceKind;
import psr.api.model.Model;
import psr.api.model.VectorFilter;
import psr.shell.command.CommandFailedException;
import psr.shell.fakes.FakeCatalogue;
import psr.shell.fakes.FakeLaboratory;
import psr.shell.fakes.FakeStore;
import psr.shell.fakes.Typed;

class VectorCommandsTest {

    /** The value is the last one plus all inputs up to and with the row's own; unknown inputs are 0. Its variance is the distance. */
    private record Sum(Channels space, Optional<Space> inputs) implements Model {

        @Override
        public VectorFilter filter() {
            return new SumFilter(this);
        }
    }

    private static final class SumFilter implements VectorFilter {

        private final Sum model;
        private double value;
        private Vectors plan;
        private int next;

        SumFilter(Sum model) {
            this.model = model;
        }

        @Override
        public void reset() {
            value = 0;
            plan = null;
        }

        @Override
        public void plan(Sequences inputs, int i, int from) {
            plan = inputs.as(Vectors.class);
            next = from;
        }

        @Override
        public void update(double[] row) {
            double[] expected = new double[1];
            mean(1, expected);
            value = Double.isNaN(row[0]) ? expected[0] : row[0];
            next++;
        }

        @Override
        public void mean(int ahead, double[] into) {
            into[0] = value;
            for (int k = 0; model.inputs.isPresent() && k < ahead; k++) {
                double input = plan.value(0, next + k, 0);
                into[0] += Double.isNaN(input) ? 0 : input;
            }
        }

        @Override
        public boolean covariance(int ahead, double[] into) {
            into[0] = ahead;
            return true;
        }

        @Override
        public VectorFilter copy() {
            SumFilter copy = new SumFilter(model);
            copy.value = value;
            copy.plan = plan;
            copy.next = next;
            return copy;
        }
    }

    private record Csv() {}

    @TempDir
    private Path folder;

    private final FakeStore store = new FakeStore();
    private final Typed typed = new Typed();

    @BeforeEach
    void prepare() throws IOException {
        typed.in(folder);
        save(true, "csv:file=old.csv,values=x,inputs=u,time=t");
        Files.writeString(folder.resolve("new.csv"), "u,t,x [K]\n10,1,5\n20,2,\n30,3,40\n");
        Files.writeString(folder.resolve("plan.csv"), "t,u\n4,1\n5,2\n6,4\n");
    }

    private void save(boolean inputs, String dataset) throws IOException {
        Sum model = new Sum(Channels.of("x").withUnits("K"), inputs ? Optional.of(Channels.of("u")) : Optional.empty());
        store.save(folder.resolve("m.json"), LearnedModel.builder(model).recipe("sum").provenance(LearnedModel.DATASET, dataset)
                .build(), ModelStore.Encoding.JSON);
    }

    private SavedModels saved() {
        return new SavedModels(store.store(), new FakeCatalogue(), new FakeLaboratory().laboratory());
    }

    private List<String> predict(String... words) {
        return typed.type(new PredictCommand(saved()), words).lines().toList();
    }

    private String refused(String... words) {
        return assertThrows(IllegalArgumentException.class, () -> predict(words)).getMessage();
    }

    @Test
    void forecastsTheRowsAfterTheLastWithTheirInputs() {
        List<String> lines = predict("m.json", "new.csv", "--ahead", "3", "--inputs", "plan.csv");
        assertEquals("after t,t,row,ahead,x [K],x 50% from,x 50% to,x 90% from,x 90% to", lines.get(0));
        // With a lag of 1, row 4 has the input that line 3 logged, 30.
        assertTrue(lines.get(1).startsWith("3,4,4,1,70.0,69.3255102498,70.6744897502,68.355146373,71.644853627"), lines.get(1));
        assertTrue(lines.get(2).startsWith("3,5,5,2,71.0,"), lines.get(2));
        assertTrue(lines.get(3).startsWith("3,6,6,3,73.0,"), lines.get(3));
        assertEquals(4, lines.size());
    }

    @Test
    void withoutLagTheInputActsOnItsOwnRow() {
        List<String> lines = predict("m.json", "new.csv", "--ahead", "2", "--inputs", "plan.csv", "--input-lag", "0");
        assertTrue(lines.get(1).startsWith("3,4,4,1,41.0,"), lines.get(1));
        assertTrue(lines.get(2).startsWith("3,5,5,2,43.0,"), lines.get(2));
    }

    @Test
    void theNextRowNeedsNoPlanWithALag() {
        List<String> lines = predict("m.json", "new.csv");
        assertEquals("after t,row,ahead,x [K],x 50% from,x 50% to,x 90% from,x 90% to", lines.get(0));
        assertTrue(lines.get(1).startsWith("3,4,1,70.0,"), lines.get(1));
        assertEquals("the model needs inputs (u): a forecast of 3 rows needs those of the next 2, in --inputs FILE; found 0",
                refused("m.json", "new.csv", "--ahead", "3"));
        assertEquals("the model needs inputs (u): a forecast of 9 rows needs those of the next 8, in --inputs FILE; found 3",
                refused("m.json", "new.csv", "--ahead", "9", "--inputs", "plan.csv"));
    }

    @Test
    void sequencesAreForecastOneByOne() throws IOException {
        save(false, "csv:file=old.csv,values=x,sequence=s");
        Files.writeString(folder.resolve("s.csv"), "s,x\nb,1\na,2\nb,3\n");
        assertEquals(List.of("s,row,ahead,x [K],x 50% from,x 50% to,x 90% from,x 90% to", "b,3,1,3.0", "a,2,1,2.0"),
                predict("m.json", "s.csv").stream().map(line -> line.replaceAll("(,-?[0-9.]+){4}$", "")).toList());
        assertEquals(2, predict("m.json", "s.csv", "--sequence", "none").size());
        assertEquals("--inputs is for models with inputs; this model has none", refused("m.json", "s.csv", "--inputs", "s.csv"));
    }

    @Test
    void wrongTablesAreOneLine() throws IOException {
        Files.writeString(folder.resolve("bad.csv"), "x,v\n1,2\n");
        assertEquals("bad.csv must have the inputs of the model; it has no column u; its columns are x, v",
                refused("m.json", "bad.csv"));
        Files.writeString(folder.resolve("bad.csv"), "x,u\n1,2\nwarm,3\n");
        assertEquals(
                "line 3 of bad.csv: column 1 (x) must have finite numbers, or nothing where a value is missing; found 'warm'",
                refused("m.json", "bad.csv"));
        Files.writeString(folder.resolve("bad.csv"), "t,x,u\n2,1,2\n1,1,3\n");
        assertEquals("line 3 of bad.csv: rows must be in the order of time (--time t); found '1' after a later or equal time",
                refused("m.json", "bad.csv"));
        Files.writeString(folder.resolve("bad.csv"), "x,u\n");
        assertEquals("bad.csv must have at least 1 row; it has only headings", refused("m.json", "bad.csv"));
        assertEquals("--top is only for models of symbols", refused("m.json", "new.csv", "--top", "3"));
        assertTrue(refused("m.json", "new.csv", "--time", "when").startsWith("--time must be a column of new.csv"));
        assertTrue(refused("m.json", "new.csv", "--header", "maybe").startsWith("--header must be on or off"));
        assertTrue(refused("m.json", "missing.csv").contains("there is no such file"));
    }

    @Test
    void standardInputIsAnsweredRowByRow() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayInputStream in =
                new ByteArrayInputStream("u,x\n1,10\n2,many\n3,20\n".getBytes(StandardCharsets.UTF_8));
        assertEquals("1 of 3 lines could not be answered",
                assertThrows(CommandFailedException.class, () -> typed.type(new PredictCommand(saved()), in,
                        new PrintStream(out, false, StandardCharsets.UTF_8), "m.json")).getMessage());
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertTrue(lines.get(1).startsWith("2,1,11.0,"), lines.toString());
        assertEquals(
                "error,\"line 3 of standard input: column 2 (x) must have finite numbers, or nothing where a value is missing;"
                        + " found 'many'\"",
                lines.get(2));
        assertTrue(lines.get(3).startsWith("3,1,23.0,"), lines.toString());
        assertEquals("--json and --latex need FILE; each line of standard input is answered by a line of CSV",
                assertThrows(IllegalArgumentException.class,
                        () -> typed.feed(new PredictCommand(saved()), "", "m.json", "--json")).getMessage());
    }

    @Test
    void otherFormatsHaveTheSameRows() {
        assertEquals(List.of("{\"rows\": [", "{\"after t\": \"3\", \"row\": 4, \"ahead\": 1, \"x [K]\": 70.0, \"x 50% from\":"
                + " 69.3255102498, \"x 50% to\": 70.6744897502, \"x 90% from\": 68.355146373, \"x 90% to\": 71.644853627}",
                "]}"), predict("m.json", "new.csv", "--json"));
        assertEquals(predict("m.json", "new.csv"), predict("m.json", "new.csv", "--csv"));
        assertTrue(predict("m.json", "new.csv", "--latex").contains("\\toprule"));
        List<String> scores = typed.type(new ScoreCommand(saved()), "m.json", "new.csv", "--json").lines().toList();
        assertTrue(scores.get(1).startsWith("{\"sequence\": 1, \"rows\": 3, \"values\": 2, \"log-density\": -"),
                scores::toString);
        assertTrue(scores.get(2).endsWith("\"mse\": 25.0}"), scores::toString);
    }

    @Test
    void aDataSetIsNotATable() {
        SavedModels models = new SavedModels(store.store(),
                new FakeCatalogue().with(ServiceKind.DATASET, "csv", Csv.class), new FakeLaboratory().laboratory());
        String message = "a model of numbers reads a table, whose columns it finds by their names, for example new.csv; found the"
                + " data set 'csv:file=new.csv,values=x'";
        assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> typed.type(new PredictCommand(models), "m.json", "csv:file=new.csv,values=x")).getMessage());
        assertEquals(message, assertThrows(IllegalArgumentException.class,
                () -> typed.type(new ScoreCommand(models), "m.json", "csv:file=new.csv,values=x")).getMessage());
    }

    @Test
    void scoresAreDensitiesOfTheNextRow() {
        List<String> lines = typed.type(new ScoreCommand(saved()), "m.json", "new.csv").lines().toList();
        assertEquals("sequence,rows,values,log-density,per-row,mse", lines.get(0));
        // Row 1 is 5 off, row 2 is missing, row 3 is 40 − (5 + 10 + 20).
        String expected = ",3,2," + (float) (-Math.log(2 * Math.PI) - 25);
        assertTrue(lines.get(1).startsWith("1" + expected) && lines.get(1).endsWith(",25.0"), lines.get(1));
        assertTrue(lines.get(2).startsWith("all" + expected), lines.get(2));
    }

    @Test
    void samplesFollowThePlan() throws IOException {
        List<String> lines = typed.type(new SampleCommand(saved()), "m.json", "--sequences", "2", "--inputs", "plan.csv").lines()
                .toList();
        assertEquals("sequence,row,x [K]", lines.get(0));
        assertEquals(7, lines.size());
        assertEquals(lines, typed.type(new SampleCommand(saved()), "m.json", "--sequences", "2", "--inputs", "plan.csv").lines()
                .toList(), "the same seed gives the same rows");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> typed.type(new SampleCommand(saved()), "m.json"))
                .getMessage().startsWith("the model needs inputs (u)"));
        save(false, "lorenz");
        double sum = 0;
        double squares = 0;
        double last = 0;
        for (String line : typed.type(new SampleCommand(saved()), "m.json", "--sequences", "1", "--length", "4000").lines()
                .skip(1)
                .toList()) {
            double value = Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
            sum += value - last;
            squares += (value - last) * (value - last);
            last = value;
        }
        assertEquals(0, sum / 4000, .06);
        assertEquals(1, squares / 4000, .1);
    }
}
