package psr.api.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

class SchemaTest {

    enum Method {
        PINV, TWO_STEP
    }

    record Settings(
            @Option(value = "20", help = "size of the state", min = 1) OptionalInt rank,
            @Option(value = "two-step", help = "how to solve") Method method,
            @Option(value = "1e-3", help = "ridge", min = 0, max = 1) double ridge,
            @Option(value = "off", help = "guard") boolean guard,
            @Option(value = "auto", help = "level of the guard") OptionalDouble guardLevel,
            @Option(value = "none", help = "where from", absent = "none") Optional<Path> file,
            @Option(value = "5", help = "passes", min = 0) int passes) {

        Settings {
            if (passes == 13) {
                throw new IllegalArgumentException("passes must not be 13; passes=13");
            }
        }
    }

    private final Schema<Settings> schema = Schema.of(Settings.class);

    @Test
    void aClassHasOneSchema() {
        assertSame(Schema.of(Settings.class), Schema.of(Settings.class));
    }

    @Test
    void defaultsAreWhatTheAnnotationsSay() {
        assertEquals(new Settings(OptionalInt.of(20), Method.TWO_STEP, 1e-3, false, OptionalDouble.empty(),
                Optional.empty(), 5), schema.defaults());
    }

    @Test
    void readsEveryType() {
        Settings read = schema.parse(Map.of("rank", "auto", "method", "pinv", "ridge", "0.5", "guard", "on",
                "guard-level", "0.25", "file", "some/file.txt", "passes", "0"), "2sr");
        assertEquals(new Settings(OptionalInt.empty(), Method.PINV, .5, true, OptionalDouble.of(.25),
                Optional.of(Path.of("some/file.txt")), 0), read);
    }

    @Test
    void writesWhatItReads() {
        Settings settings = schema.parse(Map.of("rank", "7", "guard", "on", "file", "a,b"), "2sr");
        assertEquals(settings, schema.parse(schema.format(settings), "2sr"));
        assertEquals(List.of("rank", "method", "ridge", "guard", "guard-level", "file", "passes"),
                List.copyOf(schema.format(settings).keySet()));
    }

    @Test
    void namesTheNearestSetting() {
        assertRefused("no setting named 'rnak' in 2sr; did you mean 'rank'? "
                + "settings: rank, method, ridge, guard, guard-level, file, passes", "rnak", "3");
        assertRefused(
                "no setting named ' all' in 2sr; settings: rank, method, ridge, guard, guard-level, file, passes; a value with a"
                        + " comma needs quotes: key=\"a, b\"",
                " all", "1.csv");
    }

    @Test
    void refusesWithRuleAndValue() {
        assertRefused("rank must be at least 1; rank=0 (2sr)", "rank", "0");
        assertRefused("rank must be a whole number or auto; rank=many (2sr)", "rank", "many");
        assertRefused("rank must be at most 2147483647; rank=99999999999 (2sr)", "rank", "99999999999");
        assertRefused("rank must be at least 1; rank=-99999999999 (2sr)", "rank", "-99999999999");
        assertRefused("ridge must be from 0 to 1; ridge=2 (2sr)", "ridge", "2");
        assertRefused("ridge must be a finite number; ridge=NaN (2sr)", "ridge", "NaN");
        assertRefused("method must be one of pinv, two-step; method=qr (2sr)", "method", "qr");
        assertRefused("guard must be one of on, off; guard=true (2sr)", "guard", "true");
        assertRefused("passes must not be 13; passes=13 (2sr)", "passes", "13");
    }

    @Test
    void refusesRecordsThatDeclareNoOption() {
        record Bare(int rank) {}
        record Odd(@Option(value = "x", help = "y") List<String> words) {}
        record Wrong(@Option(value = "0", help = "y", min = 1) int rank) {}
        for (Class<? extends Record> type : List.of(Bare.class, Odd.class, Wrong.class)) {
            assertThrows(IllegalArgumentException.class, () -> Schema.of(type), type.getSimpleName());
        }
    }

    @Test
    void saysWhenThereIsNothingToSet() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> Schema.of(NoSettings.class).parse(Map.of("rank", "3"), "uniform"));
        assertEquals("uniform has no settings; rank was given", refusal.getMessage());
    }

    private void assertRefused(String message, String name, String value) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> schema.parse(Map.of(name, value), "2sr"));
        assertEquals(message, refusal.getMessage());
    }

    @Test
    void tellsASizeThatMustBeMetFromALargestOne() {
        record Sized(
                @Option(value = "at-most-20", help = "size", min = 1) Optional<Size> rank,
                @Option(value = "5", help = "size", min = 1, max = 9) Size width) {}
        Schema<Sized> sized = Schema.of(Sized.class);
        assertEquals(new Sized(Optional.of(Size.atMost(20)), Size.exactly(5)), sized.defaults());
        Sized typed = sized.parse(Map.of("rank", "20", "width", "at-most-5"), "2sr");
        assertEquals(new Sized(Optional.of(Size.exactly(20)), Size.atMost(5)), typed);
        assertEquals(Map.of("rank", "20", "width", "at-most-5"), sized.changes(typed));
        assertEquals(Map.of(), sized.changes(sized.parse(Map.of("rank", "at-most-20"), "2sr")));
        for (Map.Entry<String, String> refused : Map.of("0", "rank must be at least 1; rank=0 (2sr)",
                "at-most-0", "rank must be at least 1; rank=at-most-0 (2sr)",
                "at-most-", "rank must be a whole number, at-most-N or auto; rank=at-most- (2sr)").entrySet()) {
            assertEquals(refused.getValue(), assertThrows(IllegalArgumentException.class,
                    () -> sized.parse(Map.of("rank", refused.getKey()), "2sr")).getMessage());
        }
    }
}
