package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static psr.launcher.jobs.TestEngine.await;
import static psr.launcher.jobs.TestEngine.remote;
import static psr.launcher.jobs.TestEngine.until;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import psr.api.lab.Observer;
import psr.api.lab.Submission.State;
import psr.api.lab.Subscription;
import psr.api.lab.TrialResult;
import psr.launcher.spi.TrialLeases.Lease;

@Timeout(60)
class JobEventsTest {

    private final TestEngine engine = new TestEngine();

    @AfterEach
    void close() {
        engine.close();
    }

    /** Records its notifications. */
    private static class Listener implements Observer {

        final List<String> events = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void changed(State state) {
            events.add(state.toString());
        }

        @Override
        public void said(String words) {
            events.add(words);
        }

        @Override
        public void iterated(int trial, String label, int iteration) {
            events.add(label + " " + iteration);
        }

        @Override
        public void finished(TrialResult result, int done, int total) {
            events.add("result of " + result.trial());
        }

        @Override
        public void trialFinished(int trial, int done, int total) {
            events.add(trial + " is " + done + "/" + total);
        }
    }

    /** An observer that blocks in its first notification until it is released. */
    private static final class Slow extends Listener {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);

        @Override
        public void said(String words) {
            super.said(words);
            entered.countDown();
            await(free);
        }
    }

    @Test
    void notifiesNewObserversOfFinishedTrialsAndState() throws Exception {
        Listener early = new Listener();
        Job job = engine.started("run", remote(2, 2), early);
        engine.complete(engine.take());
        until(() -> early.events.contains("0 is 1/2"));
        Listener late = new Listener();
        job.observe(late);
        assertEquals(List.of("result of 0", "0 is 1/2", "RUNNING"), late.events, "before observe() returns");
        engine.complete(engine.take());
        job.await();
        assertEquals(List.of("QUEUED", "RUNNING", "result of 0", "0 is 1/2", "result of 1", "1 is 2/2", "DONE"), early.events);
        assertEquals(List.of("result of 0", "0 is 1/2", "RUNNING", "result of 1", "1 is 2/2", "DONE"), late.events);
    }

    @Test
    void doesNotNotifyRemovedObservers() throws Exception {
        Slow slow = new Slow();
        Listener other = new Listener();
        Job job = engine.started("run", remote(1, 1), other);
        Subscription subscription = job.observe(slow);
        Lease lease = engine.take();
        lease.job().said("one");
        slow.entered.await();
        lease.job().said("two");
        until(() -> other.events.contains("two"));
        subscription.close();
        subscription.close();
        slow.free.countDown();
        engine.complete(lease);
        job.await();
        assertEquals(List.of("RUNNING", "one"), slow.events);
    }

    @Test
    void observersCanBeRemovedDuringNotification() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<Subscription> subscription = new AtomicReference<>();
        CountDownLatch together = new CountDownLatch(1);
        Job job = engine.started("run", remote(1, 1));
        subscription.set(job.observe(new Observer() {
            @Override
            public void said(String words) {
                events.add(words);
                await(together);
                if (events.size() == 2) {
                    subscription.get().close();
                }
            }
        }));
        Lease lease = engine.take();
        lease.job().said("one");
        until(() -> !events.isEmpty());
        lease.job().said("two");
        lease.job().said("three");
        together.countDown();
        engine.complete(lease);
        assertTrue(job.await());
        assertEquals(List.of("one", "two"), events);
    }

    @Test
    void deliversEachStateOnce() throws Exception {
        Listener listener = new Listener();
        Job job = engine.started("run", remote(1, 1), listener);
        job.pause();
        job.pause();
        job.resume();
        job.resume();
        job.cancel();
        job.cancel();
        job.await();
        assertEquals(List.of("QUEUED", "RUNNING", "PAUSED", "RUNNING", "CANCELLED"), listener.events);
    }

    @Test
    void deliversTheFinalStateLast() throws Exception {
        for (int i = 0; i < 50; i++) {
            Listener listener = new Listener();
            Job job = engine.started("run-" + i, remote(1, 1), listener);
            Thread pausing = new Thread(job::pause);
            pausing.start();
            job.resume();
            pausing.join();
            State last = job.state();
            job.events().said("end");
            until(() -> listener.events.contains("end"));
            List<String> states = listener.events.stream().filter(event -> !event.equals("end")).toList();
            assertEquals(last.toString(), states.get(states.size() - 1), states::toString);
            job.cancel();
            job.await();
        }
    }

    @Test
    void exceptionsOfAnObserverAffectNoOtherObserver() throws Exception {
        Observer failing = new Observer() {
            @Override
            public void changed(State state) {
                throw new AssertionError("oh");
            }

            @Override
            public void said(String words) {
                throw new IllegalStateException("oh");
            }
        };
        Listener listener = new Listener();
        Job job = engine.started("run", remote(1, 1), failing, listener);
        job.observe(failing);
        Lease lease = engine.take();
        lease.job().said("now");
        engine.complete(lease);
        assertTrue(job.await());
        assertTrue(listener.events.containsAll(List.of("now", "DONE")));
    }

    @Test
    void aSlowObserverDelaysOnlyTheEnd() throws Exception {
        Slow slow = new Slow();
        Listener other = new Listener();
        Job job = engine.started("run", remote(2, 1), slow, other);
        Lease lease = engine.take();
        lease.job().said("one");
        slow.entered.await();
        engine.complete(lease);
        engine.complete(engine.take());
        until(() -> other.events.contains("DONE"));
        assertEquals(State.DONE, job.state());
        assertFalse(job.await(Duration.ZERO), "not every observer knows");
        slow.free.countDown();
        assertTrue(job.await());
        assertEquals("DONE", slow.events.get(slow.events.size() - 1));
    }

    @Test
    void blockedObserversDelayNoStep() throws Exception {
        List<Slow> blocked = IntStream.range(0, 20).mapToObj(i -> new Slow()).toList();
        Job job = engine.started("run", remote(1, 1), blocked.toArray(Observer[]::new));
        Lease lease = engine.take();
        lease.job().said("one");
        until(() -> blocked.stream().filter(slow -> slow.entered.getCount() == 0).count() == 16);
        Job other = engine.started("other", remote(1, 1));
        engine.complete(engine.take());
        until(() -> other.state() == State.DONE);
        blocked.forEach(slow -> slow.free.countDown());
        engine.complete(lease);
        assertTrue(job.await());
    }

    @Test
    void observersAreNotifiedAfterTheSchedulerHasClosed() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        Job job = engine.started("run", remote(1, 1), new Observer() {
            @Override
            public void changed(State state) {
                threads.add(Thread.currentThread());
            }
        });
        until(() -> threads.size() == 2);
        engine.scheduler.close();
        job.cancel();
        job.await();
        assertEquals(3, threads.size());
        assertNotSame(Thread.currentThread(), threads.get(2), "the caller may hold locks");
    }

    @Test
    void deliversOnlyTheLatestProgressInOrder() throws Exception {
        Slow slow = new Slow();
        Job job = engine.started("run", remote(1, 1), slow);
        Lease lease = engine.take();
        lease.job().said("one");
        slow.entered.await();
        lease.job().iterated(0, "a", 1);
        lease.job().iterated(0, "b", 1);
        lease.job().said("two");
        lease.job().iterated(0, "a", 2);
        engine.complete(lease);
        slow.free.countDown();
        job.await();
        assertEquals(List.of("QUEUED", "RUNNING", "one", "b 1", "two", "a 2", "result of 0", "0 is 1/1", "DONE"), slow.events);
    }

    @Test
    void deliversProgressWithoutOtherEvents() {
        Listener listener = new Listener();
        engine.started("run", remote(1, 1), listener);
        Lease lease = engine.take();
        for (int i = 0; i < 10; i++) {
            lease.job().iterated(0, "mean", i);
        }
        until(() -> listener.events.contains("mean 9"));
        engine.scheduler.giveBack(lease);
    }

    @Test
    void deliversEveryFinishedTrialOnceToSlowObservers() throws Exception {
        int trials = 700;
        Slow slow = new Slow();
        Job job = engine.started("run", remote(trials, trials), slow);
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < trials; i++) {
            leases.add(engine.take());
        }
        engine.complete(leases.subList(0, 5).toArray(Lease[]::new));
        until(() -> slow.events.contains("4 is 5/700"));
        leases.get(5).job().said("blocked");
        slow.entered.await();
        for (int i = 0; i < 20; i++) {
            leases.get(5).job().said("message " + i);
        }
        for (int i = 5; i < trials; i++) {
            engine.complete(leases.get(i));
        }
        slow.free.countDown();
        assertTrue(job.await());
        List<Integer> results = slow.events.stream().filter(event -> event.startsWith("result of "))
                .map(event -> Integer.valueOf(event.substring("result of ".length()))).sorted().toList();
        assertEquals(IntStream.range(0, trials).boxed().toList(), results);
        List<Integer> finished = slow.events.stream().filter(event -> event.endsWith("/700"))
                .map(event -> Integer.valueOf(event.substring(0, event.indexOf(' ')))).sorted().toList();
        assertEquals(IntStream.range(0, trials).boxed().toList(), finished);
    }

    @Test
    void countsConcurrentTrialsInOrderBeforeTheEnd() throws Exception {
        int trials = 200;
        Listener listener = new Listener();
        Job job = engine.started("run", remote(trials, trials), listener);
        Runnable worker = () -> {
            for (Optional<Lease> lease = engine.poll(); lease.isPresent(); lease = engine.poll()) {
                engine.complete(lease.get());
            }
        };
        List<Thread> workers = IntStream.range(0, 4).mapToObj(i -> new Thread(worker, "psr-test-worker-" + i)).toList();
        workers.forEach(Thread::start);
        assertTrue(job.await());
        List<String> counted = listener.events.stream().filter(event -> event.endsWith("/" + trials))
                .map(event -> event.substring(event.indexOf("is "))).toList();
        assertEquals(IntStream.rangeClosed(1, trials).mapToObj(i -> "is " + i + "/" + trials).toList(), counted);
        assertEquals("DONE", listener.events.get(listener.events.size() - 1));
        for (Thread each : workers) {
            each.join();
        }
    }

    @Test
    void anObserverThatCannotBeAddedDoesNotDelayTheEnd() throws Exception {
        Job job = engine.started("run", remote(1, 1));
        Lease lease = engine.take();
        job.close();
        assertThrows(IllegalStateException.class, () -> job.observe(new Listener()), "its results are gone");
        engine.scheduler.giveBack(lease);
        assertFalse(job.await());
    }

    @Test
    void observersAndOtherThreadsCanPauseConcurrently() throws Exception {
        AtomicReference<State> seen = new AtomicReference<>();
        AtomicReference<Job> run = new AtomicReference<>();
        CountDownLatch ready = new CountDownLatch(1);
        run.set(engine.started("run", remote(2, 1), new Observer() {
            @Override
            public void trialFinished(int trial, int done, int total) {
                if (done == 1) {
                    await(ready);
                    Thread other = new Thread(() -> {
                        run.get().pause();
                        run.get().resume();
                    });
                    other.start();
                    run.get().pause();
                    run.get().resume();
                    try {
                        other.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    run.get().resume();
                    seen.set(run.get().state());
                }
            }
        }));
        ready.countDown();
        engine.complete(engine.take());
        until(() -> seen.get() == State.RUNNING);
        engine.complete(engine.take());
        assertTrue(run.get().await());
    }
}
