package psr.server.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import psr.api.lab.BundleVersion;
import psr.api.lab.PluginFile;
import psr.api.lab.PluginListener;
import psr.api.lab.Plugins;
import psr.api.lab.ServiceInfo;
import psr.api.lab.ServiceKind;
import psr.api.lab.Subscription;
import psr.api.settings.ValidationError;
import psr.api.settings.ValidationException;
import psr.server.LabServices;
import psr.server.ServerSettings;
import psr.server.events.Events;
import psr.server.http.Answer;
import psr.server.http.Json;
import psr.server.http.ProblemException;
import psr.server.http.Request;
import psr.server.http.Resource;
import psr.server.http.Role;
import psr.server.http.Routes;

/** {@code /api/v1/plugins}: lists installed plugins and, if allowed, installs and removes them. */
public final class PluginsResource implements Resource, AutoCloseable {

    private static final long LARGEST = 100_000_000;
    private static final String NAME_OF_BUNDLE = "Bundle-SymbolicName";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.jar");

    private final LabServices lab;
    private final boolean allowed;
    private final Optional<Signers> signers;
    private final Path waiting;
    private final Supplier<Map<BundleVersion, List<String>>> bound;
    private final Subscription listening;

    /**
     * Creates the routes.
     *
     * @param waiting a folder for uploads in progress
     * @param bound the bundles that runs are bound to, and the ids of these runs
     * @throws IOException if the trust store cannot be read
     */
    public PluginsResource(LabServices lab, ServerSettings settings, Path base, Path waiting, Events events,
            Supplier<Map<BundleVersion, List<String>>> bound) throws IOException {
        this.lab = lab;
        this.allowed = settings.allowPlugins();
        this.signers = settings.trustStore().isPresent() ? Optional.of(Signers.of(base.resolve(settings.trustStore().get())))
                : Optional.empty();
        this.waiting = waiting;
        this.bound = bound;
        this.listening = listen(lab.plugins(), events);
    }

    private Subscription listen(Plugins plugins, Events events) {
        return plugins.listen(new PluginListener() {

            @Override
            public void changed(PluginFile file) {
                events.tell("plugin", "",
                        json(file, bound.get()).put("what", file.state() == PluginFile.State.REJECTED ? "rejected" : "taken"));
            }

            @Override
            public void removed(PluginFile file) {
                events.tell("plugin", "", json(file, bound.get()).put("what", "removed"));
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
        List<PluginFile> files = lab.plugins().files();
        Map<BundleVersion, List<String>> runs = new LinkedHashMap<>(bound.get());
        for (PluginFile file : files) {
            items.add(json(file, runs));
        }
        // A bundle without a file was a plugin if its location is a jar; otherwise it belongs to the application.
        files.forEach(file -> file.bundle().ifPresent(runs::remove));
        runs.forEach((bundle, ids) -> {
            if (lab.plugins().jar(bundle).isPresent()) {
                items.add(held(bundle, ids, files));
            }
        });
        return Answer.json(answer.put("allowed", allowed).put("signed", signers.isPresent()));
    }

    /** A bundle whose file was removed or replaced. */
    private static JsonNode held(BundleVersion bundle, List<String> ids, List<PluginFile> files) {
        String now = files.stream().filter(file -> file.state() == PluginFile.State.ACTIVE)
                .flatMap(file -> file.bundle().stream())
                .filter(other -> other.name().equals(bundle.name())).findFirst()
                .map(other -> "its file was replaced; new runs use " + other)
                .orElse("its file was removed; new runs do not use it");
        ObjectNode json = Json.object().putNull("file").put("state", "held").put("remark",
                now + "; runs that started with it use it until they end");
        json.set("bundle", Json.tree(bundle));
        json.putArray("services");
        return json.set("runs", Json.tree(ids));
    }

    private ObjectNode json(PluginFile file, Map<BundleVersion, List<String>> holders) {
        ObjectNode json = Json.object().put("file", file.name()).put("state", Json.word(file.state()))
                .put("remark", file.remark());
        json.set("bundle", file.bundle().map(Json::tree).orElse(null));
        ArrayNode services = json.putArray("services");
        ArrayNode runs = json.putArray("runs");
        file.bundle().ifPresent(version -> {
            // The bundle in use may be from another jar of the same version.
            for (ServiceKind kind : file.state() == PluginFile.State.ACTIVE ? ServiceKind.values() : new ServiceKind[0]) {
                for (ServiceInfo service : lab.catalogue().present(kind)) {
                    if (service.bundle().name().equals(version.name()) && service.bundle().version().equals(version.version())) {
                        services.add(kind.word() + " " + service.name());
                    }
                }
            }
            holders.getOrDefault(version, List.of()).forEach(runs::add);
        });
        return json;
    }

    private Path place(Request request) {
        if (!allowed) {
            throw ProblemException.of(403, "not enabled",
                    "a plugin is code that runs on the server; to allow uploads, start the server with --allow-plugins");
        }
        String name = request.name("file");
        if (!NAME.matcher(name).matches()) {
            throw ProblemException
                    .malformed("the name of a plugin must be letters, digits, dots, dashes and underscores, and end in .jar;"
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
            checkBundle(part);
            if (signers.isPresent()) {
                try {
                    signers.get().check(part);
                } catch (IOException e) {
                    throw ProblemException.of(422, "not trusted", e.getMessage());
                }
            }
            // Complete, so that the laboratory never sees half a file; copied next to it first, because the folders may be on two disks.
            Path beside = place.resolveSibling("." + place.getFileName() + ".part");
            Files.move(part, beside, StandardCopyOption.REPLACE_EXISTING);
            Files.move(beside, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        ObjectNode answer = Json.object().put("file", place.getFileName().toString()).put("state", "waiting");
        return there ? Answer.json(answer) : Answer.created("/api/v1/plugins/" + place.getFileName(), answer);
    }

    /** Rejects a jar that the laboratory could not install. */
    private static void checkBundle(Path file) {
        try (JarFile jar = new JarFile(file.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue(NAME_OF_BUNDLE);
            if (name == null || name.isBlank()) {
                throw new ValidationException(ValidationError.of(
                        "a plugin must be an OSGi bundle with the manifest header " + NAME_OF_BUNDLE + "; this jar has none:"
                                + " build it with bnd, as docs/YOUR-OWN-LEARNER.md shows"));
            }
        } catch (IOException e) {
            throw new ValidationException(ValidationError.of("a plugin must be a jar; the upload cannot be read as one"), e);
        }
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
