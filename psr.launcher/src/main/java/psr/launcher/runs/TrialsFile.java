package psr.launcher.runs;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import psr.api.lab.TrialResult;

/**
 * What is in {@code trials.jsonl}: where each finished trial stands. The results of a trial stand together, in the
 * order of recipes, and the last of them says so; trials stand in the order they finished. Only the places are kept in
 * memory, not the results.
 *
 * <p>A killed run leaves at most one trial cut short, at the end: that is not counted.
 */
public final class TrialsFile implements Iterable<TrialResult> {

    /** Where the results of a trial stand, in bytes. */
    private record Block(long from, int length) {}

    private final Path file;
    /** By trial. */
    private final Map<Integer, Block> blocks = new TreeMap<>();
    private long end;

    private TrialsFile(Path file) {
        this.file = file;
    }

    /**
     * Looks through a file; one that is not there has no trials.
     *
     * @throws IOException if it cannot be read, or is damaged elsewhere than at its end
     */
    public static TrialsFile scan(Path file) throws IOException {
        TrialsFile trials = new TrialsFile(file);
        if (Files.exists(file)) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
                trials.scan(in);
            }
        }
        return trials;
    }

    private void scan(InputStream in) throws IOException {
        long position = 0;
        int number = 0;
        int damaged = 0;
        int current = -1;
        ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 14);
        for (int b = in.read(); b >= 0; b = in.read()) {
            position++;
            if (b != '\n') {
                line.write(b);
                continue;
            }
            number++;
            Optional<TrialLine.Head> head = TrialLine.head(line.toString(StandardCharsets.UTF_8));
            line.reset();
            boolean fits = head.isPresent() && (current < 0 || head.get().trial() == current)
                    && !blocks.containsKey(head.get().trial());
            if (!fits || damaged > 0) {
                damaged = damaged == 0 ? number : damaged;
                if (head.isPresent() && head.get().last()) {
                    throw new IOException("line " + damaged + " of " + file + " must be a result of the trial that is"
                            + " under way or of a new one; it is not, and finished trials follow: the file was changed"
                            + " by another hand. Remove the lines from there on, and resume computes them again");
                }
                continue;
            }
            current = head.get().trial();
            if (head.get().last()) {
                blocks.put(current, new Block(end, Math.toIntExact(position - end)));
                end = position;
                current = -1;
            }
        }
    }

    /** The trials that are finished. */
    public BitSet finished() {
        BitSet finished = new BitSet();
        blocks.keySet().forEach(finished::set);
        return finished;
    }

    /** Where the finished trials end; what follows was cut short. */
    long end() {
        return end;
    }

    /** Notes a trial that was written. */
    void add(int trial, int length) {
        blocks.put(trial, new Block(end, length));
        end += length;
    }

    /**
     * Every result of the finished trials, in the order of trials and, within a trial, of recipes; read from the file
     * as it is asked for.
     */
    @Override
    public Iterator<TrialResult> iterator() {
        Iterator<Block> each = List.copyOf(blocks.values()).iterator();
        return new Iterator<>() {
            private Iterator<TrialResult> trial = List.<TrialResult>of().iterator();

            @Override
            public boolean hasNext() {
                while (!trial.hasNext() && each.hasNext()) {
                    trial = read(each.next()).iterator();
                }
                return trial.hasNext();
            }

            @Override
            public TrialResult next() {
                hasNext();
                return trial.next();
            }
        };
    }

    private List<TrialResult> read(Block block) {
        byte[] bytes = new byte[block.length()];
        List<TrialResult> results = new ArrayList<>();
        // A file that stays open between two results would be one too many for whoever stops reading half-way.
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            access.seek(block.from());
            access.readFully(bytes);
            for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
                results.add(TrialLine.read(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the trial at byte " + block.from() + " of " + file + ": "
                    + e.getMessage(), e);
        }
        return results;
    }
}
