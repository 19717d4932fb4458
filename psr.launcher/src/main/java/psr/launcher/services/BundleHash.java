package psr.launcher.services;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.osgi.framework.Bundle;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

import psr.api.lab.BundleVersion;

/** The exact code of bundles: version and a hash of the content. */
public final class BundleHash {

    private BundleHash() {}

    /** A bundle and those it takes packages from, by name, without the framework. */
    public static List<BundleVersion> behind(Bundle bundle) {
        Map<String, BundleVersion> found = new TreeMap<>();
        Set<Bundle> seen = new HashSet<>();
        Deque<Bundle> open = new ArrayDeque<>(List.of(bundle));
        while (!open.isEmpty()) {
            Bundle next = open.pop();
            if (next.getBundleId() == 0 || !seen.add(next)) {
                continue;
            }
            found.put(next.getSymbolicName(), of(next));
            BundleWiring wiring = next.adapt(BundleWiring.class);
            List<BundleWire> wires = wiring == null ? null : wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE);
            for (BundleWire wire : wires == null ? List.<BundleWire>of() : wires) {
                open.add(wire.getProvider().getBundle());
            }
        }
        return List.copyOf(found.values());
    }

    /** One bundle. */
    public static BundleVersion of(Bundle bundle) {
        return BundleVersion.of(bundle.getSymbolicName(), bundle.getVersion().toString(), sha256(bundle));
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
