package psr.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;

import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import psr.api.lab.Catalog;
import psr.api.lab.Experiments;
import psr.api.lab.Laboratory;
import psr.api.lab.ModelStore;
import psr.api.lab.Results;
import psr.api.lab.Verdict;
import psr.api.report.Inspector;
import psr.api.report.Judge;
import psr.api.settings.PsrService;
import psr.api.settings.Schema;
import psr.launcher.spi.Cluster;
import psr.launcher.spi.Endpoint;
import psr.launcher.spi.Engine;
import psr.launcher.spi.PluginJars;
import psr.server.admin.BackupFile;
import psr.server.admin.HealthReport;
import psr.server.http.ApiServlet;
import psr.server.http.Gate;

/** Opens the server: its parts, then the port of Felix HTTP, then the servlet. */
@Component
@PsrService(name = "serve", summary = "the lab server")
public final class ServerEndpoint implements Endpoint {

    /** The configuration PID of Felix HTTP. */
    private static final String HTTP = "org.apache.felix.http";
    /** The file with the address of a running server, in its data folder. */
    private static final String ADDRESS = "address";
    /** The file with the certificates for clients, beside the address; only with TLS. */
    private static final String CERTIFICATE = "certificate.pem";
    private static final long PATIENCE_SECONDS = 60;

    private final BundleContext context;
    private final LabServices lab;
    private final ConfigurationAdmin configurations;
    /** Felix HTTP has one configuration; therefore a process has at most one server. */
    private final AtomicBoolean open = new AtomicBoolean();

    /** Services that contribute to the description of a model; may change at any time. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<Inspector> inspectors = List.of();

    /** Felix health checks of plugins; may change at any time. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile Collection<Map.Entry<Map<String, Object>, HealthCheck>> checks = List.of();

    @Activate
    public ServerEndpoint(BundleContext context, @Reference Laboratory laboratory, @Reference Engine engine,
            @Reference Catalog catalogue,
            @Reference Experiments experiments, @Reference PluginJars plugins, @Reference ModelStore models,
            @Reference ConfigurationAdmin configurations) {
        this.context = context;
        this.lab =
                new LabServices(laboratory, engine, catalogue, experiments, plugins, models, this::judge,
                        () -> List.copyOf(inspectors),
                        () -> checks.stream().map(ServerEndpoint::check).toList());
        this.configurations = configurations;
    }

    private static HealthReport.Check check(Map.Entry<Map<String, Object>, HealthCheck> service) {
        HealthCheck check = service.getValue();
        Object name = service.getKey().getOrDefault(HealthCheck.NAME, check.getClass().getSimpleName());
        Object tags = service.getKey().getOrDefault(HealthCheck.TAGS, new String[0]);
        return new HealthReport.Check(check, name.toString(),
                tags instanceof String[] all ? List.of(all) : List.of(tags.toString()), () -> {
                    Result result = check.execute();
                    StringJoiner message = new StringJoiner("; ");
                    result.forEach(entry -> message.add(entry.getMessage()));
                    // A warning does not fail the check.
                    boolean well = result.getStatus() == Result.Status.OK || result.getStatus() == Result.Status.WARN;
                    return new HealthReport.HealthAnswer(well, message.toString());
                });
    }

    /** Uses the current judge service, which may be replaced while the server runs. */
    private List<Verdict> judge(Results results) {
        ServiceReference<Judge> present = context.getServiceReference(Judge.class);
        Judge judge = present == null ? null : context.getService(present);
        try {
            return judge == null ? List.of() : judge.judge(results);
        } finally {
            if (judge != null) {
                context.ungetService(present);
            }
        }
    }

    @Override
    public Opened open(Map<String, String> options, Path base) throws IOException {
        ServerSettings settings = Schema.of(ServerSettings.class).parse(options, "serve");
        if (!open.compareAndSet(false, true)) {
            throw new IOException("a process can have only one server; it is already open");
        }
        try {
            return open(settings, base);
        } catch (IOException | RuntimeException e) {
            open.set(false);
            throw e;
        }
    }

