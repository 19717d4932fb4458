package psr.page;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Serves the files of the page at {@code /}. Only files of its own folder and of Preact exist; anything else is not
 * found. Each file has an ETag of its content, so that a browser can revalidate it in a few bytes. The server that
 * publishes the page sets the security headers ({@code psr.server} does).
 */
@Component(service = Servlet.class, property = "osgi.http.whiteboard.servlet.pattern=/")
public final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String LIBRARIES = "/lib/";
    private static final Map<String, String> TYPES =
            Map.of("html", "text/html;charset=utf-8", "js", "text/javascript;charset=utf-8",
                    "css", "text/css;charset=utf-8", "svg", "image/svg+xml");

    private final transient Bundle bundle;
    private final transient Map<String, PageFile> read = new ConcurrentHashMap<>();

    /** Serves the files of this bundle. */
    @Activate
    public Page(BundleContext context) {
        this.bundle = context.getBundle();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<PageFile> found = file(request.getRequestURI());
        if (found.isEmpty()) {
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            response.setContentType("text/plain;charset=utf-8");
            response.getWriter().println("the page has no such file");
            return;
        }
        PageFile file = found.get();
        response.setHeader("ETag", file.tag());
        response.setHeader("Cache-Control", "no-cache");
        if (file.sameAs(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType(file.type());
        response.setContentLength(file.content().length);
        response.getOutputStream().write(file.content());
    }

    private Optional<PageFile> file(String path) throws IOException {
        String name = path.equals("/") ? "/index.html" : path;
        PageFile known = read.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        // The form of our file names: no dots except before the extension, nothing encoded.
        if (type == null || !name.matches("(/[a-z-]+)+(\\.umd)?\\.[a-z]+")) {
            return Optional.empty();
        }
        URL url = name.startsWith(LIBRARIES) ? library(name.substring(LIBRARIES.length())) : bundle.getEntry("psr/page" + name);
        if (url == null) {
            return Optional.empty();
        }
        try (InputStream in = url.openStream()) {
            PageFile file = PageFile.of(type, in.readAllBytes());
            read.put(name, file);
            return Optional.of(file);
        }
    }

    private URL library(String name) {
        Enumeration<URL> found = bundle.findEntries("META-INF/resources/webjars", name, true);
        return found == null ? null : found.nextElement();
    }
}
