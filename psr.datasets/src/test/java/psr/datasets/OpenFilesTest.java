package psr.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.api.learn.SeededRun;

/** No reader leaves a file open, whether it reads or rejects it. Needs a system that lists open files. */
class OpenFilesTest {

    private static final Path OPEN = Path.of("/proc/self/fd");

    @TempDir
    Path folder;

    /** The files in our folder that this process has open. */
    private List<String> open() throws IOException {
        try (Stream<Path> all = Files.list(OPEN)) {
            return all.map(link -> {
                try {
                    return Files.readSymbolicLink(link).toString();
                } catch (IOException e) {
                    return "closed meanwhile";
                }
            }).filter(target -> target.startsWith(folder.toString())).toList();
        }
    }

    @Test
    void readersCloseTheirFiles() throws IOException {
        assumeTrue(Files.isDirectory(OPEN));
        String file = Files.writeString(folder.resolve("a"), "2 3\n2 0 1\n1 2\n").toString();
        Files.writeString(folder.resolve("bad.csv"), "s,x\n1,\"a\"b\n");
        new Lines().load(Map.of("file", file), new SeededRun(1));
        new Text().load(Map.of("file", file, "min-count", "1"), new SeededRun(1));
        new SequenceFiles().load(Map.of("train", file), new SeededRun(1));
        new CsvFile().load(Map.of("file", file, "symbol", "1", "header", "off"), new SeededRun(1));
        assertThrows(IOException.class, () -> new SequenceFiles().load(Map.of("train", file, "end", "off", "test",
                folder.resolve("bad.csv").toString()), new SeededRun(1)));
        assertThrows(IOException.class, () -> new CsvFile().load(Map.of("file", folder.resolve("bad.csv").toString(),
                "symbol", "x"), new SeededRun(1)));
        assertThrows(IOException.class, () -> new Text().load(Map.of("file", folder.resolve("bad.csv").toString(), "format",
                "characters"), new SeededRun(1)));
        assertEquals(List.of(), open());
    }
}