    private Opened open(ServerSettings settings, Path base) throws IOException {
        int port = free(settings);
        if (settings.restore().isPresent()) {
            BackupFile.restore(base.resolve(settings.restore().get()), base.resolve(settings.data()));
        } else {
            BackupFile.checkWhole(base.resolve(settings.data()));
        }
        LabServer server = new LabServer(settings, base, lab, context.getBundle().getVersion().toString());
        Optional<Opened> ssh = Optional.empty();
        try {
            if (settings.sshPort().isPresent()) {
                ssh = Optional.of(openSsh(settings.sshPort().getAsInt(), server.folder()));
            }
            // Check the port before anything is loaded or computed, for a clear message if it is in use.
            List<String> joined = settings.onCluster() ? server.join(find(Cluster.class, Cluster.NAME), base) : List.of();
            return new OpenServer(server, port, base, ssh, joined);
        } catch (IOException | RuntimeException e) {
            ssh.ifPresent(Opened::close);
            server.close();
            throw e;
        }
    }

    private Opened openSsh(int sshPort, Path folder) throws IOException {
        return find(Endpoint.class, "ssh").open(Map.of("port", Integer.toString(sshPort), "keys", "authorized_keys", "host-key",
                "ssh_host_key"), folder);
    }

    /** A service of another module, whose bundle may still be starting on another thread. */
    private <T> T find(Class<T> type, String name) throws IOException {
        return repeat("the bundles of '" + name + "' did not start within ", () -> context
                .getServiceReferences(type, "(" + PsrService.NAME + "=" + name + ")").stream().map(context::getService)
                .filter(Objects::nonNull).findFirst().orElse(null));
    }

