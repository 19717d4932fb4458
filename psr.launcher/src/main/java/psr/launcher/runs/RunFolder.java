package psr.launcher.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import psr.api.lab.TrialResult;

/** The folder of one run. Written by one thread at a time. */
public final class RunFolder implements AutoCloseable {

    /** One line for each recipe and trial. */
    static final String TRIALS = "trials.jsonl";
    /** Means over trials. */
    static final String SUMMARY = "summary.csv";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Writer trials;
    /** The outermost folder that was made for this run, or null if it was there. */
    private final Path made;

    private RunFolder(Path folder, Writer trials, Path made) {
        this.folder = folder;
        this.trials = trials;
        this.made = made;
    }

    /**
     * Makes the folder of a new run, before anything is computed.
     *
     * @throws IllegalArgumentException if it cannot be written or holds a run
     */
    public static RunFolder create(Path folder) {
        Path made = null;
        Path file = folder.resolve(TRIALS);
        for (Path path = folder.toAbsolutePath(); path != null && !Files.exists(path); path = path.getParent()) {
            made = path;
        }
        try {
            Files.createDirectories(folder);
            return new RunFolder(folder, Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW), made);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(Files.isDirectory(folder)
                    ? "the output folder must not hold a run; " + folder + " has a " + TRIALS
                            + ": choose another --out, or remove that folder"
                    : "the output must be a folder; " + folder + " or a folder above it is a file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the output folder must be writable; " + folder + " is not: "
                    + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it cannot be made";
        }
        return e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                : e.toString();
    }

    /** Where it is. */
    public Path path() {
        return folder;
    }

    /**
     * Appends a result; it is on its way to the disk when this returns.
     *
     * @throws UncheckedIOException if it cannot be written: the run cannot go on
     */
    public void append(TrialResult result) {
        try {
            trials.write(json(result) + "\n");
            trials.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + folder.resolve(TRIALS) + ": " + reason(e), e);
        }
    }

    static String json(TrialResult result) throws JsonProcessingException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("trial", result.trial());
        line.put("recipe", result.recipe());
        List<Object> curve = new ArrayList<>();
        for (TrialResult.Point point : result.curve()) {
            Map<String, Object> at = new LinkedHashMap<>();
            at.put("iteration", point.iteration());
            at.put("values", point.values());
            curve.add(at);
        }
        line.put("curve", curve);
        line.put("counts", result.counts());
        line.put("seconds", result.seconds());
        result.failure().ifPresent(reason -> line.put("failure", reason));
        return JSON.writeValueAsString(line);
    }

    /** Writes the summary whole: a reader sees the old one or the new one. */
    public void write(Summary summary) throws IOException {
        Path draft = folder.resolve(SUMMARY + ".part");
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(draft, StandardCharsets.UTF_8)) {
            csv.writeRecord("recipe", "iteration", "metric", "mean", "stderr", "trials");
            for (Summary.Row row : summary.rows()) {
                csv.writeRecord(row.recipe(), Integer.toString(row.iteration()), row.metric(),
                        Double.toString(row.mean()),
                        row.error().isPresent() ? Double.toString(row.error().getAsDouble()) : "",
                        Integer.toString(row.trials()));
            }
        }
        try {
            Files.move(draft, folder.resolve(SUMMARY), StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, folder.resolve(SUMMARY), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        trials.close();
    }

    /**
     * Takes back what {@link #create} made, for a run that came to nothing: then the same folder can be tried again.
     */
    public void discard() throws IOException {
        close();
        Files.deleteIfExists(folder.resolve(TRIALS));
        for (Path path = folder.toAbsolutePath(); made != null && path.startsWith(made); path = path.getParent()) {
            Files.delete(path);
        }
    }
}
