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
import psr.shell.command.Usage;

/** {@code worker}: computes trials of other cluster members. */
@Component(service = ShellCommand.class, property = {"osgi.command.scope=psr", "osgi.command.function=worker"})
public final class WorkerCommand extends ShellCommand {

    private static final Usage USAGE = ClusterAccess.withMembers(Usage
            .of(Usage.Topic.SERVER, "worker",
                    "computes trials of run --on cluster on other machines: worker --join HOST:PORT,…")
            .says("Computes trials that run … --on cluster submits on other machines, until it is stopped. See",
                    "docs/MANY-MACHINES.md."))
            .option("threads", "N", Usage.Kind.TEXT, "trials in parallel (all processors)")
            .flag("take-plugins", "fetches missing plugins from the submitter and runs their code");

    private final ClusterAccess access;

    /** For this laboratory. */
    @Activate
    public WorkerCommand(@Reference ClusterAccess access) {
        this.access = access;
    }

    @Override
    public Usage usage() {
        return USAGE;
    }

    @Override
    public void run(Invocation call) throws IOException {
        call.arguments().none();
        int threads = ClusterAccess.threads(call.arguments());
        try (Interrupts interrupts = Interrupts.of(call.output());
                Cluster.Membership member = access.join(call, ClusterAccess.member(call).threads(threads)
                        .takingPlugins(call.arguments().flag("take-plugins")).build())) {
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
