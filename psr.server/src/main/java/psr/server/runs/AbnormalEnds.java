package psr.server.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import psr.launcher.spi.JobRow;

/**
 * Counts for each job the consecutive crashes of the server in which the job was active and had finished no trial: a job that ends the process
 * must not be restarted forever. The counts are in a file, which exists while a server runs; a normal end deletes it.
 */
final class AbnormalEnds {

    /** The number of consecutive crashes after which a job is held. */
    static final int MOST = 3;

    /** The count of a job, and its number of finished trials at that time. */
    private record Count(int ends, int done) {}

    private final Path file;

    AbnormalEnds(Path file) {
        this.file = file;
    }

    /**
     * Counts the last end of the server. Must be called once, at the start.
     *
     * @param active the jobs that were active at the last end of the server
     * @return the jobs that must be held
     */
    List<JobRow> begin(List<JobRow> active) throws IOException {
        boolean abnormal = Files.exists(file);
        Map<String, Count> before = abnormal ? read() : Map.of();
        Map<String, Count> now = new LinkedHashMap<>();
        List<JobRow> held = new ArrayList<>();
        for (JobRow row : abnormal ? active : List.<JobRow>of()) {
            Count last = before.get(row.id());
            int ends = last != null && last.done() == row.done() ? last.ends() + 1 : 1;
            if (ends >= MOST) {
                held.add(row);
            } else {
                now.put(row.id(), new Count(ends, row.done()));
            }
        }
        write(now);
        return held;
    }

    /** Must be called when the server ends normally. */
    void end() throws IOException {
        Files.deleteIfExists(file);
    }

    private Map<String, Count> read() throws IOException {
        Map<String, Count> counts = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] parts = line.split(" ");
            if (parts.length == 3 && (parts[1] + parts[2]).matches("[0-9]{2,10}")) {
                counts.put(parts[0], new Count(Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
            }
        }
        return counts;
    }

    private void write(Map<String, Count> counts) throws IOException {
        List<String> lines = new ArrayList<>();
        counts.forEach((id, count) -> lines.add(id + " " + count.ends() + " " + count.done()));
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.write(part, lines);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
