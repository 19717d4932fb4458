package psr.itest;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the table {@code bad-inputs.txt}: every row is a command that cannot work, its exit code and words of its answer. The
 * answer is one line without the name of a class, and a command that was refused (2) has written nothing.
 */
public class BadInputsTest {

    /** What no user has to know: classes, packages, traces. */
    private static final Pattern INSIDES = Pattern.compile(
            "\\b\\w*Exception\\b|\\b\\w+Error\\b|\\bjavax?\\.[a-z]+\\.|\\bsun\\.[a-z]+\\.|\\bpsr\\.[a-z.]+\\.[A-Z]|\\bjackson\\b|REDACTED|`[A-Z]"
                    + "|\\bat [a-z]+\\.[\\w.]+\\(|[\\p{Cntrl}&&[^\\n\\t]]");
    private static final int FEWEST_ROWS = 150;
    /** A row takes milliseconds; one that waits for ever must not hold up the build. */
    private static final int PATIENCE_SECONDS = 120;
    private static final int LONGEST_LINE = 2100;
    private static final int DEPTH = 12;
    private static final int BOMB_MIB = 600;

    @TempDir
    Path folder;

    /** A file without any permission can be read by root all the same. */
    private final List<String> readable = new ArrayList<>();

    @Test
    public void everyBadInputIsAnsweredByOneClearLine(TestReporter reporter) throws Exception {
        OneCommand command = new OneCommand();
        List<String> wrong = new ArrayList<>();
        List<String> table = table();
        int rows = 0;
        long slowest = 0;
        String slowestRow = "";
        long begin = System.nanoTime();
        for (int number = 1; number <= table.size(); number++) {
            String row = table.get(number - 1);
            if (row.isBlank() || row.startsWith("#")) {
                continue;
            }
            List<String> cells = Stream.of(row.split("\\s+\\|\\s+|\\s+\\|$")).map(String::strip).toList();
            if (!cells.get(0).matches("[0-9]+")) {
                try {
                    make(cells);
                } catch (IOException | AssertionError e) {
                    wrong.add("line " + number + ": " + row + "\n    cannot be made: " + e);
                }
                continue;
            }
            if (readable.stream().anyMatch(cells.get(1)::contains)) {
                continue;
            }
            rows++;
            long from = System.nanoTime();
            String fault = fault(command, cells);
            if (!fault.isEmpty()) {
                wrong.add("line " + number + ": " + row + "\n    " + fault);
            }
            if (System.nanoTime() - from > slowest) {
                slowest = System.nanoTime() - from;
                slowestRow = row;
            }
        }
        reporter.publishEntry("bad inputs", rows + " rows in " + (System.nanoTime() - begin) / 1_000_000 + " ms, the slowest "
                + slowest / 1_000_000 + " ms: " + slowestRow);
        assertTrue(rows >= FEWEST_ROWS, rows + " rows");
        assertEquals(List.of(), wrong, () -> wrong.size() + " rows are not answered as they must:\n"
                + String.join("\n", wrong) + "\n");
    }

    /** What is wrong with the answer to a row; empty if nothing is. */
    private String fault(OneCommand command, List<String> cells) throws Exception {
        int code = Integer.parseInt(cells.get(0));
        List<String> words = words(cells.get(1));
        byte[] in = cells.size() > 3 ? bytes(cells.get(3)) : new byte[0];
        Map<String, String> before = snapshot();
        OneCommand.CommandEnd answer = answer(command, in, words);
        String found = "found " + answer.exitCode() + " " + answer.line() + (answer.out().isEmpty() ? "" : " (and printed "
                + answer.out().substring(0, Math.min(300, answer.out().length())) + ")");
        if (answer.exitCode() != code) {
            return found;
        }
        Matcher insides = INSIDES.matcher(answer.line() + "\n" + answer.out());
        if (insides.find()) {
            return "it must not say '" + insides.group() + "'; " + found;
        }
        if (code != 0 && (!answer.line().startsWith("psr: ") || answer.line().contains("\n")
                || answer.line().length() > LONGEST_LINE)) {
            return "it must be one line; " + found;
        }
        for (String phrase : cells.size() > 2 && !cells.get(2).isEmpty() ? cells.get(2).split(" & ") : new String[0]) {
            if (!answer.line().contains(phrase) && !answer.out().contains(phrase)) {
                return "it must say '" + phrase + "'; " + found;
            }
        }
        Map<String, String> after = snapshot();
        return code == 2 && !after.equals(before) ? "nothing must be written; before " + before + ", after " + after : "";
    }

