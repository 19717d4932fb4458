package psr.launcher.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import psr.api.lab.BundleVersion;
import psr.launcher.lab.Fakes;

class RunBundlesTest {

    private static BundleVersion bundle(String name, String version) {
        return new BundleVersion(name, version, "");
    }

    @Test
    void namesEveryChangedBundle() {
        List<BundleVersion> then = List.of(bundle("b.same", "1.0.0"), bundle("c.gone", "1.0.0"), bundle("a.new", "1.0.0"));
        List<BundleVersion> now = List.of(bundle("a.new", "2.0.0"), bundle("b.same", "1.0.0"), bundle("d.more", "3.0.0"));
        String message = assertThrows(IllegalArgumentException.class,
                () -> RunBundles.same(Path.of("runs", "x"), then, now)).getMessage();
        assertEquals("a run must continue with the services it began with; a.new was 1.0.0 and is 2.0.0,"
                + " c.gone was 1.0.0 and is absent, d.more was absent and is 3.0.0: put back what it began with, run "
                + Path.of("runs", "x", "experiment.json") + " anew, or mix both with --anyway", message);
    }

    @Test
    void ignoresTheOrderOfBundles() {
        RunBundles.same(Path.of(""), List.of(bundle("a", "1.0.0"), bundle("b", "1.0.0")),
                List.of(bundle("b", "1.0.0"), bundle("a", "1.0.0")));
    }

    @Test
    void theLaboratoryIsNoBundleOutsideAFramework() {
        assertEquals(Optional.empty(), Fakes.holds().laboratory());
    }
}
