package psr.launcher.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import psr.api.lab.BundleVersion;
import psr.api.lab.Experiment;
import psr.api.lab.Recipe;
import psr.api.lab.Shard;
import psr.launcher.files.FileProblem;

/** Merges the folders of shards into one run folder. Reports all inconsistencies at once. */
public final class ShardMerger {

    /** The maximum number of trials or shards in a message. */
    private static final int MAX_LISTED = 10;

    private static final String ABSENT = "absent";

    private record ReadShard(Path folder, RunRecord record, TrialsFile trials) {}

    private final List<ReadShard> parts = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    /** Where the lines of a trial are, by trial. */
    private final TreeMap<Integer, TrialsFile> sources = new TreeMap<>();

    private ShardMerger() {}

    /**
     * Merges shards.
     *
     * @param folders the folders of the shards; not modified
     * @throws IllegalArgumentException if the shards are inconsistent or incomplete, or the new folder cannot be used;
     *        nothing was written
     * @throws IOException if a shard cannot be read or is damaged; the message names it
     */
    public static SavedRunFolder merge(List<Path> folders, Path into) throws IOException {
        if (folders.isEmpty()) {
            throw new IllegalArgumentException("there must be a shard to merge; found none");
        }
        ShardMerger merger = new ShardMerger();
        for (Path folder : folders) {
            merger.read(folder);
        }
        merger.compare();
        merger.gather();
        if (!merger.faults.isEmpty()) {
            throw new IllegalArgumentException("shards must be of the same run; " + String.join("; ", merger.faults));
        }
        merger.write(into);
        return SavedRunFolder.open(into);
    }

    private void read(Path folder) throws IOException {
        RunRecord record = RunRecord.read(folder);
        FolderLock.holder(folder).ifPresent(writer -> faults.add(folder + " is being written by " + writer));
        parts.add(new ReadShard(folder, record, TrialsFile.scan(folder.resolve(RunFolder.TRIALS), record)));
    }

    private void compare() {
        ReadShard first = parts.get(0);
        for (ReadShard part : parts) {
            compare(first, part);
            if (part.record().everyBundles().size() > 1) {
                faults.add(part.folder() + " was computed by more than one version of its bundles");
            }
        }
        Map<String, ReadShard> known = new LinkedHashMap<>();
        for (ReadShard part : parts) {
            files(part.record()).forEach((name, hash) -> {
                ReadShard other = known.putIfAbsent(name, part);
                String before = other == null ? hash : files(other.record()).get(name);
                if (!before.equals(hash)) {
                    faults.add("the file " + name + " is " + shortened(before) + " in " + other.folder() + " and "
                            + shortened(hash) + " in " + part.folder() + " (sha256)");
                }
            });
        }
    }

    /** The files by relative path if possible, which is the same on every machine. */
    private static Map<String, String> files(RunRecord record) {
        Map<String, String> files = new TreeMap<>();
        record.files().forEach((name, hash) -> files.put(Path.of(name).startsWith(record.base())
                ? record.base().relativize(Path.of(name)).toString() : name, hash));
        return files;
    }

    private static String shortened(String hash) {
        return hash.substring(0, Math.min(8, hash.length())) + "…";
    }

    private void compare(ReadShard first, ReadShard part) {
        Map<String, String> left = parts(first.record());
        Map<String, String> right = parts(part.record());
        Stream.concat(right.keySet().stream(), left.keySet().stream()).distinct().forEach(what -> {
            String one = left.getOrDefault(what, ABSENT);
            String other = right.getOrDefault(what, ABSENT);
            if (!one.equals(other)) {
                faults.add(what + " is " + one + " in " + first.folder() + " and " + other + " in " + part.folder());
            }
        });
    }

