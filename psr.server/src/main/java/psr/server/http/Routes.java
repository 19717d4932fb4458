package psr.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The routes by method and path. A template is a path with names in braces, {@code /api/v1/runs/{id}}; the last one may match the rest of
 * the path: {@code {name...}}. Literal segments win over names; a trailing slash is ignored. Filled at start-up, read-only afterwards.
 */
public final class Routes {

    @FunctionalInterface
    public interface Handler {

        /**
         * Answers a request.
         *
         * @throws ProblemException if it fails
         */
        Answer answer(Request request) throws Exception;
    }

    /**
     * A route.
     *
     * @param role the role it needs; null for none
     * @param queries its query parameters; others are rejected
     */
    public record Route(String method, String template, Role role, Handler handler, List<String> queries) {}

    /** A route and its template, parsed once. */
    private record Template(Route route, List<String> segments) {}

    /** The matched route and the values of its names. */
    record Match(Route route, Map<String, String> names) {}

    private final List<Template> all = new ArrayList<>();

    /** Adds a GET route that needs the read role. */
    public void get(String template, Handler handler, String... queries) {
        add("GET", template, Role.READ, handler, queries);
    }

    /** Adds a GET route that needs no token. */
    public void open(String template, Handler handler, String... queries) {
        add("GET", template, null, handler, queries);
    }

    /** Adds a POST route that changes something. */
    public void post(String template, Handler handler, String... queries) {
        add("POST", template, Role.FULL, handler, queries);
    }

    /** Adds a POST route that only asks a question which needs a body. */
    public void ask(String template, Handler handler, String... queries) {
        add("POST", template, Role.READ, handler, queries);
    }

    /** Adds any other route. */
    public void add(String method, String template, Role role, Handler handler, String... queries) {
        for (Route route : all()) {
            if (route.method().equals(method) && route.template().equals(template)) {
                throw new IllegalArgumentException("a route must be added once; " + method + " " + template);
            }
        }
        all.add(new Template(new Route(method, template, role, handler, List.of(queries)), segments(template)));
    }

    /** All routes, in the order in which they were added. */
    public List<Route> all() {
        return all.stream().map(Template::route).toList();
    }

    /** The route for a request; empty if there is none. */
    Optional<Match> find(String method, String path) {
        Match best = null;
        List<String> segments = segments(path);
        for (Template each : all) {
            Route route = each.route();
            Map<String, String> names = route.method().equals(method) ? match(each.segments(), segments) : null;
            // Fewer names, more literal segments.
            if (names != null && (best == null || names.size() < best.names().size())) {
                best = new Match(route, names);
            }
        }
        return Optional.ofNullable(best);
    }

    /** The methods that a path allows. */
    Set<String> methods(String path) {
        Set<String> methods = new TreeSet<>();
        for (Template each : all) {
            if (match(each.segments(), segments(path)) != null) {
                methods.add(each.route().method());
            }
        }
        return methods;
    }

    private static Map<String, String> match(List<String> template, List<String> path) {
        Map<String, String> names = new LinkedHashMap<>();
        for (int i = 0; i < template.size(); i++) {
            String word = template.get(i);
            if (word.endsWith("...}")) {
                if (i >= path.size()) {
                    return null;
                }
                names.put(word.substring(1, word.length() - 4), String.join("/", path.subList(i, path.size())));
                return names;
            }
            if (i >= path.size()) {
                return null;
            }
            if (word.startsWith("{")) {
                names.put(word.substring(1, word.length() - 1), path.get(i));
            } else if (!word.equals(path.get(i))) {
                return null;
            }
        }
        return template.size() == path.size() ? names : null;
    }

    private static List<String> segments(String path) {
        return List.of((path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path).substring(1)
                .split("/", -1));
    }
}
