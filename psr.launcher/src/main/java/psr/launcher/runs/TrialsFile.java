package psr.launcher.runs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Search;
import psr.api.lab.TrialResult;
import psr.launcher.trials.Trial;

/**
 * An index of {@code trials.jsonl}. The results of a trial are adjacent, in the order of recipes, and the last one is
 * marked; trials are in the order they finished. Only positions are in memory, not results. Immutable.
 *
 * <p>A killed run leaves at most one incomplete trial at the end, which is ignored. Any other change is rejected, and the
 * file is not modified.
 */
final class TrialsFile implements Iterable<TrialResult> {

    /** The position of the results of a trial, in bytes, and the hash of its data. */
    private record Block(long from, int length, String data) {}

    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final RunRecord record;
    /** By trial. Shared with the index of the same file after more trials, whose blocks begin at or after the end. */
    private final ConcurrentSkipListMap<Integer, Block> blocks;
    private final long end;

    private TrialsFile(Path file, RunRecord record, ConcurrentSkipListMap<Integer, Block> blocks, long end) {
        this.file = file;
        this.record = record;
        this.blocks = blocks;
        this.end = end;
    }

    /**
     * Scans a file; a missing file has no trials.
     *
     * @throws IOException if it cannot be read, or is damaged before its end
     */
    static TrialsFile scan(Path file, RunRecord record) throws IOException {
        Scan scan = new Scan(file, record);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.isRegularFile(file)) {
                throw new IOException(file + " must be a regular file; it is " + (Files.isDirectory(file) ? "a folder"
                        : "a dangling link, a pipe or a device") + ": restore the file, or remove it, and resume"
                        + " computes every trial again");
            }
            try (InputStream in = Files.newInputStream(file)) {
                scan.accept(in);
            }
        }
        return new TrialsFile(file, record, scan.blocks, scan.end);
    }

    /** Reads the lines of a file. */
    private static final class Scan {

        private final Path file;
        private final RunRecord record;
        private final List<String> labels;
        private final ConcurrentSkipListMap<Integer, Block> blocks = new ConcurrentSkipListMap<>();
        private long end;
        /** The lines of the current, incomplete trial. */
        private final List<TrialLine.Head> open = new ArrayList<>();
        private long position;
        private int number;

        private Scan(Path file, RunRecord record) {
            this.file = file;
            this.record = record;
            this.labels = record.experiment().recipes().stream().map(Recipe::label).toList();
        }

        private void accept(InputStream in) throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream(BUFFER);
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                int from = 0;
                for (int i = 0; i < read; i++) {
                    if (buffer[i] == '\n') {
                        line.write(buffer, from, i - from);
                        accept(line.toString(StandardCharsets.UTF_8), line.size() + 1);
                        line.reset();
                        from = i + 1;
                    }
                }
                line.write(buffer, from, read - from);
            }
            // Data after the last finished trial are of an incomplete one: the process was killed.
        }

        /** Processes the next line, which is this many bytes long. */
        private void accept(String line, int bytes) throws IOException {
            position += bytes;
            number++;
            Optional<TrialLine.Head> head = TrialLine.head(line);
            String wrong = head.isEmpty() ? "line " + number + " was changed: its checksum does not match" : fault(head.get());
            if (wrong != null) {
                throw new IOException(file + " was not written by the laboratory: " + wrong + ". Nothing was changed; restore"
                        + " the file, or remove the lines of that trial, and resume computes it again");
            }
            open.add(head.get());
            if (head.get().last()) {
                blocks.put(head.get().trial(), new Block(end, Math.toIntExact(position - end), head.get().data()));
                end = position;
                open.clear();
            }
        }

        private int position(String label) {
            return label.equals(Experiment.TRUE_MODEL) ? labels.size() : labels.indexOf(label);
        }

        /** What is wrong with a line, given the preceding lines of the same trial; null if nothing is. */
        private String fault(TrialLine.Head head) {
            String where = "line " + number + " ";
            Experiment experiment = record.experiment();
            if (!head.experiment().equals(record.fingerprint())) {
                return where + "is a result of another experiment than that of " + RunRecord.FILE;
            }
            if (head.trial() < 0 || head.trial() >= RunRecord.MOST_TRIALS
                    || head.seed() != Trial.seed(experiment, head.trial())) {
                return where + "has the seed of another trial than " + head.trial();
            }
            if (blocks.containsKey(head.trial())) {
                return where + "is of trial " + head.trial() + ", which was finished before";
            }
            if (!open.isEmpty() && open.get(0).trial() != head.trial()) {
                return where + "is of trial " + head.trial() + ", but trial " + open.get(0).trial() + " is not finished";
            }
            if (experiment.search().kind() == Search.Kind.HALVING) {
                // Later trials have fewer recipes, in the same order.
                int at = position(head.label());
                return at < 0 || !open.isEmpty() && at <= position(open.get(open.size() - 1).label())
                        ? where + "is of '" + head.label() + "', which is not the next recipe" : null;
            }
            String expected = open.size() < labels.size() ? labels.get(open.size()) : Experiment.TRUE_MODEL;
            if (!head.label().equals(expected) || open.size() > labels.size()) {
                return where + "is of '" + head.label() + "'; expected '" + expected + "'";
            }
            return head.last() && open.size() + 1 < labels.size() ? where + "ends trial " + head.trial()
                    + " before every recipe has a result" : null;
        }
    }

    RunRecord record() {
        return record;
    }

    BitSet finished() {
        BitSet finished = new BitSet();
        blocks.forEach((trial, block) -> finished.set(trial, block.from() < end));
        return finished;
    }

    /** The hash of the data of a finished trial. */
    Optional<String> data(int trial) {
        return Optional.ofNullable(block(trial)).map(Block::data);
    }

    /** The position after the last finished trial; an incomplete trial may follow. */
    long end() {
        return end;
    }

    /** The index after another trial was written at the end. Only one thread at a time may extend the index of a file. */
    TrialsFile with(int trial, int length, String data) {
        blocks.put(trial, new Block(end, length, data));
        return new TrialsFile(file, record, blocks, end + length);
    }

    /** The same trials under a changed record. */
    TrialsFile with(RunRecord changed) {
        return new TrialsFile(file, changed, blocks, end);
    }

    /**
     * Every result of the finished trials, in the order of trials and, within a trial, of recipes; read from the file when
     * needed.
     */
    @Override
    public Iterator<TrialResult> iterator() {
        // The iterator of a stream reads one trial ahead, not more.
        return blocks.values().stream().filter(block -> block.from() < end).flatMap(block -> read(block).stream()).iterator();
    }

    /** The results of a finished trial, in the order of recipes. */
    List<TrialResult> results(int trial) {
        return read(block(trial));
    }

    private Block block(int trial) {
        Block block = blocks.get(trial);
        return block == null || block.from() >= end ? null : block;
    }

    private List<TrialResult> read(Block block) {
        List<TrialResult> results = new ArrayList<>();
        try {
            for (String line : lines(block).split("\n")) {
                results.add(TrialLine.read(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(unreadable(block, e), e);
        }
        return results;
    }

    private String unreadable(Block block, IOException e) {
        return "cannot read the trial at byte " + block.from() + " of " + file + ": " + e.getMessage();
    }

    /** The lines of a finished trial, as they were written. */
    String lines(int trial) throws IOException {
        Block block = block(trial);
        try {
            return lines(block);
        } catch (IOException e) {
            throw new IOException(unreadable(block, e), e);
        }
    }

    private String lines(Block block) throws IOException {
        byte[] bytes = new byte[block.length()];
        // Opens the file for each trial: a caller that stops iterating would otherwise leave it open.
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            access.seek(block.from());
            access.readFully(bytes);
        }
        String lines = new String(bytes, StandardCharsets.UTF_8);
        for (String line : lines.split("\n")) {
            if (!TrialLine.isWhole(line)) {
                throw new IOException("its checksum does not match");
            }
        }
        return lines;
    }
}
