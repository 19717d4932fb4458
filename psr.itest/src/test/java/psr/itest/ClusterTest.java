package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes of the application as a cluster, on machines of their own where the test can make them. */
class ClusterTest {

    private static final int TRIALS = 120;

    @TempDir
    Path folder;

    @BeforeEach
    void needsTheApplication() {
        assumeTrue(Files.exists(LabMachines.JAR), "there is no psr.app/target/psr.jar: mvn verify builds it");
    }

    private void plugin(LabMachines lab, PluginJar naps, String... names) throws Exception {
        Path jar = naps.writeTo(folder.resolve("naps.jar"));
        for (String name : names) {
            Files.copy(jar, lab.plugins(name).resolve("naps.jar"));
        }
    }

    /** Two workers compute what one process computes. */
    @Test
    void workersComputeTheBytesOfOneProcess() throws Exception {
        try (LabMachines lab = new LabMachines(folder, Network.of(3))) {
            plugin(lab, LabMachines.naps("1.0.0", 50, 1, 1), "submitter", "local", "one", "two");
            for (int worker = 1; worker <= 2; worker++) {
                String name = worker == 1 ? "one" : "two";
                lab.start(name, worker, "200m", lab.worker(worker));
                lab.awaitWord(name, "worker at " + lab.address(worker), 1);
            }
            lab.start("submitter", 3, "300m", lab.onCluster(3, LabMachines.run("run", 20)));
            lab.start("local", 3, "300m", LabMachines.run("local", 20));
            lab.ends("submitter", 0);
            lab.ends("local", 0);
            assertArrayEquals(lab.summary("local"), lab.summary("run"));
            assertEquals(20, lab.computed("one") + lab.computed("two"), lab::words);
        }
    }

    /**
     * Of three workers one is killed, one is cut off, or frozen where nothing can be cut, and comes back; the one who submits is
     * killed too, and continues. A fourth worker may not take plugins. What they say to each other is encrypted. The bytes are those
     * of one process.
     */
    @Test
    @LongTest
    void nothingIsLostAndNothingCountsTwiceWhateverHappensToWorkers() throws Exception {
        try (LabMachines lab = new LabMachines(folder, Network.of(5))) {
            lab.encrypt();
            plugin(lab, LabMachines.naps("1.0.0", 250, 1, 1), "submitter", "again", "local");
            lab.start("one", 1, "200m", lab.worker(1, "--take-plugins"));
            lab.awaitWord("one", "worker at " + lab.address(1), 1);
            lab.start("two", 2, "200m", lab.worker(2, "--take-plugins"));
            lab.start("three", 3, "200m", lab.worker(3, "--take-plugins"));
            lab.start("careful", 5, "200m", lab.worker(5));
            for (String name : List.of("two", "three", "careful")) {
                lab.awaitWord(name, "worker at ", 1);
            }
            lab.start("submitter", 4, "300m", lab.onCluster(4, LabMachines.run("run", TRIALS)));
            lab.await("some trials", () -> lab.trials("run") >= 6);
            lab.awaitWord("submitter", lab.address(5) + " takes no work of this run: lacks naps 1.0.0", 1);
            for (String name : List.of("one", "two", "three")) {
                lab.awaitWord(name, "took the plugin naps 1.0.0", 1);
            }

            lab.kill("one");
            lab.awaitWord("submitter", lab.address(1) + " does not finish what it was given", 1);
            if (lab.network().isReal()) {
                lab.network().cut(2);
            } else {
                Network.signal(lab.process("two"), "STOP");
            }
            lab.awaitWord("submitter", lab.address(2) + " does not finish what it was given", 1);
            long before = lab.trials("run");
            lab.await("trials go on", () -> lab.trials("run") >= before + 2);

            // The submitter is killed; the trials that it had assigned are abandoned.
            lab.kill("submitter");
            long kept = lab.trials("run");
            assertTrue(kept > 0 && kept < TRIALS, () -> kept + " trials, with some left to do");
            lab.start("again", 4, "300m", lab.onCluster(4, List.of("resume", "run")));
            lab.awaitWord("again", kept + " of " + TRIALS + " trials are saved in run", 1);
            lab.awaitWord("again", lab.address(3) + " takes part", 1);
            if (lab.network().isReal()) {
                lab.network().mend(2);
            } else {
                Network.signal(lab.process("two"), "CONT");
            }
            lab.awaitWord("again", lab.address(2) + " takes part", 1);
            lab.ends("again", 0);

            lab.start("local", 4, "300m", LabMachines.run("local", TRIALS, "--threads", "12"));
            lab.ends("local", 0);
            assertArrayEquals(lab.summary("local"), lab.summary("run"));
            assertEquals(TRIALS, lab.trials("run"));
            long computed = lab.computed("one") + lab.computed("two") + lab.computed("three");
            // Who was frozen may have been stopped before it was done; who was cut off computed to the end.
            assertTrue(computed > TRIALS || !lab.network().isReal() && computed == TRIALS,
                    () -> "what was cut off was computed twice; " + computed + " trials were computed");
            assertTrue(Files.readString(folder.resolve("run/experiment.json")).contains("data.txt"),
                    "the hash of the file is noted");
            assertFalse(lab.said("careful").contains("computes for"), lab::words);
        }
    }

