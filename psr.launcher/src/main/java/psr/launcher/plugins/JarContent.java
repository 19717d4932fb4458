package psr.launcher.plugins;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

import psr.api.lab.BundleVersion;
import psr.math.hashes.Hashes;

/** Reads a bundle completely and computes its exact version: name, version and hash of the content. */
public final class JarContent {

    /** The maximum unpacked size of a jar, in bytes: rejects zip bombs; a plugin is code and small resources. */
    private static final long MOST_BYTES = 256L << 20;
    /** The maximum size of a manifest, in bytes: all readers of jars load it completely. */
    private static final long MOST_OF_MANIFEST = 4L << 20;
    private static final int BUFFER = 1 << 16;

    /** A file that is not a bundle; the message says why, for users who do not know OSGi. */
    static class NoBundleException extends IOException {

        private static final long serialVersionUID = 1L;

        NoBundleException(String message) {
            super(message);
        }
    }

    /** A file that cannot be read as a jar; it may still be being written. */
    static final class CorruptJarException extends NoBundleException {

        private static final long serialVersionUID = 1L;

        CorruptJarException(String message) {
            super("the file is corrupt" + message);
        }
    }

    /** The content of an entry; opened twice if it is long. */
    private interface Entry {
        InputStream open() throws IOException;
    }

    private JarContent() {}

    /**
     * The exact version of a jar. Reads every entry: the index of a jar is at its end and may be intact although an entry is
     * damaged.
     *
     * @throws NoBundleException if the file is not a jar, is truncated or is not a bundle
     */
    static BundleVersion of(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), true)) {
            SortedMap<String, Entry> entries = entries(jar);
            JarEntry listed = jar.getJarEntry(JarFile.MANIFEST_NAME);
            if (listed != null && listed.getSize() > MOST_OF_MANIFEST) {
                throw new NoBundleException("its manifest must have at most " + (MOST_OF_MANIFEST >> 20) + " MB; it has "
                        + (listed.getSize() >> 20) + " MB");
            }
            String hash = hash(entries);
            Attributes main = manifest(jar);
            String name = name(main);
            if (name.isEmpty()) {
                throw new NoBundleException("not an OSGi bundle: its manifest has no " + Constants.BUNDLE_SYMBOLICNAME
                        + "; build it with bnd, as docs/YOUR-OWN-LEARNER.md shows");
            }
            return new BundleVersion(name, version(main), hash);
        } catch (NoBundleException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            NoBundleException corrupt = new CorruptJarException(" or truncated: it cannot be read as a jar");
            corrupt.initCause(e);
            throw corrupt;
        }
    }

    /**
     * The exact version of a jar on the class path, by its manifest if it is a bundle, else by the name of the file. Needs no class of OSGi.
     *
     * @throws IOException if it cannot be read
     */
    public static BundleVersion onClassPath(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), true)) {
            Attributes main = manifest(jar);
            String name = name(main);
            return new BundleVersion(name.isEmpty() ? file.getFileName().toString().replaceFirst("\\.jar$", "") : name,
                    Optional.ofNullable(main.getValue(Constants.BUNDLE_VERSION)).orElse("").strip(), hash(entries(jar)));
        }
    }

    private static SortedMap<String, Entry> entries(JarFile jar) throws CorruptJarException {
        SortedMap<String, Entry> entries = new TreeMap<>();
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements();) {
            JarEntry entry = all.nextElement();
            if (!entry.isDirectory() && entries.put("/" + entry.getName(), () -> checked(jar, entry)) != null) {
                throw new CorruptJarException(": it has two entries " + entry.getName());
            }
        }
        return entries;
    }

    /** The content of an entry; its checksum is verified at the end, which JarFile does not do. */
    private static InputStream checked(JarFile jar, JarEntry entry) throws IOException {
        CRC32 found = new CRC32();
        return new CheckedInputStream(jar.getInputStream(entry), found) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                int n = super.read(into, from, length);
                if (n < 0 && entry.getCrc() >= 0 && found.getValue() != entry.getCrc()) {
                    throw new CorruptJarException(": " + entry.getName() + " was changed");
                }
                return n;
            }
        };
    }

    /** The exact version of an installed bundle, without its attached fragments. */
    static BundleVersion of(Bundle bundle) {
        SortedMap<String, Entry> entries = new TreeMap<>();
        collect(bundle, "/", entries);
        try {
            return new BundleVersion(String.valueOf(bundle.getSymbolicName()), bundle.getVersion().toString(), hash(entries));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + bundle.getSymbolicName(), e);
        }
    }

    private static void collect(Bundle bundle, String folder, SortedMap<String, Entry> entries) {
        Enumeration<String> paths = bundle.getEntryPaths(folder);
        for (String path : paths == null ? Collections.<String>emptyList() : Collections.list(paths)) {
            if (path.endsWith("/")) {
                collect(bundle, path, entries);
            } else {
                URL url = bundle.getEntry(path);
                if (url != null) {
                    entries.put(path.startsWith("/") ? path : "/" + path, url::openStream);
                }
            }
        }
    }

    /** The hash of the names and bytes of all entries in the order of their names; order and times in the jar do not matter. */
    private static String hash(SortedMap<String, Entry> entries) throws IOException {
        MessageDigest digest = Hashes.sha256();
        byte[] buffer = new byte[BUFFER];
        long left = MOST_BYTES;
        for (var entry : entries.entrySet()) {
            int length;
            boolean whole;
            try (InputStream in = entry.getValue().open()) {
                length = in.readNBytes(buffer, 0, BUFFER);
                whole = length < BUFFER;
                left -= length;
                for (int n = whole ? -1 : 0; n >= 0 && left >= 0; n = in.read(buffer)) {
                    length += n;
                    left -= n;
                }
            }
            if (left < 0) {
                throw new NoBundleException("it must unpack to at most " + (MOST_BYTES >> 20)
                        + " MB; it unpacks to more");
            }
            byte[] name = entry.getKey().getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(8).putInt(name.length).putInt(length).array());
            digest.update(name);
            if (whole) {
                digest.update(buffer, 0, length);
            } else {
                // The hash has the length first: a long entry is read twice to save memory.
                try (InputStream in = entry.getValue().open()) {
                    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                        digest.update(buffer, 0, n);
                    }
                }
            }
        }
        return Hashes.hex(digest);
    }

    private static Attributes manifest(JarFile jar) throws IOException {
        return jar.getManifest() == null ? new Attributes() : jar.getManifest().getMainAttributes();
    }

    /** The symbolic name in a manifest; empty if there is none. */
    private static String name(Attributes manifest) {
        return Optional.ofNullable(manifest.getValue(Constants.BUNDLE_SYMBOLICNAME)).orElse("").replaceFirst(";.*", "")
                .strip();
    }

    /** The version in a manifest, as the framework writes it. */
    private static String version(Attributes manifest) throws NoBundleException {
        String text = Optional.ofNullable(manifest.getValue(Constants.BUNDLE_VERSION)).orElse("0.0.0").strip();
        try {
            return Version.parseVersion(text).toString();
        } catch (IllegalArgumentException e) {
            throw new NoBundleException(Constants.BUNDLE_VERSION + " must be three numbers, like 1.0.0; found " + text);
        }
    }
}
