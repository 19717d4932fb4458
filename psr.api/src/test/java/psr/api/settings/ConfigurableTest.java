package psr.api.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;

import org.junit.jupiter.api.Test;

class ConfigurableTest {

    record Chosen(@Option(value = "3", help = "a number") int number) {}

    private interface Named<T, R extends Record> extends Configurable<R> {}

    private abstract static class Base<R extends Record, T> implements Comparable<T>, Named<T, R> {
        @Override
        public int compareTo(T other) {
            return 0;
        }
    }

    private static final class Direct implements Configurable<NoSettings> {}

    private static final class Inherited extends Base<Chosen, String> {}

    private static final class Open<R extends Record> implements Configurable<R> {}

    @Test
    void settingsAreTheRecordThatTheClassDeclares() {
        assertEquals(NoSettings.class, new Direct().settings());
        assertEquals(Chosen.class, new Inherited().settings());
        assertEquals(new Chosen(4), new Inherited().parse(Map.of("number", "4")));
    }

    @Test
    void classThatLeavesTheRecordOpenIsNamed() {
        String message = assertThrows(IllegalArgumentException.class, () -> new Open<Chosen>().settings()).getMessage();
        assertEquals("a service must declare the record of its settings, as in implements Learner<Settings>, or have a method"
                + " settings(); " + Open.class.getName() + " does neither", message);
    }
}
