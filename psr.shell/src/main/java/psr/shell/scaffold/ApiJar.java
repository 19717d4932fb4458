package psr.shell.scaffold;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.osgi.framework.Bundle;

/**
 * The jar of a running bundle. Its original may be a file, a jar within a jar or deleted; the jar is rebuilt from the
 * entries that the framework knows.
 */
final class ApiJar {

    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    private ApiJar() {}

    static byte[] of(Bundle bundle) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        Enumeration<URL> urls = bundle.findEntries("/", "*", true);
        for (URL url : urls == null ? Collections.<URL>emptyList() : Collections.list(urls)) {
            String path = url.getPath().substring(1);
            if (!path.endsWith("/")) {
                try (InputStream in = url.openStream()) {
                    entries.put(path, in.readAllBytes());
                }
            }
        }
        return of(entries);
    }

    /** A jar of these entries, the manifest first; the same entries give the same bytes. */
    static byte[] of(Map<String, byte[]> entries) throws IOException {
        Map<String, byte[]> ordered = new LinkedHashMap<>();
        byte[] manifest = entries.get(MANIFEST);
        if (manifest == null) {
            throw new IOException("a bundle must have a manifest; that of psr.api cannot be read");
        }
        ordered.put(MANIFEST, manifest);
        ordered.putAll(entries);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : ordered.entrySet()) {
                ZipEntry file = new ZipEntry(entry.getKey());
                file.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
                jar.putNextEntry(file);
                jar.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }
}
