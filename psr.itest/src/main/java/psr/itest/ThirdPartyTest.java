package psr.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.ServiceRegistration;

import psr.api.lab.ModelStore;
import psr.api.learn.Learner;
import psr.api.linear.Hmm;
import psr.api.linear.HmmFormat;
import psr.api.store.ModelFormat;
import psr.api.store.ModelFormats;
import psr.api.store.StoredModel;

/** What the application does for those who write bundles of their own. */
public class ThirdPartyTest {

    @TempDir
    Path folder;

    /** The jar of the API is put together from the bundle that runs: its classes, and a manifest that tools find. */
    @Test
    public void aNewProjectBringsTheApiOfTheRunningFramework() throws Exception {
        Path project = folder.resolve("mine");
        Shell.type("psr:new-learner my-idea '" + project + "'");
        assertTrue(Files.exists(project.resolve("src/main/java/myidealearner/MyIdeaLearner.java")));
        assertTrue(Files.readString(project.resolve("README.md")).contains(Shell.plugins().toString()));
        Path lib = project.resolve("lib/psr/psr.api/1.0.0/psr.api-1.0.0.jar");
        try (JarFile jar = new JarFile(lib.toFile())) {
            assertEquals("psr.api", jar.getManifest().getMainAttributes().getValue("Bundle-SymbolicName"));
            try (InputStream here = Learner.class.getResourceAsStream("Learner.class")) {
                assertArrayEquals(here.readAllBytes(),
                        jar.getInputStream(jar.getEntry("psr/api/learn/Learner.class")).readAllBytes());
            }
            assertNull(jar.getEntry("psr/shell/console/Main.class"));
        }
        for (Map.Entry<String, String> beside : Map.of("sources", "psr/api/learn/Learner.java", "javadoc",
                "psr/api/learn/Learner.html").entrySet()) {
            try (JarFile jar = new JarFile(lib.resolveSibling("psr.api-1.0.0-" + beside.getKey() + ".jar").toFile())) {
                assertNotNull(jar.getEntry(beside.getValue()), beside.getKey());
            }
        }
        assertEquals("settings", Arrays.stream(Learner.class.getMethods()).filter(method -> method.getName().equals("learn")
                && method.getParameterCount() == 3).findFirst().orElseThrow().getParameters()[1].getName());
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> Shell.type("psr:new-learner 2sr-2 '" + project + "'")).getMessage()
                .contains("begin with a letter"));
        assertTrue(assertThrows(IllegalArgumentException.class,
                () -> Shell.type("psr:new-learner ngram '" + folder.resolve("x") + "'")).getMessage()
                .contains("'ngram' belongs to psr.baselines"));
    }

    @Test
    public void helpListsCommandsByTopic() throws Exception {
        String help = Shell.type("psr:help");
        assertTrue(help.startsWith("Experiments\n  benchmark "), help);
        assertTrue(help.contains("\nModels\n  inspect "), help);
        assertTrue(help.contains("new-learner NAME DIR"), help);
        assertFalse(help.contains("Commands of plugins"), help);
    }

    @Test
    public void formatsOfModelsComeAndGo() throws Exception {
        ModelStore store = Shell.CONTEXT.getService(Shell.CONTEXT.getServiceReference(ModelStore.class));
        List<String> before = store.kinds();
        assertTrue(before.containsAll(List.of("hmm", "linear-psr")), before::toString);
        ServiceRegistration<?> registration = Shell.CONTEXT.registerService(ModelFormat.class, new Mine(), null);
        Shell.await("the kind 'mine'", () -> store.kinds().contains("mine"));
        registration.unregister();
        Shell.await("the kind to go", () -> store.kinds().equals(before));
    }

    /** A format of a third party. */
    private static final class Mine implements ModelFormat<Hmm> {

        @Override
        public String kind() {
            return "mine";
        }

        @Override
        public Class<Hmm> type() {
            return Hmm.class;
        }

        @Override
        public StoredModel store(Hmm model, ModelFormats formats) {
            return StoredModel.builder(kind(), model.space()).build();
        }

        @Override
        public Hmm restore(StoredModel stored, ModelFormats formats) {
            return new HmmFormat().restore(stored, formats);
        }
    }
}
