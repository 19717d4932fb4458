package psr.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {

    private final Gate gate = new Gate(Set.of("localhost"));
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final AtomicInteger status = new AtomicInteger();

    /** Whether a request for this path comes through. */
    private boolean passes(String path, String host) throws Exception {
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(HttpServletRequest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class}, (proxy, method, arguments) -> switch (method.getName()) {
                    case "getRequestURI" -> path;
                    case "getHeader" -> arguments[0].equals("Host") ? host : null;
                    default -> false;
                });
        ServletOutputStream out = new ServletOutputStream() {

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {
                throw new UnsupportedOperationException("responses are written synchronously");
            }

            @Override
            public void write(int one) {
                sent.write(one);
            }
        };
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(HttpServletResponse.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("setStatus")) {
                        status.set((Integer) arguments[0]);
                    }
                    return method.getName().equals("getOutputStream") ? out : null;
                });
        boolean[] passed = new boolean[1];
        gate.doFilter(request, response, (asked, answer) -> passed[0] = true);
        return passed[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/data/..%2fx", "/api/v1/data/..%2Fx", "/api/v1/%2e%2E/x", "/api/v1//runs", "//", "/a%5cb",
            "/a\\b", "/a%25b",
            "/a;b=c", "/a%00b", "/a%7f", "/a%u002e", "/a%2", "/a b"})
    void anAmbiguousPathIsRefusedWithAProblem(String path) throws Exception {
        assertTrue(!passes(path, "localhost:8080"));
        assertEquals(400, status.get());
        assertTrue(sent.toString(StandardCharsets.UTF_8).contains("a path must be plain"), sent::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/api/v1/", "/api/v1/runs", "/api/v1/data/a-b_c.csv", "/api/v1/services/learner/a%20b",
            "/%C3%A4:@!$&'()*+,=~"})
    void aPlainPathComesThrough(String path) throws Exception {
        assertTrue(passes(path, "localhost:8080"), sent::toString);
    }

    @Test
    void anotherHostIsRefusedBeforeThePathIsLookedAt() throws Exception {
        assertTrue(!passes("//", "evil.example"));
        assertEquals(403, status.get());
    }
}
