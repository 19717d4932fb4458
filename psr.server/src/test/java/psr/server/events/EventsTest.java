package psr.server.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import psr.server.http.Json;

/** Which events a client receives, and which again after reconnecting. */
class EventsTest {

    /** A client that reads until there is as much as it wants; then the server ends. */
    private static String read(Events events, OptionalLong after, String until, Runnable meanwhile) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Thread client = new Thread(() -> {
            try {
                events.write(out, after, event -> true);
            } catch (InterruptedException e) {
                // It has read enough.
                return;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        client.start();
        for (int i = 0; i < 24_000 && !out.toString(StandardCharsets.UTF_8).contains("ready"); i++) {
            Thread.sleep(5);
        }
        meanwhile.run();
        for (int i = 0; i < 24_000 && !out.toString(StandardCharsets.UTF_8).contains(until); i++) {
            Thread.sleep(5);
        }
        String sent = out.toString(StandardCharsets.UTF_8);
        client.interrupt();
        client.join();
        assertTrue(sent.contains(until), sent);
        return sent;
    }

    private static void tell(Events events, String kind, int number) {
        events.tell(kind, "r", Json.object().put("n", number));
    }

    private static List<String> numbers(String sent) {
        return sent.lines().filter(line -> line.startsWith("data: ")).map(line -> line.substring(6)).toList();
    }

    private static long firstId(String sent) {
        return Long.parseLong(sent.lines().filter(line -> line.startsWith("id: ")).findFirst().orElseThrow().substring(4));
    }

    @Test
    void sendsMissedEventsToReconnectingClientsButNoProgress() throws Exception {
        Events events = new Events();
        tell(events, "run", 0);
        String first = read(events, OptionalLong.empty(), "{\"n\":3}", () -> {
            tell(events, "run", 1);
            tell(events, "progress", 2);
            tell(events, "run", 3);
        });
        assertEquals(List.of("{\"n\":1}", "{\"n\":2}", "{\"n\":3}"), numbers(first));
        tell(events, "progress", 4);
        tell(events, "run", 5);
        String second = read(events, OptionalLong.of(firstId(first)), "{\"n\":6}", () -> tell(events, "progress", 6));
        assertEquals(List.of("{\"n\":3}", "{\"n\":5}", "{\"n\":6}"), numbers(second));
    }

    @Test
    void sendsResetToClientsThatMissedTooMuch() throws Exception {
        Events events = new Events();
        tell(events, "run", 1);
        String first = read(events, OptionalLong.of(0), "reset", () -> tell(events, "run", 2));
        long id = firstId(first);
        for (int i = 0; i < 501; i++) {
            tell(events, "run", i);
        }
        String second = read(events, OptionalLong.of(id), "{\"n\":-1}", () -> tell(events, "run", -1));
        assertTrue(second.contains("event: reset"), second);
        assertEquals(List.of("{}", "{\"n\":-1}"), numbers(second));
    }

    @Test
    void muchProgressCausesNoReset() throws Exception {
        Events events = new Events();
        tell(events, "run", 1);
        String first = read(events, OptionalLong.empty(), "{\"n\":2}", () -> tell(events, "run", 2));
        for (int i = 0; i < 20_000; i++) {
            tell(events, "progress", i);
        }
        String second = read(events, OptionalLong.of(firstId(first)), "{\"n\":-1}", () -> tell(events, "run", -1));
        assertEquals(List.of("{\"n\":-1}"), numbers(second));
    }
}
