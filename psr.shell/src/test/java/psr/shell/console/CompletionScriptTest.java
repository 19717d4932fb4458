package psr.shell.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import psr.shell.command.Usage;

class CompletionScriptTest {

    @TempDir
    Path folder;

    /** What Bash offers for the last word of a line; Bash itself runs the script. */
    private List<String> offers(String... line) throws IOException, InterruptedException {
        List<String> script = new CompletionScript(Usage.all(), kind -> switch (kind) {
            case RECIPE -> List.of("2sr", "em");
            case METRICS -> List.of("pnll");
            default -> List.of();
        }).lines(false);
        Path file = Files.write(folder.resolve("completion"), script);
        String words = String.join(" ", List.of(line).stream().map(word -> "'" + word + "'").toList());
        Process bash = new ProcessBuilder("bash", "-c",
                "source " + file + "; COMP_WORDS=(psr " + words + "); COMP_CWORD=" + line.length
                        + "; _psr; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), said);
        return said.lines().filter(each -> !each.isEmpty()).sorted().toList();
    }

    @Test
    void completesCommandsOptionsNamesAndFiles() throws Exception {
        assertEquals(List.of("resume", "run", "runs"),
                offers("r").stream().filter(each -> !each.startsWith("re") || each.equals("resume"))
                        .filter(each -> !each.equals("refiners")).toList());
        assertEquals(List.of("--trials"), offers("run", "ring", "--tri"));
        assertEquals(List.of("pnll"), offers("run", "ring", "2sr", "--metrics", "p"));
        assertEquals(List.of("all", "training"), offers("train", "ring", "2sr", "--on", ""));
        assertTrue(offers("run", "ring", "").containsAll(List.of("2sr", "em", "completion")), "recipes, and files");
        assertEquals(List.of(), offers("run", "ring", "--nothing"));
    }
}
