package psr.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import psr.api.lab.BundleVersion;
import psr.api.settings.PsrService;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.Engine;
import psr.launcher.spi.JoinOptions;
import psr.launcher.spi.PluginJars;
import psr.launcher.spi.TrialLeases;
import psr.launcher.spi.TrialText;

/** Lets remote workers compute trials of this process, and computes trials of other processes here. */
@Component(service = Cluster.class)
@PsrService(name = Cluster.NAME, summary = "other machines")
public final class ClusterEndpoint implements Cluster, Order.Desk {

    private static final String SECRET = "cluster.secret";

    private final Engine engine;
    private final TrialLeases leases;
    private final PluginJars plugins;
    private final TrialText text;
    private final Path home;
    /** The runs that this process has submitted, by key. */
    private final Map<String, RemoteRun> submitted = new ConcurrentHashMap<>();
    private volatile ClusterMember member;
    private volatile OpenRuns accepted;

    /** Creates the component; the cluster's secret is in the folder {@code psr.home} by default. */
    @Activate
    public ClusterEndpoint(BundleContext context, @Reference Engine engine, @Reference TrialLeases leases,
            @Reference PluginJars plugins,
            @Reference TrialText text) {
        this(Path.of(Optional.ofNullable(context.getProperty("psr.home")).orElse("")), engine, leases, plugins, text);
    }

    ClusterEndpoint(Path home, Engine engine, TrialLeases leases, PluginJars plugins, TrialText text) {
        this.home = home;
        this.engine = engine;
        this.leases = leases;
        this.plugins = plugins;
        this.text = text;
    }

    @Override
    public synchronized Membership join(JoinOptions options, Consumer<String> news) throws IOException {
        if (member != null && !member.over()) {
            throw new ValidationException(
                    ValidationError.of("a process joins one cluster at a time; this one is a member already, as "
                            + member.address()));
        }
        Path file = options.secret().orElse(home.resolve(SECRET));
        if (options.secret().isEmpty() && Secret.makeIfAbsent(file)) {
            news.accept("made the secret " + file + ": copy it to every machine of the cluster");
        }
        Secret secret;
        try {
            secret = Secret.read(file);
        } catch (IllegalArgumentException e) {
            throw new ValidationException(ValidationException.of(e), e);
        }
        OpenRuns runs = new OpenRuns(engine, plugins, text, options.takingPlugins(),
                new FetchedFiles(Files.createTempDirectory("psr-fetched")));
        accepted = runs;
        ClusterMember joined = ClusterMember.join(options, secret, this, news, runs::left);
        member = joined;
        runs.of(joined);
        if (options.threads() == 0) {
            new Dispatcher(joined, leases, text, plugins, submitted).start();
        }
        return joined;
    }

    /** Answers a request of another member. An error is returned as an answer, too. */
    @Override
    public byte[] answer(byte[] bytes) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClusterEndpoint.class.getClassLoader());
        try {
            return answer(Message.read(bytes));
        } catch (IOException | RuntimeException | LinkageError e) {
            return Message.of("refused").with("why", e.getMessage() == null ? e.toString() : e.getMessage()).bytes();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private byte[] answer(Message question) throws IOException {
        String key = question.text("run");
        OpenRuns open = accepted;
        return switch (question.what()) {
            case "open" -> open.open(question).bytes();
            case "compute" -> open.compute(question).bytes();
            case "close" -> {
                open.close(key);
                yield Message.of("closed").bytes();
            }
            case "iterated" -> {
                Optional.ofNullable(submitted.get(key)).ifPresent(run -> run.iterated((int) question.number("trial"),
                        question.text("label"), (int) question.number("iteration")));
                yield Message.of("heard").bytes();
            }
            case "file" -> handedOut(key).file(question.text("named")).bytes();
            case "jar" -> handedOut(key).jar(new BundleVersion(question.text("name"), question.text("version"),
                    question.text("sha256"))).bytes();
            case "read" -> handedOut(key).read(question.text("sha256"), question.number("from"));
            default -> throw new IllegalArgumentException("no such question: " + question.what());
        };
    }

    private SharedFiles handedOut(String key) {
        return Optional.ofNullable(submitted.get(key)).map(RemoteRun::handedOut)
                .orElseThrow(() -> new IllegalArgumentException("the run is over"));
    }

    /** Leaves the cluster. */
    @Deactivate
    void close() {
        ClusterMember here = member;
        if (here != null) {
            accepted.closeAll();
            here.close();
        }
    }
}