    /** Repeats an attempt until it gives a value; the message is the beginning of the error if none does in time. */
    private static <T> T repeat(String message, Callable<T> attempt) throws IOException {
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (System.nanoTime() < end) {
                T found = attempt.call();
                if (found != null) {
                    return found;
                }
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while the server was opening", e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        throw new IOException(message + PATIENCE_SECONDS + " s; see log/psr.log");
    }

    /** Jetty reports only in its log that a port is in use. */
    private static int free(ServerSettings settings) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IOException("the server cannot listen on " + settings.host() + ":" + settings.port() + ": "
                    + e.getMessage() + "; choose another port with --port, or 0 for any free port", e);
        }
    }

    private final class OpenServer implements Opened {

        private final LabServer server;
        private final int port;
        private final Path base;
        private final Optional<Opened> ssh;
        private final List<String> joined;
        private final Configuration http;
        private final List<ServiceRegistration<?>> registered = new ArrayList<>();
        private final List<String> recovered;

        OpenServer(LabServer server, int port, Path base, Optional<Opened> ssh, List<String> joined) throws IOException {
            this.server = server;
            this.port = port;
            this.base = base;
            this.ssh = ssh;
            this.joined = joined;
            this.recovered = server.begin();
            register(Filter.class, new Gate(hosts()), "osgi.http.whiteboard.filter.pattern", "/*");
            register(Servlet.class, new ApiServlet(server.routes(), server.access(), server.gauges()::answered),
                    "osgi.http.whiteboard.servlet.pattern",
                    "/api/*", "/health/*", "/metrics");
            this.http = configurations.getConfiguration(HTTP, "?");
            http.update(configuration());
            awaitEndpoint();
            // For commands that talk to the server of a data folder.
            if (server.settings().keyStore().isPresent()) {
                Files.writeString(server.folder().resolve(CERTIFICATE),
                        KeyFile.certificates(base.resolve(server.settings().keyStore().get())));
            }
            Files.writeString(server.folder().resolve(ADDRESS), address() + "\n");
        }

        private <T> void register(Class<T> type, T service, String property, String... patterns) {
            Dictionary<String, Object> properties = new Hashtable<>();
            properties.put(property, patterns);
            properties.put("osgi.http.whiteboard.filter.asyncSupported", true);
            properties.put("osgi.http.whiteboard.servlet.asyncSupported", true);
            registered.add(context.registerService(type, service, properties));
        }

        private Set<String> hosts() {
            Set<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
            hosts.add(server.settings().host().toLowerCase(Locale.ROOT));
            server.settings().names().ifPresent(names -> hosts.addAll(Arrays.asList(names.toLowerCase(Locale.ROOT).split(","))));
            return hosts;
        }

        private Dictionary<String, Object> configuration() throws IOException {
            Dictionary<String, Object> properties = new Hashtable<>();
            Optional<Path> keys = server.settings().keyStore();
            properties.put(HTTP + ".enable", keys.isEmpty());
            properties.put(HTTP + ".host", server.settings().host());
            properties.put("org.osgi.service.http.port", port);
            if (keys.isPresent()) {
                String password = KeyFile.password(base.resolve(keys.get()));
                properties.put("org.apache.felix.https.enable", true);
                properties.put("org.osgi.service.http.port.secure", port);
                properties.put("org.apache.felix.https.keystore", base.resolve(keys.get()).toAbsolutePath().toString());
                properties.put("org.apache.felix.https.keystore.type", "PKCS12");
                properties.put("org.apache.felix.https.keystore.password", password);
                properties.put("org.apache.felix.https.keystore.key.password", password);
            }
            // Jetty would reject an ambiguous path without a problem document; the gate rejects it with one.
            properties.put("org.eclipse.jetty.UriComplianceMode", "LEGACY");
            properties.put(HTTP + ".timeout", ApiServlet.SILENCE_SECONDS * 1_000);
            properties.put(HTTP + ".jetty.threadpool.max", ApiServlet.THREADS);
            properties.put(HTTP + ".jetty.acceptQueueSize", 200);
            properties.put(HTTP + ".jetty.headerBufferSize", 16_384);
            properties.put(HTTP + ".jetty.maxFormSize", 0);
            properties.put(HTTP + ".jetty.sendServerHeader", false);
            properties.put("org.apache.felix.jetty.stopTimeout", 1_000L);
            properties.put("org.apache.felix.jetty.gziphandler.enable", true);
            properties.put("org.apache.felix.jetty.gzip.minGzipSize", 1_024);
            properties.put("org.apache.felix.jetty.gzip.includedMimeTypes",
                    new String[] {"application/json", "text/html", "text/css",
                            "text/javascript", "application/javascript", "image/svg+xml", "text/csv", "text/plain"});
            return properties;
        }

        /** Felix HTTP publishes the address it listens on. */
        private void awaitEndpoint() throws IOException {
            repeat("nothing listens on port " + port + " after ", () -> {
                ServiceReference<?> runtime = context.getServiceReference("org.osgi.service.servlet.runtime.HttpServiceRuntime");
                Object endpoints = runtime == null ? null : runtime.getProperty("osgi.http.endpoint");
                return Arrays.deepToString(new Object[] {endpoints}).contains(":" + port) ? endpoints : null;
            });
        }

        @Override
        public List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("listening on " + address(server.settings().loopback() ? "127.0.0.1" : server.settings().host()));
            lines.add("the token of its owner is in " + server.access().file());
            if (!server.settings().loopback() && server.settings().keyStore().isEmpty()) {
                lines.add("NO TLS on an address beyond this machine: tokens can be intercepted on the network");
            }
            ssh.ifPresent(opened -> lines.addAll(opened.lines()));
            lines.addAll(joined);
            lines.addAll(recovered);
            return lines;
        }

        @Override
        public List<String> secrets() {
            return List.of("open it: " + address() + "#token=" + server.access().owner());
        }

        private String address() {
            return address(server.settings().reachedBy());
        }

        private String address(String host) {
            return (server.settings().keyStore().isPresent() ? "https" : "http") + "://" + host + ":" + port + "/";
        }

        @Override
        public String await() throws InterruptedException {
            server.await();
            return "the server has stopped";
        }

        @Override
        public void close() {
            ssh.ifPresent(Opened::close);
            registered.forEach(ServiceRegistration::unregister);
            registered.clear();
            try {
                http.delete();
            } catch (IOException | IllegalStateException e) {
                // The framework is shutting down, and Jetty with it.
                System.getLogger(ServerEndpoint.class.getName()).log(System.Logger.Level.DEBUG, "the port remains configured", e);
            }
            server.close();
            try {
                Files.deleteIfExists(server.folder().resolve(ADDRESS));
                Files.deleteIfExists(server.folder().resolve(CERTIFICATE));
            } catch (IOException e) {
                System.getLogger(ServerEndpoint.class.getName()).log(System.Logger.Level.DEBUG, "the old address file remains",
                        e);
            }
            open.set(false);
        }
    }
}
