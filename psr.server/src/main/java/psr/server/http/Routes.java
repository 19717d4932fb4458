package psr.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is asked for, by method and path. A template is a path with names in braces, {@code /api/v1/runs/{id}}; the last one may stand for
 * the rest of the path: {@code {name...}}. A word goes before a name, and a slash at the end means nothing. Filled at the start, then only read.
 */
public final class Routes {

    /** Answers a request. */
    @FunctionalInterface
    public interface Handler {

        /**
         * The answer.
         *
         * @throws ProblemException if there is none
         */
        Answer answer(Request request) throws Exception;
    }

    /**
     * One of them.
     *
     * @param role what it needs; null if nothing
     * @param queries the parameters that it takes in the query; others are refused
     */
    public record Route(String method, String template, Role role, Handler handler, List<String> queries) {}

    /** A route, and its template taken apart: once, not with each request. */
    private record Template(Route route, List<String> segments) {}

    /** A route that was asked for, and what stands in the place of its names. */
    record Match(Route route, Map<String, String> names) {}

    private final List<Template> all = new ArrayList<>();

    /** For whoever may look. */
    public void get(String template, Handler handler, String... queries) {
        add("GET", template, Role.READ, handler, queries);
    }

    /** For everybody, without a token. */
    public void open(String template, Handler handler, String... queries) {
        add("GET", template, null, handler, queries);
    }

    /** Changes something. */
    public void post(String template, Handler handler, String... queries) {
        add("POST", template, Role.FULL, handler, queries);
    }

    /** Asks something that needs a body. */
    public void ask(String template, Handler handler, String... queries) {
        add("POST", template, Role.READ, handler, queries);
    }

    /** Any other. */
    public void add(String method, String template, Role role, Handler handler, String... queries) {
        for (Route route : all()) {
            if (route.method().equals(method) && route.template().equals(template)) {
                throw new IllegalArgumentException("a route must be added once; " + method + " " + template);
            }
        }
        all.add(new Template(new Route(method, template, role, handler, List.of(queries)), segments(template)));
    }

    /** All of them, in the order they were added. */
    public List<Route> all() {
        return all.stream().map(Template::route).toList();
    }

    /** The route of a request; empty if there is none. */
    Optional<Match> find(String method, String path) {
        Match best = null;
        List<String> segments = segments(path);
        for (Template each : all) {
            Route route = each.route();
            Map<String, String> names = route.method().equals(method) ? match(each.segments(), segments) : null;
            // Fewer names, more words.
            if (names != null && (best == null || names.size() < best.names().size())) {
                best = new Match(route, names);
            }
        }
        return Optional.ofNullable(best);
    }

    /** The methods that a path has. */
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
