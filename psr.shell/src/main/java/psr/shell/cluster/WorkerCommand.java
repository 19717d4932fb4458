package psr.shell.cluster;

import java.io.IOException;
import java.util.List;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import psr.launcher.spi.Cluster;
import psr.shell.command.CommandFailedException;
import psr.shell.command.Interrupts;
import psr.shell.command.Invocation;
import psr.shell.command.ShellCommand;
import psr.shell.command.StoppedException;

/** {@code worker}: computes trials of other cluster members. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=worker"})
public final class WorkerCommand extends ShellCommand {

    private final ClusterAccess access;

    @Activate
    public WorkerCommand(@Reference ClusterAccess access) {
        super("worker");
        this.access = access;
    }

    @Override
    public void run(Invocation call) throws IOException {
        call.arguments().none();
        int threads = call.arguments().threads();
        try (Interrupts interrupts = Interrupts.of(call.output());
                Cluster.Membership member = access.join(call, ClusterAccess.member(call, threads,
                        call.arguments().flag("take-plugins")))) {
            List<String> others = member.workers().stream().map(Cluster.Worker::address).toList();
            call.output()
                    .remark("worker at " + member.address() + ", " + threads + (threads == 1 ? " trial" : " trials")
                            + " in parallel; other members: "
                            + (others.isEmpty() ? "none yet" : String.join(", ", others)));
            try {
                member.await();
            } catch (InterruptedException e) {
                throw new StoppedException("stopped", interrupts.terminated());
            }
        }
        throw new CommandFailedException("this worker cannot continue; see its log");
    }
}
