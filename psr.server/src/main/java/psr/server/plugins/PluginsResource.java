package psr.server.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Plugins;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Subscription;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.events.Events;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.Problem;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/** {@code /api/v1/plugins}: what is installed, and, where that is allowed, more of it. */
public final class PluginsResource implements Resource, AutoCloseable {

    private static final long LARGEST = 100_000_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.jar");

    private final LabServices lab;
    private final boolean allowed;
    private final Optional<Signers> signers;
    private final Path waiting;
    private final Function<BundleVersion, List<String>> boundRuns;
    private final Subscription listening;

    /**
     * Plugins of a laboratory.
     *
     * @param waiting a folder of the server's, for what is being uploaded
     * @param boundRuns the ids of the runs that are bound to a bundle
     * @throws IOException if there is to be a trust store that cannot be read
     */
    public PluginsResource(LabServices lab, ServerSettings settings, Path base, Path waiting, Events events,
            Function<BundleVersion, List<String>> boundRuns) throws IOException {
        this.lab = lab;
        this.allowed = settings.allowPlugins();
        this.signers = settings.trustStore().isPresent() ? Optional.of(Signers.of(base.resolve(settings.trustStore().get())))
                : Optional.empty();
        this.waiting = waiting;
        this.boundRuns = boundRuns;
        this.listening = listen(lab.plugins(), events);
    }

    private Subscription listen(Plugins plugins, Events events) {
        return plugins.listen(new PluginListener() {

            @Override
            public void changed(PluginFile file) {
                events.tell("plugin", "", json(file).put("what", file.state() == PluginFile.State.REJECTED ? "rejected" : "taken"));
            }

            @Override
            public void removed(PluginFile file) {
                events.tell("plugin", "", json(file).put("what", "removed"));
            }
        });
    }

    @Override
    public void addTo(Routes routes) {
        routes.get("/api/v1/plugins", this::list);
        routes.add("PUT", "/api/v1/plugins/{file}", Role.FULL, this::put);
        routes.add("DELETE", "/api/v1/plugins/{file}", Role.FULL, this::remove);
    }

    @Override
    public Map<String, Long> limits() {
        return Map.of("plugin-bytes", LARGEST);
    }

    private Answer list(Request request) {
        ObjectNode answer = Json.object();
        ArrayNode items = answer.putArray("items");
        for (PluginFile file : lab.plugins().files()) {
            items.add(json(file));
        }
        return Answer.json(answer.put("allowed", allowed).put("signed", signers.isPresent()));
    }

    private ObjectNode json(PluginFile file) {
        ObjectNode json = Json.object().put("file", file.name()).put("state", file.state().name().toLowerCase(Locale.ROOT))
                .put("remark", file.remark());
        ObjectNode bundle = file.bundle().map(version -> Json.object().put("name", version.name()).put("version", version.version()))
                .orElse(null);
        json.set("bundle", bundle);
        ArrayNode services = json.putArray("services");
        ArrayNode runs = json.putArray("runs");
        file.bundle().ifPresent(version -> {
            for (ServiceKind kind : ServiceKind.values()) {
                for (ServiceInfo service : lab.catalogue().present(kind)) {
                    if (service.bundle().name().equals(version.name()) && service.bundle().version().equals(version.version())) {
                        services.add(kind.word() + " " + service.name());
                    }
                }
            }
            boundRuns.apply(version).forEach(runs::add);
        });
        return json;
    }

    private Path place(Request request) {
        if (!allowed) {
            throw new ProblemException(Problem.of(403, "not enabled",
                    "a plugin is code that runs here: the server must be started with --allow-plugins"));
        }
        String name = request.name("file");
        if (!NAME.matcher(name).matches()) {
            throw ProblemException.malformed("the name of a plugin must be letters, digits, dots, dashes and underscores, and end in .jar;"
                    + " found " + name);
        }
        return lab.plugins().folder().resolve(name);
    }

    private Answer put(Request request) throws IOException {
        Path place = place(request);
        boolean there = Files.exists(place);
        Path part = Files.createTempFile(waiting, "plugin", ".part");
        try {
            try (InputStream in = request.body(LARGEST)) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            }
            if (signers.isPresent()) {
                try {
                    signers.get().check(part);
                } catch (IOException e) {
                    throw new ProblemException(Problem.of(422, "not trusted", e.getMessage()));
                }
            }
            // Whole, so that the laboratory never sees half of it; beside it first, where the folders are on two disks.
            Path beside = place.resolveSibling("." + place.getFileName() + ".part");
            Files.move(part, beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        ObjectNode answer = Json.object().put("file", place.getFileName().toString()).put("state", "waiting");
        return there ? Answer.json(answer) : Answer.created("/api/v1/plugins/" + place.getFileName(), answer);
    }

    private Answer remove(Request request) throws IOException {
        Path place = place(request);
        if (!Files.deleteIfExists(place)) {
            throw ProblemException.missing("there is no plugin " + place.getFileName());
        }
        return Answer.done();
    }

    @Override
    public void close() {
        listening.close();
    }
}
