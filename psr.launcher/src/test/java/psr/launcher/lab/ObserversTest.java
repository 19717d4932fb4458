package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import psr.api.lab.Observer;
import psr.api.lab.Submission.State;
import psr.api.lab.Subscription;

class ObserversTest {

    private final Observers observers = new Observers();
    private final List<String> heard = new ArrayList<>();

    private Observer named(String name) {
        return new Observer() {
            @Override
            public void said(String words) {
                heard.add(name + " " + words);
            }

            @Override
            public void changed(State state) {
                heard.add(name + " " + state);
            }
        };
    }

    @Test
    void whoJoinsHearsFirstWhatWasBefore() {
        observers.add(named("one"), one -> one.said("before"));
        observers.tell(each -> each.said("now"));
        observers.add(named("two"), two -> two.said("before"));
        observers.tell(each -> each.said("then"));
        assertEquals(List.of("one before", "one now", "two before", "one then", "two then"), heard);
    }

    @Test
    void whatIsCountedIsHeardInOrder() throws Exception {
        int each = 2_000;
        int[] count = new int[1];
        observers.add(named("one"), one -> {});
        Runnable telling = () -> {
            for (int i = 0; i < each; i++) {
                observers.tellNext(() -> {
                    int now = ++count[0];
                    return observer -> observer.said(Integer.toString(now));
                });
            }
        };
        Thread other = new Thread(telling, "psr-test-teller");
        other.start();
        telling.run();
        other.join();
        assertEquals(IntStream.rangeClosed(1, 2 * each).mapToObj(i -> "one " + i).toList(), heard);
    }

    @Test
    void whoLeavesHearsNothingMore() {
        Subscription one = observers.add(named("one"), each -> {});
        observers.add(named("two"), each -> {});
        one.close();
        observers.tell(each -> each.said("now"));
        assertEquals(List.of("two now"), heard);
    }

    @Test
    void aStateIsToldOnceUntilThereIsAnother() {
        observers.add(named("one"), each -> {});
        for (State state : List.of(State.RUNNING, State.RUNNING, State.PAUSED, State.RUNNING)) {
            observers.changed(() -> state);
        }
        assertEquals(List.of("one RUNNING", "one PAUSED", "one RUNNING"), heard);
    }

    @Test
    void whatOneThrowsCostsTheOthersNothing() {
        observers.add(new Observer() {
            @Override
            public void said(String words) {
                throw new IllegalStateException("oh");
            }
        }, each -> each.said("already here"));
        observers.add(named("two"), each -> {});
        observers.tell(each -> each.said("now"));
        assertEquals(List.of("two now"), heard);
    }
}