    /**
     * One worker is slow, one has too little memory, one is of another version, one is frozen while it computes and woken: each
     * does what it can, and the bytes are those of one process.
     */
    @Test
    @LongTest
    void aWorkerThatIsSlowOrSmallOrOldOrFrozenHarmsNobody() throws Exception {
        try (LabMachines lab = new LabMachines(folder, Network.of(5))) {
            String[] everybody = {"submitter", "quick", "slow", "small", "other", "local"};
            plugin(lab, LabMachines.naps("1.0.0", 100, 60, 1), everybody);
            Files.createFile(lab.home("slow").resolve("slow"));
            lab.start("quick", 1, "200m", lab.worker(1));
            lab.awaitWord("quick", "worker at " + lab.address(1), 1);
            lab.start("slow", 2, "200m", lab.worker(2));
            lab.start("small", 3, "56m", lab.worker(3));
            lab.start(otherVersion(), "other", 5, "200m", lab.worker(5));
            for (String name : List.of("slow", "small", "other")) {
                lab.awaitWord(name, "worker at ", 1);
            }
            lab.start("submitter", 4, "300m", lab.onCluster(4, LabMachines.run("run", TRIALS)));
            lab.awaitWord("submitter", lab.address(5) + " takes no work of this run: lacks psr.baselines", 1);
            lab.awaitWord("submitter", lab.address(3) + " gets no more work of this run: trial ", 1);
            lab.await("some trials", () -> lab.trials("run") >= 10 && lab.computed("slow") >= 1);

            Network.signal(lab.process("quick"), "STOP");
            lab.awaitWord("submitter", lab.address(1) + " does not finish what it was given", 1);
            Network.signal(lab.process("quick"), "CONT");
            lab.awaitWord("submitter", lab.address(1) + " takes part", 2);
            lab.ends("submitter", 0);

            lab.start("local", 4, "600m", LabMachines.run("local", TRIALS, "--threads", "4"));
            lab.ends("local", 0);
            assertArrayEquals(lab.summary("local"), lab.summary("run"));
            assertEquals(TRIALS, lab.trials("run"));
            assertEquals(0, lab.computed("small") + lab.computed("other"), lab::words);
        }
    }

    /** The same application, but for one bundle. */
    private Path otherVersion() throws Exception {
        Path other = folder.resolve("other.jar");
        try (JarFile from = new JarFile(LabMachines.JAR.toFile());
                OutputStream file = Files.newOutputStream(other);
                JarOutputStream into = new JarOutputStream(file)) {
            for (JarEntry entry : from.stream().toList()) {
                into.putNextEntry(new ZipEntry(entry.getName()));
                if (entry.getName().matches("jar/psr\\.baselines[-0-9.]*\\.jar")) {
                    into.write(changed(from.getInputStream(entry).readAllBytes()));
                } else {
                    from.getInputStream(entry).transferTo(into);
                }
            }
        }
        return other;
    }

    private static byte[] changed(byte[] jar) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarInputStream from = new JarInputStream(new ByteArrayInputStream(jar));
                JarOutputStream into = new JarOutputStream(bytes, from.getManifest())) {
            for (JarEntry entry = from.getNextJarEntry(); entry != null; entry = from.getNextJarEntry()) {
                into.putNextEntry(new ZipEntry(entry.getName()));
                from.transferTo(into);
            }
            into.putNextEntry(new ZipEntry("psr/baselines/another.txt"));
            into.write('x');
        }
        return bytes.toByteArray();
    }
}
