package psr.launcher.lab;

import java.util.Optional;
import java.util.concurrent.CancellationException;

import org.osgi.service.component.annotations.Component;

import psr.api.lab.RunOptions;
import psr.api.lab.TrialSupply;
import psr.api.lab.TrialTask;
import psr.api.lab.Workplace;
import psr.api.settings.PsrService;

/** Computes trials on threads of this process, named {@code psr-trial-1}, {@code psr-trial-2}, … */
@Component
@PsrService(name = RunOptions.THREADS, summary = "threads of this process")
public final class ThreadsWorkplace implements Workplace {

    @Override
    public void compute(TrialSupply supply) {
        for (int i = 1; i <= supply.threads(); i++) {
            Thread thread = new Thread(() -> work(supply), "psr-trial-" + i);
            thread.setDaemon(true);
            thread.setContextClassLoader(ThreadsWorkplace.class.getClassLoader());
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                // The system has no more threads to give: those that run do the work, and without any there is no run.
                if (i == 1) {
                    throw e;
                }
                return;
            }
        }
    }

    private static void work(TrialSupply supply) {
        TrialTask task = null;
        try {
            for (Optional<TrialTask> next = supply.next(); next.isPresent(); next = supply.next()) {
                task = next.get();
                supply.finished(task, supply.compute(task));
                task = null;
            }
        } catch (InterruptedException | CancellationException e) {
            // Nothing went wrong: nobody wants the result any more.
            if (task != null) {
                supply.giveBack(task);
            }
        } catch (Throwable e) {
            // Also where memory is at its end: a run must not wait for a thread that is gone.
            supply.failed(task, e);
        }
    }
}
