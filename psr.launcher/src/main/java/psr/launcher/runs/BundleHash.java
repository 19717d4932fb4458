package psr.launcher.runs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

import psr.launcher.lab.Offer;

/**
 * What the numbers of a run depend on: the bundles of its services, those they take packages from, and the laboratory
 * itself, each with version and hash.
 */
final class BundleHash {

    private BundleHash() {}

    /**
     * The bundles behind services.
     *
     * @return for each symbolic name {@code version} and, where the content can be read, {@code sha256}
     */
    static Map<String, Map<String, String>> of(Iterable<Offer> services) {
        Map<String, Map<String, String>> found = new TreeMap<>();
        Deque<Bundle> open = new ArrayDeque<>();
        for (Offer offer : services) {
            offer.provider().bundle().ifPresentOrElse(open::add,
                    () -> found.put(offer.bundle(), Map.of("version", offer.version())));
        }
        Bundle laboratory = FrameworkUtil.getBundle(BundleHash.class);
        Set<Bundle> seen = new HashSet<>();
        if (laboratory != null) {
            // Not what it is wired to: shells and readers of JSON move no number.
            seen.add(laboratory);
            found.put(laboratory.getSymbolicName(), describe(laboratory));
        }
        while (!open.isEmpty()) {
            Bundle bundle = open.pop();
            if (bundle.getBundleId() == 0 || !seen.add(bundle)) {
                continue;
            }
            found.put(bundle.getSymbolicName(), describe(bundle));
            BundleWiring wiring = bundle.adapt(BundleWiring.class);
            if (wiring != null) {
                for (BundleWire wire : wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
                    open.add(wire.getProvider().getBundle());
                }
            }
        }
        return found;
    }

    private static Map<String, String> describe(Bundle bundle) {
        Map<String, String> text = new LinkedHashMap<>();
        text.put("version", bundle.getVersion().toString());
        text.put("sha256", sha256(bundle));
        return text;
    }

    /** Over the names and bytes of all entries, by name: the order and times inside the jar do not matter. */
    private static String sha256(Bundle bundle) {
        Map<String, URL> entries = new TreeMap<>();
        Enumeration<URL> all = bundle.findEntries("/", "*", true);
        for (URL url : all == null ? Collections.<URL>emptyList() : Collections.list(all)) {
            if (!url.getPath().endsWith("/")) {
                entries.put(url.getPath(), url);
            }
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Map.Entry<String, URL> entry : entries.entrySet()) {
                byte[] content;
                try (InputStream in = entry.getValue().openStream()) {
                    content = in.readAllBytes();
                }
                byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(8).putInt(name.length).putInt(content.length).array());
                digest.update(name);
                digest.update(content);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + bundle.getSymbolicName(), e);
        }
    }
}
