package psr.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import psr.api.lab.BundleVersion;
import psr.math.hashes.Hashes;

/**
 * Files from the submitters of runs, each fetched once for this process and verified by its hash. Thread-safe.
 */
final class FetchedFiles {

    private final Path folder;
    /** Complete and verified files, and those that are being fetched, by hash. */
    private final Map<String, FutureTask<Path>> there = new ConcurrentHashMap<>();

    FetchedFiles(Path folder) {
        this.folder = folder;
    }

    /** The submitter of a run, as a source of files. */
    interface Source {

        /** Sends a request to the submitter and waits for the answer. */
        byte[] ask(Message question) throws IOException;
    }

    /** Fetches a file that a setting names. */
    Path file(Source source, Path named) {
        try {
            Message about = answer(source.ask(Message.of("file").with("named", named.toString())));
            return fetched(source, about);
        } catch (IOException e) {
            throw new UncheckedIOException(new NotFetchedException("the file '" + named + "' cannot be fetched: "
                    + e.getMessage(), e));
        }
    }

    /** Fetches the jar of a plugin; the caller verifies it, since its hash is not that of the file. */
    Path jar(Source source, BundleVersion bundle) throws IOException {
        Message about = answer(source.ask(Message.of("jar").with("name", bundle.name()).with("version", bundle.version())
                .with("sha256", bundle.sha256())));
        Path draft = Files.createTempFile(Files.createDirectories(folder), "plugin", ".jar");
        copy(source, about, draft);
        return draft;
    }

    /** @throws IllegalArgumentException if the submitter does not share it; a retry would fail, too */
    private static Message answer(byte[] bytes) {
        Message answer = Message.read(bytes);
        if (!answer.what().equals("file")) {
            throw new IllegalArgumentException(answer.text("why"));
        }
        return answer;
    }

    /** Fetches a file, or waits for another thread that fetches it; after a failure the next call tries again. */
    private Path fetched(Source source, Message about) throws IOException {
        String sha256 = about.text("sha256");
        FutureTask<Path> mine = new FutureTask<>(() -> fetch(source, about, sha256));
        FutureTask<Path> fetching = Optional.ofNullable(there.putIfAbsent(sha256, mine)).orElse(mine);
        if (fetching == mine) {
            mine.run();
        }
        try {
            return fetching.get();
        } catch (ExecutionException e) {
            there.remove(sha256, fetching);
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw e.getCause() instanceof RuntimeException failed ? failed : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while another trial fetched the file", e);
        }
    }

    private Path fetch(Source source, Message about, String sha256) throws IOException {
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IOException("a hash must have 64 hexadecimal digits; found '" + sha256 + "'");
        }
        Path draft = Files.createTempFile(Files.createDirectories(folder), "file", ".part");
        String found = copy(source, about, draft);
        if (!found.equals(sha256)) {
            Files.delete(draft);
            throw new IOException("the file must have the hash " + sha256.substring(0, 8) + "… but has "
                    + found.substring(0, 8) + "…");
        }
        // The extension may determine how the file is read.
        String name = Path.of(about.text("name")).getFileName().toString();
        Path file = Files.createDirectories(folder.resolve(sha256)).resolve(name);
        return Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Fetches the bytes and returns their hash. */
    private static String copy(Source source, Message about, Path draft) throws IOException {
        MessageDigest digest = Hashes.sha256();
        long size = about.number("size");
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(draft), digest)) {
            for (long done = 0; done < size;) {
                byte[] chunk = source.ask(Message.of("read").with("sha256", about.text("sha256")).with("from", done));
                if (chunk.length == 0) {
                    throw new IOException("the transfer ended after " + done + " of " + size + " bytes");
                }
                out.write(chunk);
                done += chunk.length;
            }
        }
        return Hashes.hex(digest);
    }
}
