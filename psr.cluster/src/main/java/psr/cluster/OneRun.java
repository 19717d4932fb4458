package psr.cluster;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import psr.api.lab.TrialPool;
import psr.api.lab.TrialSupply;

/** A pool of a single run. Thread-safe. */
final class OneRun implements TrialPool {

    private final TrialSupply supply;
    private final AtomicInteger underWay = new AtomicInteger();

    OneRun(TrialSupply supply) {
        this.supply = supply;
    }

    @Override
    public List<TrialSupply> runs() {
        return supply.over() ? List.of() : List.of(supply);
    }

    @Override
    public Optional<Taken> take(String where, Predicate<TrialSupply> can) {
        if (underWay.get() >= supply.threads() || !can.test(supply)) {
            return Optional.empty();
        }
        Optional<Taken> taken = supply.poll().map(task -> new Taken(supply, task));
        taken.ifPresent(each -> underWay.incrementAndGet());
        return taken;
    }

    @Override
    public void left(Taken taken, boolean finished) {
        underWay.decrementAndGet();
    }
}
