package psr.launcher.jobs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import psr.api.lab.BundleVersion;
import psr.launcher.runs.RunRecord;
import psr.launcher.services.BundleHolds;
import psr.launcher.trials.BoundExperiment;

/** The bundles that the results of a run depend on. Thread-safe. */
final class RunBundles {

    private final BundleHolds holds;

    RunBundles(BundleHolds holds) {
        this.holds = holds;
    }

    /** The bundles of the services, the bundles they import packages from, and the laboratory itself. */
    List<BundleVersion> of(BoundExperiment bound) {
        Map<String, BundleVersion> versions = new TreeMap<>();
        bound.versions().forEach(version -> versions.put(version.name(), version));
        laboratory().ifPresent(version -> versions.put(version.name(), version));
        return List.copyOf(versions.values());
    }

    /** The code of the laboratory, if known. */
    Optional<BundleVersion> laboratory() {
        return holds.laboratory();
    }

    /**
     * Checks that a run continues with the bundles it started with: means over results of two versions would be meaningless.
     *
     * @throws IllegalArgumentException if a bundle differs
     */
    static void same(Path path, List<BundleVersion> then, List<BundleVersion> now) {
        Map<String, BundleVersion> before = new TreeMap<>();
        then.forEach(version -> before.put(version.name(), version));
        Map<String, BundleVersion> after = new TreeMap<>();
        now.forEach(version -> after.put(version.name(), version));
        TreeMap<String, BundleVersion> all = new TreeMap<>(before);
        all.putAll(after);
        List<String> changes = new ArrayList<>();
        for (String name : all.keySet()) {
            if (before.get(name) == null || !before.get(name).equals(after.get(name))) {
                changes.add(name + " was " + shortened(before.get(name)) + " and is " + shortened(after.get(name)));
            }
        }
        if (!changes.isEmpty()) {
            throw new IllegalArgumentException("a run must go on with the services it began with; "
                    + String.join(", ", changes) + ": put back what it began with, run " + path.resolve(RunRecord.FILE)
                    + " anew, or mix both with --anyway");
        }
    }

    private static String shortened(BundleVersion bundle) {
        return bundle == null ? "absent" : bundle.toString().substring(bundle.name().length() + 1);
    }
}
