package psr.launcher.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.launcher.runs.RunRecord;
import psr.launcher.services.BundleHolds;
import psr.launcher.trials.BoundExperiment;

/** The bundles that the results of a run depend on. */
final class RunBundles {

    private RunBundles() {}

    /** The bundles of the services, the bundles they import packages from, and the laboratory itself. */
    static List<BundleVersion> of(BoundExperiment bound, BundleHolds holds) {
        List<BundleVersion> all = new ArrayList<>(bound.versions());
        holds.laboratory().ifPresent(all::add);
        return List.copyOf(byName(all).values());
    }

    private static Map<String, BundleVersion> byName(List<BundleVersion> bundles) {
        Map<String, BundleVersion> versions = new TreeMap<>();
        bundles.forEach(version -> versions.put(version.name(), version));
        return versions;
    }

    /**
     * Checks that a run continues with the bundles it started with: means over results of two versions would be meaningless.
     *
     * @throws IllegalArgumentException if a bundle differs
     */
    static void same(Path path, List<BundleVersion> then, List<BundleVersion> now) {
        Map<String, BundleVersion> before = byName(then);
        Map<String, BundleVersion> after = byName(now);
        List<String> changes = Stream.concat(before.keySet().stream(), after.keySet().stream()).distinct().sorted()
                .filter(name -> !Objects.equals(before.get(name), after.get(name)))
                .map(name -> name + " was " + shortened(before.get(name)) + " and is " + shortened(after.get(name))).toList();
        if (!changes.isEmpty()) {
            throw new IllegalArgumentException("a run must continue with the services it began with; "
                    + String.join(", ", changes) + ": put back what it began with, run " + path.resolve(RunRecord.FILE)
                    + " anew, or mix both with --anyway");
        }
    }

    private static String shortened(BundleVersion bundle) {
        return bundle == null ? "absent" : bundle.toString().substring(bundle.name().length() + 1);
    }
}
