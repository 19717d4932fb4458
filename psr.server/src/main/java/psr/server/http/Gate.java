package psr.server.http;

import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Checks each request before anything else: it must name this server as host (a foreign web page may have its own name point here), must not
 * come from a page of another origin, and its path must be plain. Adds security headers to every response.
 */
public final class Gate implements Filter {

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "frame-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    /** Path segments without ambiguity: no encoded dots, slashes, percent signs or control characters, no parameters, none empty but the last. */
    private static final Pattern PLAIN = Pattern.compile(
            "(?:/(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%(?!2[5EeFf]|5[Cc]|7[Ff]|[01])[0-9A-Fa-f]{2})++)*/?");

    private final Set<String> hosts;

    /**
     * Creates the filter.
     *
     * @param hosts the names of this server, without a port, in lower case
     */
    public Gate(Set<String> hosts) {
        this.hosts = Set.copyOf(hosts);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        answer.setHeader("Content-Security-Policy", POLICY);
        answer.setHeader("X-Content-Type-Options", "nosniff");
        answer.setHeader("Referrer-Policy", "no-referrer");
        answer.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        answer.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        answer.setHeader("Cache-Control", asked.getRequestURI().startsWith("/api/") ? "no-store" : "no-cache");
        String host = asked.getHeader("Host");
        String origin = asked.getHeader("Origin");
        if (host == null || !hosts.contains(name(host))) {
            refuse(answer, 403, "not from here",
                    "the host must be one of " + String.join(", ", hosts)
                            + "; to allow other names, start the server with --names");
        } else if (origin != null && !origin.equals((asked.isSecure() ? "https://" : "http://") + host)) {
            refuse(answer, 403, "not from here", "requests from pages of another origin are not allowed; Origin: " + origin);
        } else if (!PLAIN.matcher(asked.getRequestURI()).matches()) {
            refuse(answer, 400, "malformed",
                    "a path must be plain: no empty segments, no parameters, no encoded dots, slashes or percent signs; found "
                            + asked.getRequestURI());
        } else {
            chain.doFilter(request, response);
        }
    }

    private static String name(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        int colon = lower.lastIndexOf(':');
        return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
    }

    private static void refuse(HttpServletResponse response, int status, String title, String detail) throws IOException {
        byte[] bytes = Json.bytes(Problem.of(status, title, detail).json());
        response.setStatus(status);
        response.setContentType(Problem.TYPE);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
