package psr.launcher.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import psr.api.lab.TrialOutcome;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;

class ThreadsWorkplaceTest {

    private final List<String> told = Collections.synchronizedList(new ArrayList<>());

    /** Two trials, each computed by what is given; counts down when whoever computes has nothing more to do. */
    private void compute(int threads, Callable<Object> computed) throws Exception {
        CountDownLatch left = new CountDownLatch(threads);
        Deque<TrialTask> waiting = new ArrayDeque<>();
        for (int trial = 0; trial < 2; trial++) {
            waiting.add(TrialTask.builder("run", Fakes.experiment(2, "mean"), trial).build());
        }
        new ThreadsWorkplace().compute((TrialSupply) Proxy.newProxyInstance(TrialSupply.class.getClassLoader(),
                new Class<?>[] {TrialSupply.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "threads" :
                            return threads;
                        case "next" :
                            TrialTask next;
                            synchronized (waiting) {
                                next = waiting.poll();
                            }
                            if (next == null) {
                                left.countDown();
                            }
                            return Optional.ofNullable(next);
                        case "compute" :
                            return computed.call();
                        default :
                            TrialTask task = (TrialTask) arguments[0];
                            told.add(method.getName() + " " + (task == null ? "none" : task.trial()));
                            if (!method.getName().equals("finished")) {
                                left.countDown();
                            }
                            return null;
                    }
                }));
        assertTrue(left.await(20, TimeUnit.SECONDS));
    }

    @Test
    void threadsAreNamedAndDoNotKeepTheProcess() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch both = new CountDownLatch(2);
        compute(2, () -> {
            threads.add(Thread.currentThread());
            both.countDown();
            both.await(20, TimeUnit.SECONDS);
            assertEquals(ThreadsWorkplace.class.getClassLoader(), Thread.currentThread().getContextClassLoader());
            return new TrialOutcome(0, List.of(), "");
        });
        assertEquals(List.of("psr-trial-1", "psr-trial-2"), threads.stream().map(Thread::getName).sorted().toList());
        assertTrue(threads.stream().allMatch(Thread::isDaemon));
        assertEquals(List.of("finished 0", "finished 1"), told.stream().sorted().toList());
    }

    @Test
    void aTrialThatNobodyWantsIsGivenBack() throws Exception {
        compute(1, () -> {
            throw new CancellationException("cancelled");
        });
        assertEquals(List.of("giveBack 0"), told);
    }

    @Test
    void whateverIsThrownEndsTheRun() throws Exception {
        compute(1, () -> {
            throw new StackOverflowError();
        });
        assertEquals(List.of("failed 0"), told);
    }
}