    private OneCommand.CommandEnd answer(OneCommand command, byte[] in, List<String> words) throws Exception {
        CompletableFuture<OneCommand.CommandEnd> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(command.run(folder, in, words));
            } catch (Exception | AssertionError e) {
                answer.completeExceptionally(e);
            }
        }, "psr-itest-row");
        thread.setDaemon(true);
        thread.start();
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            String at = Stream.of(thread.getStackTrace()).limit(DEPTH).map(Object::toString).collect(joining(", "));
            thread.interrupt(); // a run that began is cancelled
            thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            return new OneCommand.CommandEnd(-1, "it must end; it was at " + at, "");
        }
    }

    private static List<String> table() throws IOException {
        try (InputStream in = BadInputsTest.class.getResourceAsStream("bad-inputs.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** Does what a row says that is no command. */
    private void make(List<String> cells) throws Exception {
        Path file = folder.resolve(cells.get(1));
        switch (cells.get(0)) {
            case "file" -> Files.write(file, cells.size() > 2 ? bytes(cells.get(2)) : new byte[0]);
            case "folder" -> Files.createDirectories(file);
            case "link" -> Files.createSymbolicLink(file, Path.of(cells.get(2)));
            case "pipe" -> assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
            case "closed" -> {
                Files.writeString(file, "a b\n");
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
                if (Files.isReadable(file)) {
                    readable.add(cells.get(1));
                }
            }
            case "copy" -> copy(file, folder.resolve(cells.get(2)));
            case "edit" -> edit(file, cells.get(2), cells.size() > 3 ? text(cells.get(3)) : "");
            case "sign" -> sign(cells.get(1));
            case "delete" -> Files.delete(file);
            case "bomb" -> bomb(file, cells.get(2));
            default -> fail("no such row: " + cells);
        }
    }

    private static void edit(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        String edited = Pattern.compile(from, Pattern.DOTALL).matcher(text).replaceFirst(to);
        assertTrue(!edited.equals(text), () -> from + " must be in " + file + "; it holds " + text);
        Files.writeString(file, edited);
    }

    /** Signs a forged model with the sha256 that the laboratory expects. */
    private void sign(String file) throws Exception {
        Matcher found = Pattern.compile("found '([0-9a-f]{64})'").matcher(new OneCommand().run(folder, new byte[0],
                List.of("inspect", file)).line());
        assertTrue(found.find(), file);
        edit(folder.resolve(file), "\"sha256\" : \"[0-9a-f]+\"", "\"sha256\" : \"" + found.group(1) + "\"");
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(from.relativize(each)));
            }
        }
    }

    /** Much out of little. */
    private static void bomb(Path file, String entry) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(entry));
            byte[] mebibyte = new byte[1 << 20];
            for (int i = 0; i < BOMB_MIB; i++) {
                zip.write(mebibyte);
            }
        }
    }

    /** Words as a shell would make them: apart at blanks, those in quotes together. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("(?:'[^']*'|[^ '])+").matcher(text);
        while (word.find()) {
            words.add(text(word.group().replace("'", "")));
        }
        return words;
    }

    private static String text(String written) {
        return new String(bytes(written), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String written) {
        Matcher many = Pattern.compile("\\{(.+?)\\*([0-9]+)}").matcher(written);
        String whole = many.replaceAll(found -> Matcher.quoteReplacement(found.group(1)
                .repeat(Integer.parseInt(found.group(2)))));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < whole.length(); i++) {
            if (whole.charAt(i) != '\\') {
                bytes.writeBytes(whole.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            switch (whole.charAt(++i)) {
                case 'n' -> bytes.write('\n');
                case 'r' -> bytes.write('\r');
                case 't' -> bytes.write('\t');
                case 'e' -> bytes.write('\u001b');
                case 'q' -> bytes.write('\'');
                case 'p' -> bytes.write('|');
                case 'x' -> {
                    bytes.write(Integer.parseInt(whole.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> bytes.write(whole.charAt(i));
            }
        }
        return bytes.toByteArray();
    }

    /** All files with their sizes and times. */
    private Map<String, String> snapshot() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            all.forEach(each -> {
                try {
                    files.put(folder.relativize(each).toString(), Files.isDirectory(each) ? "" : Files.size(each) + " "
                            + Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS));
                } catch (IOException e) {
                    files.put(each.toString(), new UncheckedIOException(e).getMessage());
                }
            });
        }
        return files;
    }
}
