package psr.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import psr.api.settings.ValidationException;
import psr.launcher.spi.JobStore;
import psr.math.hashes.Hashes;

/** Finds the route of a request, checks the caller's role, and sends the response or the problem. */
public final class ApiServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = System.getLogger(ApiServlet.class.getName());
    private static final int LONGEST_PATH = 2000;
    /** Digits of the hash in an entity tag. */
    private static final int TAG_DIGITS = 24;
    /** A client that sends nothing for this long is disconnected. */
    public static final int SILENCE_SECONDS = 60;
    /** Threads of the HTTP server; each answers one request at a time. */
    public static final int THREADS = 250;
    /** Limit of concurrent requests, including slow clients. The remaining threads accept connections and answer health checks. */
    private static final int MOST_AT_ONCE = 200;
    private static final String HEALTH = "/health";

    /** Counts responses. */
    @FunctionalInterface
    public interface Statistics {

        /** Called when a response begins, with the nanoseconds since the request. */
        void answered(int status, long time);
    }

    private final transient Routes routes;
    private final transient Access access;
    private final transient Statistics answered;
    private final transient Semaphore places = new Semaphore(MOST_AT_ONCE);

    /**
     * Creates the servlet.
     *
     * @param answered called for each response
     */
    public ApiServlet(Routes routes, Access access, Statistics answered) {
        this.routes = routes;
        this.access = access;
        this.answered = answered;
    }

    /** The limits that apply to every request. */
    public static Map<String, Long> limits() {
        return Map.of("json-bytes", (long) Request.LARGEST_JSON, "json-depth", (long) Json.DEPTH, "path-characters",
                (long) LONGEST_PATH,
                "page-items", (long) Listing.MOST, "idempotency-key-characters", (long) RepeatKey.LONGEST,
                "body-bytes-a-second-at-least", BoundedInput.LEAST_BYTES_A_SECOND, "silence-seconds", (long) SILENCE_SECONDS,
                "requests-at-once", (long) MOST_AT_ONCE);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long begun = System.nanoTime();
        if (request.getServletPath().equals(HEALTH)) {
            reply(made(request), begun, request, response);
        } else if (places.tryAcquire()) {
            try {
                reply(made(request), begun, request, response);
            } finally {
                places.release();
            }
        } else {
            reply(Answer.problem(
                    new Problem(503, "busy", "at most " + MOST_AT_ONCE + " requests are processed at once", List.of(), 1)),
                    begun, request, response);
        }
    }

    private Answer made(HttpServletRequest request) {
        try {
            return answer(request);
        } catch (ProblemException e) {
            return Answer.problem(e.problem());
        } catch (ValidationException e) {
            return Answer.problem(Problem.refused(List.of(e.error())));
        } catch (JobStore.UnavailableException e) {
            return Answer.problem(new Problem(503, "store away", e.getMessage(), List.of(), 5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.problem(new Problem(503, "stopping", "the server is stopping", List.of(), 5));
        } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
            LOG.log(System.Logger.Level.ERROR, request.getMethod() + " " + request.getRequestURI() + " failed", e);
            return Answer.problem(Problem.of(500, "failed", "the server failed; its log says why"));
        }
    }

    private void reply(Answer answer, long begun, HttpServletRequest request, HttpServletResponse response) throws IOException {
        answered.answered(answer.status(), System.nanoTime() - begun);
        ClientOutput out = new ClientOutput(response);
        try {
            send(answer, request, response, out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            if (!out.gone) {
                // A client that gets half a response must notice that it is incomplete.
                throw e;
            }
            LOG.log(System.Logger.Level.DEBUG, "a client has disconnected", e);
        }
    }

    /** The output to a client; records whether a failure was the client's. */
    private static final class ClientOutput extends OutputStream {

        private final HttpServletResponse response;
        private boolean gone;

        ClientOutput(HttpServletResponse response) {
            this.response = response;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                response.getOutputStream().write(bytes, offset, length);
            } catch (IOException e) {
                gone = true;
                throw e;
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                response.getOutputStream().flush();
            } catch (IOException e) {
                gone = true;
                throw e;
            }
        }
    }

    private Answer answer(HttpServletRequest request) throws Exception {
        String path = request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
        if (path.length() > LONGEST_PATH) {
            throw ProblemException.of(414, "too long", "a path must have at most " + LONGEST_PATH + " characters");
        }
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Optional<Routes.Match> match = routes.find(method, path);
        Routes.Route route = match.map(Routes.Match::route).orElse(null);
        // A caller without a token must not learn which paths exist.
        Access.Caller caller =
                route != null && route.role() == null ? Access.ANONYMOUS : access.caller(request.getHeader("Authorization"));
        if (route == null) {
            Set<String> methods = routes.methods(path);
            if (methods.isEmpty()) {
                throw ProblemException.missing("there is nothing at " + path + "; /api/v1/openapi.json lists all paths");
            }
            throw ProblemException.of(405, "method",
                    "the method must be one of " + String.join(", ", methods) + "; found " + method);
        }
        if (route.role() != null && !caller.role().allows(route.role())) {
            throw ProblemException.of(403, "read only", "the token '" + caller.name() + "' is read-only");
        }
        Request asked = new Request(request, match.get().names(), caller);
        asked.checkQuery(route.queries());
        return route.handler().answer(asked);
    }

    private static void send(Answer answer, HttpServletRequest request, HttpServletResponse response, ClientOutput out)
            throws IOException, InterruptedException {
        answer.headers().forEach(response::setHeader);
        if (answer.status() == 401) {
            response.setHeader("WWW-Authenticate", "Bearer");
        }
        boolean get = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
        String given = answer.headers().get("ETag");
        // The result of a POST that only asks a question has no state to compare with.
        boolean tagged = given != null || answer.bytes() != null && !request.getMethod().equals("POST");
        if (answer.status() == 200 && tagged) {
            String tag = given == null ? tag(answer.bytes()) : given;
            response.setHeader("ETag", tag);
            if (get && matches(request.getHeader("If-None-Match"), tag)) {
                response.setStatus(304);
                return;
            }
        }
        response.setStatus(answer.status());
        if (answer.type() != null) {
            response.setContentType(answer.type());
        }
        if (answer.bytes() != null) {
            response.setContentLength(answer.bytes().length);
        }
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        if (answer.bytes() != null) {
            out.write(answer.bytes());
        } else {
            answer.body().writeTo(out);
        }
    }

    /** The entity tag of a response body. */
    public static String tag(byte[] bytes) {
        return "\"" + Hashes.of(bytes).substring(0, TAG_DIGITS) + "\"";
    }

    /** Whether a client's list of tags contains this tag. */
    public static boolean matches(String header, String tag) {
        if (header == null) {
            return false;
        }
        for (String each : header.split(",")) {
            String one = each.strip();
            if (one.equals("*") || one.equals(tag) || one.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }
}
