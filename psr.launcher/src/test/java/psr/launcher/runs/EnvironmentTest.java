package psr.launcher.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {

    private static final String ONE = "1".repeat(40);
    private static final String TWO = "2".repeat(40);

    @TempDir
    private Path folder;

    private Path git(String head) throws Exception {
        Path git = Files.createDirectories(folder.resolve(".git"));
        Files.writeString(git.resolve("HEAD"), head + "\n");
        return git;
    }

    @Test
    void describesWhereAndWhenARunIsComputed() {
        Map<String, String> now = Environment.now(folder, List.of());
        assertTrue(OffsetDateTime.parse(now.get("started")).toEpochSecond() >= OffsetDateTime.now().toEpochSecond() - 60);
        assertEquals("unknown", now.get("laboratory"), "there is no framework here");
        assertTrue(now.get("java").contains(Runtime.version().toString()));
        assertTrue(now.get("system").contains(System.getProperty("os.name")));
        assertTrue(!now.get("processor").isBlank() && !now.get("processor").contains("model name"), now.get("processor"));
        assertEquals("" + Runtime.getRuntime().availableProcessors(), now.get("processors"));
        assertTrue(!now.containsKey("commit"), "no checkout");
    }

    @Test
    void findsTheCommitOfABranchOrOfNone() throws Exception {
        Path git = git("ref: refs/heads/main");
        Files.createDirectories(git.resolve("refs/heads"));
        Files.writeString(git.resolve("refs/heads/main"), ONE + "\n");
        assertEquals(Optional.of(ONE), Environment.commit(folder));
        assertEquals(ONE, Environment.now(folder, List.of()).get("commit"));
        git(TWO);
        assertEquals(Optional.of(TWO), Environment.commit(folder));
    }

    @Test
    void findsTheCommitOfAPackedBranch() throws Exception {
        Path git = git("ref: refs/heads/main");
        Files.writeString(git.resolve("packed-refs"), "# pack-refs\n" + TWO + " refs/heads/other-main\n" + TWO
                + " refs/heads/maintained\n" + ONE + " refs/heads/main\n");
        assertEquals(Optional.of(ONE), Environment.commit(folder));
        git("ref: refs/heads/none");
        assertEquals(Optional.empty(), Environment.commit(folder));
    }

    @Test
    void findsTheCommitOfALinkedWorkingTree() throws Exception {
        Path git = git("ref: refs/heads/main");
        Files.createDirectories(git.resolve("refs/heads"));
        Files.writeString(git.resolve("refs/heads/side"), TWO + "\n");
        Path linked = Files.createDirectories(git.resolve("worktrees/side"));
        Files.writeString(linked.resolve("HEAD"), "ref: refs/heads/side\n");
        Files.writeString(linked.resolve("commondir"), "../..\n");
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.writeString(tree.resolve(".git"), "gitdir: " + linked + "\n");
        assertEquals(Optional.of(TWO), Environment.commit(tree));
    }

    @Test
    void findsNoCommitOutsideACheckout() throws Exception {
        assertEquals(Optional.empty(), Environment.commit(folder));
        git("ref: refs/heads/nothing");
        assertEquals(Optional.empty(), Environment.commit(folder));
    }
}
