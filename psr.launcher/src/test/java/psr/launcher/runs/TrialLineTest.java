package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import psr.api.lab.TrialResult;
import psr.launcher.json.Checksum;

class TrialLineTest {

    private static final TrialLine.Head HEAD = new TrialLine.Head(3, true, "a \"b\"", -5, "print", "data");

    private static TrialResult.Builder result() {
        return TrialResult.of(3, "a \"b\"");
    }

    private static TrialResult readBack(TrialResult result) throws IOException {
        return TrialLine.read(TrialLine.write(result, HEAD));
    }

    @Test
    void readsNumbersWithTheSameBits() throws Exception {
        TrialResult.Builder result = result().counts(Map.of("skipped", Long.MAX_VALUE)).stages(List.of(
                new TrialResult.StageTime("2sr:rank=3", 1e-9), new TrialResult.StageTime("ig", 12.5)));
        List<TrialResult.Point> curve = List.of(new TrialResult.Point(0, Map.of("m.x", .1 + .2)),
                new TrialResult.Point(7, Map.of("m.x", Double.MIN_VALUE)),
                new TrialResult.Point(9, Map.of("m.x", -Double.MAX_VALUE)));
        TrialResult all = result.curve(curve).unmeasured(Map.of("l2se", "why not")).build();
        assertEquals(all, readBack(all));
    }

    @Test
    void readsRandomNumbersWithTheSameBits() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        List<TrialResult.Point> curve = new ArrayList<>();
        while (curve.size() < 5_000) {
            double any = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(any)) {
                curve.add(new TrialResult.Point(curve.size(), Map.of("m.any", any, "m.near", random.nextDouble())));
            }
        }
        TrialResult all = result().curve(curve).build();
        assertEquals(all, readBack(all));
    }

    @Test
    void readsEveryKindOfFailureBack() throws Exception {
        for (TrialResult.Failure failure : List.of(TrialResult.Failure.of("it fell"),
                TrialResult.Failure.refused("rank must be 1"),
                TrialResult.Failure.outOfMemory("too much"))) {
            TrialResult failed = result().failure(failure).build();
            assertEquals(Optional.of(failure), readBack(failed).failure());
        }
    }

    @Test
    void readsTheTrueModelBack() throws Exception {
        assertTrue(readBack(TrialResult.ofTrueModel(3).build()).isTrueModel());
        assertEquals(false, readBack(result().build()).isTrueModel());
    }

    @Test
    void readsTheHeadOfALine() {
        assertEquals(Optional.of(HEAD), TrialLine.head(TrialLine.write(result().build(), HEAD)));
        TrialLine.Head more = new TrialLine.Head(3, false, "a \"b\"", -5, "print", "data");
        assertEquals(Optional.of(more), TrialLine.head(TrialLine.write(result().build(), more)));
    }

    @Test
    void doesNotReadAChangedLine() {
        String line = TrialLine.write(result().build(), HEAD);
        for (String changed : List.of("", "{}", line.replace("\"trial\":3", "\"trial\":4"), line.substring(1), line + " ",
                line.substring(0, line.length() - 1), line.replace(",\"check\"", ",\"chek\""))) {
            assertEquals(Optional.empty(), TrialLine.head(changed), changed);
        }
    }

    @Test
    void doesNotReadALineWithMissingFieldsAndAValidChecksum() {
        for (String open : List.of("{\"trial\":\"x\",\"seed\":1,\"data\":\"d\"", "{\"trial\":1", "{\"trial\"")) {
            assertEquals(Optional.empty(), TrialLine.head(open + ",\"check\":\"" + Checksum.of(open) + "\"}"), open);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~',
            value = {"\"trial\":3, | ~~ | trial", "\"trial\":3 | \"trial\":\"3\" | trial",
                    "\"curve\" | \"curv\" | curv", "\"values\" | \"value\" | curve/0/value",
                    "\"m.x\":1.5 | \"m.x\":\"1.5\" | curve/0/values/m.x",
                    "\"iteration\":2 | \"iteration\":null | curve/0/iteration",
                    "\"counts\":{\"c\":4} | \"counts\":{\"c\":[]} | counts/c",
                    "\"seconds\":.5 | \"second\":.5 | stages/0/second", "\"stages\" | \"stage\" | stage"})
    void reportsInvalidResults(String good, String bad, String field) {
        String line =
                TrialLine.write(result().curve(List.of(new TrialResult.Point(2, Map.of("m.x", 1.5)))).counts(Map.of("c", 4L))
                        .stages(List.of(new TrialResult.StageTime("2sr", .5))).build(), HEAD);
        String wrong = line.replace("0.5", ".5").replace(good, bad == null ? "" : bad).replace(":.5", ":0.5");
        String message = assertThrows(IOException.class, () -> TrialLine.read(wrong)).getMessage();
        assertTrue(
                message.startsWith("the field '" + field)
                        && message.endsWith("' of a result must be as the laboratory writes it"),
                message);
    }
}