    /** Everything that must be the same in all shards, by description. */
    private static Map<String, String> parts(RunRecord record) {
        Experiment experiment = record.experiment();
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("the name", experiment.name());
        parts.put("the description", experiment.description());
        parts.put("the data set", experiment.dataset().toString());
        parts.put("the seed", Long.toString(experiment.seed()));
        parts.put("the number of trials", Integer.toString(experiment.trials()));
        parts.put("--every", Integer.toString(experiment.every()));
        parts.put("the list of metrics", experiment.metrics().toString());
        parts.put("the list of recipes", experiment.recipes().stream().map(Recipe::label).toList().toString());
        experiment.recipes().forEach(recipe -> parts.put("the recipe " + recipe.label(), recipe.text()));
        record.rates().forEach(choice -> {
            parts.put("the rate chosen for " + choice.label(), choice.rate().orElse("none"));
            parts.put("the list of rates tried for " + choice.label(), choice.means().keySet().toString());
        });
        parts.put("the list of rates to choose from", experiment.rateSearch().rates().toString());
        parts.put("the list of claims", experiment.claims().toString());
        parts.put("the part of the data", record.part().toString());
        record.bundles().forEach(bundle -> parts.put("the bundle " + bundle.name(), version(bundle)));
        return parts;
    }

    private static String version(BundleVersion bundle) {
        return bundle.version() + (bundle.sha256().isEmpty() ? "" : " (" + shortened(bundle.sha256()) + ")");
    }

    /** Checks that every trial of the experiment occurs exactly once. */
    private void gather() {
        int total = parts.get(0).record().experiment().trials();
        BitSet missing = Shard.all().trials(total);
        for (int i = 0; i < parts.size(); i++) {
            BitSet finished = parts.get(i).trials().finished();
            for (int j = 0; j < i; j++) {
                BitSet both = parts.get(j).trials().finished();
                both.and(finished);
                if (!both.isEmpty()) {
                    faults.add(trials(both) + " in " + parts.get(j).folder() + " and in " + parts.get(i).folder());
                }
            }
            TrialsFile source = parts.get(i).trials();
            finished.stream().filter(trial -> trial < total).forEach(trial -> sources.put(trial, source));
            missing.andNot(finished);
        }
        for (ReadShard part : parts) {
            BitSet unfinished = part.record().share().trials(total);
            unfinished.and(missing);
            if (!unfinished.isEmpty()) {
                faults.add(trials(unfinished) + " not finished in " + part.folder() + ": resume it");
                missing.andNot(unfinished);
            }
        }
        if (!missing.isEmpty()) {
            faults.add(trials(missing) + " in none of them"
                    + missingShards(missing, total).map(shares -> ": add " + shares).orElse(""));
        }
    }

    /** The shards that have the missing trials, if all shards are of the same number. */
    private Optional<String> missingShards(BitSet missing, int total) {
        List<Integer> counts = parts.stream().map(part -> part.record().share().count()).distinct().toList();
        if (counts.size() != 1) {
            return Optional.empty();
        }
        List<String> shards = new ArrayList<>();
        for (int number = 1; number <= counts.get(0) && shards.size() <= MAX_LISTED; number++) {
            Shard shard = new Shard(number, counts.get(0));
            if (shard.trials(total).intersects(missing)) {
                shards.add(shards.size() < MAX_LISTED ? shard.toString() : "…");
            }
        }
        return Optional.of((shards.size() == 1 ? "shard " : "shards ") + String.join(", ", shards));
    }

    /** Lists trials; in messages they are counted from 1. */
    private static String trials(BitSet trials) {
        String list = trials.stream().limit(MAX_LISTED).mapToObj(trial -> Integer.toString(trial + 1))
                .collect(Collectors.joining(", "));
        return trials.cardinality() == 1 ? "trial " + list + " is" : "trials " + list
                + (trials.cardinality() > MAX_LISTED ? ", … (" + trials.cardinality() + ")" : "") + " are";
    }

    private void write(Path into) throws IOException {
        RunFolder folder = RunFolder.create(into, RunRecord.merged(parts.stream().map(ReadShard::record).toList()));
        boolean whole = false;
        try {
            folder.copy(sources);
            folder.close();
            whole = true;
        } catch (IOException e) {
            throw new IOException("cannot merge into " + into + ": " + FileProblem.describe(e), e);
        } finally {
            if (!whole) {
                folder.discard();
            }
        }
    }
}
