package psr.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.lab.ModelStore;
import psr.api.settings.Schema;
import psr.server.http.Routes;

/** The document says what the server has, and the server has what the document says; psr.itest holds the answers against it. */
class OpenApiTest {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

    static JsonNode document() throws Exception {
        try (InputStream in = LabServer.class.getResourceAsStream("openapi.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    /** The roles by method and path, without the names of path parameters. */
    private static Map<String, String> described() throws Exception {
        Map<String, String> roles = new TreeMap<>();
        for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                assertTrue(METHODS.contains(operation.getKey()), operation.getKey());
                roles.put(key(operation.getKey(), path.getKey()), operation.getValue().get("x-role").asText());
            }
        }
        return roles;
    }

    private static String key(String method, String path) {
        return method.toLowerCase(Locale.ROOT) + " " + path.replaceAll("\\{[^}]*}", "{}");
    }

    private static LabServer server(ServerSettings settings, Path folder) throws Exception {
        return new LabServer(settings, folder, new TestLab().services(TestLab.idle(ModelStore.class), folder), "1.0.0");
    }

    @Test
    void describesAllRoutes(@TempDir Path folder) throws Exception {
        Map<String, String> routes = new TreeMap<>();
        ServerSettings settings =
                Schema.of(ServerSettings.class).parse(Map.of("data", folder.resolve("data").toString()), "serve");
        Set<String> limits = new TreeSet<>();
        try (LabServer server = server(settings, folder)) {
            limits.addAll(server.limits().keySet());
            for (Routes.Route route : server.routes().all()) {
                routes.put(key(route.method(), route.template()),
                        route.role() == null ? "nobody" : route.role().name().toLowerCase(Locale.ROOT));
            }
        }
        assertTrue(routes.size() > 60, routes::toString);
        assertEquals(described(), routes);
        Set<String> named = new TreeSet<>();
        document().at("/components/schemas/About/properties/limits/properties").fieldNames().forEachRemaining(named::add);
        assertEquals(named, limits);
        assertTrue(limits.containsAll(Set.of("json-bytes", "file-bytes", "runs-open", "sessions", "plugin-bytes", "tokens")),
                limits::toString);
    }

    @Test
    void describesTheParametersThatTheServerTakes(@TempDir Path folder) throws Exception {
        Map<String, Set<String>> described = new TreeMap<>();
        for (Map.Entry<String, JsonNode> path : document().get("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                Set<String> names = described.computeIfAbsent(key(operation.getKey(), path.getKey()), any -> new TreeSet<>());
                for (JsonNode parameter : operation.getValue().path("parameters")) {
                    if (parameter.get("in").asText().equals("query")) {
                        names.add(parameter.get("name").asText());
                    }
                }
            }
        }
        Map<String, Set<String>> taken = new TreeMap<>();
        ServerSettings settings =
                Schema.of(ServerSettings.class).parse(Map.of("data", folder.resolve("data").toString()), "serve");
        try (LabServer server = server(settings, folder)) {
            server.routes().all()
                    .forEach(route -> taken.put(key(route.method(), route.template()), new TreeSet<>(route.queries())));
        }
        assertEquals(described, taken);
    }

    @Test
    void everyReferenceLeadsSomewhere() throws Exception {
        JsonNode document = document();
        Set<String> used = new TreeSet<>();
        document.findValuesAsText("$ref").forEach(used::add);
        assertTrue(used.size() > 20, used::toString);
        for (String reference : used) {
            assertTrue(document.at(reference.substring(1)).isObject(), reference);
        }
    }

    @Test
    void everyFieldIsSpelledInLowerCaseWithDashes() throws Exception {
        Set<String> names = new TreeSet<>();
        for (JsonNode properties : document().findValues("properties")) {
            properties.fieldNames().forEachRemaining(names::add);
        }
        assertTrue(names.size() > 100, names::toString);
        names.removeIf(name -> name.matches("[a-z][a-z0-9]*(-[a-z0-9]+)*"));
        assertEquals(Set.of(), names);
    }

    @Test
    void everyOperationHasANameOfItsOwn() throws Exception {
        List<String> names = document().findValuesAsText("operationId");
        assertEquals(names.size(), Set.copyOf(names).size(), names::toString);
    }
}
