package psr.api.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options of a run. They do not change results, except the shard and the part of the data. Immutable.
 */
public final class RunOptions {

    private final int threads;
    private final Shard share;
    private final OptionalInt totalTrials;
    private final Duration limit;
    private final Path folder;
    private final Path base;
    private final DataPart part;
    private final boolean report;
    private final boolean otherBundles;
    private final boolean resuming;

    private RunOptions(Builder builder) {
        this.threads = builder.threads;
        this.share = Objects.requireNonNull(builder.share, "share");
        this.totalTrials = builder.totalTrials;
        this.limit = builder.limit;
        this.folder = builder.folder;
        this.base = builder.base;
        this.part = builder.part;
        this.report = builder.report;
        this.otherBundles = builder.otherBundles;
        this.resuming = builder.resuming;
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1; threads=" + threads);
        }
        if (limit != null && (limit.isZero() || limit.isNegative())) {
            throw new IllegalArgumentException("the limit of a stage must be above 0 s; limit=" + limit);
        }
    }

    /** All trials, on all processors, not saved. */
    public static RunOptions defaults() {
        return new Builder().build();
    }

    /** Starts with these options. */
    public Builder change() {
        Builder builder = new Builder();
        builder.threads = threads;
        builder.share = share;
        builder.totalTrials = totalTrials;
        builder.limit = limit;
        builder.folder = folder;
        builder.base = base;
        builder.part = part;
        builder.report = report;
        builder.otherBundles = otherBundles;
        builder.resuming = resuming;
        return builder;
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds options. Not thread-safe. */
    public static final class Builder {

        private int threads = Runtime.getRuntime().availableProcessors();
        private Shard share = Shard.all();
        private OptionalInt totalTrials = OptionalInt.empty();
        private Duration limit;
        private Path folder;
        private Path base;
        private DataPart part;
        private boolean report = true;
        private boolean otherBundles;
        private boolean resuming;

        private Builder() {}

        /** The maximum number of concurrent trials, at least 1; by default the number of processors. */
        public Builder threads(int number) {
            this.threads = number;
            return this;
        }

        /**
         * Computes only the trials of a shard; all trials by default. Shards have no reports: means are meaningful only
         * after {@link Laboratory#merge} has merged all shards.
         */
        public Builder share(Shard which) {
            this.share = which;
            return this;
        }

        /**
         * Whether to resume the run in the folder if it is of the same experiment and shard; by default it is rejected. So a
         * client that submits again after a crash need not know whether the run had started.
         */
        public Builder resuming(boolean yes) {
            this.resuming = yes;
            return this;
        }

        /** For resumed runs: a larger number of trials than before; otherwise ignored. */
        public Builder totalTrials(int number) {
            this.totalTrials = OptionalInt.of(number);
            return this;
        }

        /** The time limit of a stage, or of one measurement; after it the recipe fails, and the others continue. */
        public Builder limit(Duration longest) {
            this.limit = longest;
            return this;
        }

        /** A new folder in which the run is saved, so that it can be resumed; by default it is not saved. */
        public Builder folder(Path path) {
            this.folder = path;
            return this;
        }

        /** The folder against which relative paths in settings are resolved; the current folder by default. */
        public Builder base(Path path) {
            this.base = path;
            return this;
        }

        /** The part of the data that is used; as given by the data set by default. */
        public Builder part(DataPart which) {
            this.part = which;
            return this;
        }

        /** Whether a saved run gets a report at its end: claims, figures, a page; yes by default. */
        public Builder report(boolean yes) {
            this.report = yes;
            return this;
        }

        /** For resumed runs: whether other bundles than before may be used; otherwise ignored. */
        public Builder otherBundles(boolean yes) {
            this.otherBundles = yes;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a number is too small
         */
        public RunOptions build() {
            return new RunOptions(this);
        }
    }

    /** The maximum number of concurrent trials. */
    public int threads() {
        return threads;
    }

    /** The shard. */
    public Shard share() {
        return share;
    }

    /** Whether to resume the run in the folder if it is of the same experiment and shard. */
    public boolean resuming() {
        return resuming;
    }

    /** For resumed runs: a larger number of trials than before. */
    public OptionalInt totalTrials() {
        return totalTrials;
    }

    /** The time limit of a stage, or of one measurement. */
    public Optional<Duration> limit() {
        return Optional.ofNullable(limit);
    }

    /** The folder in which the run is saved. */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /** The folder against which relative paths in settings are resolved. */
    public Path base() {
        return base == null ? Path.of("") : base;
    }

    /** The part of the data that is used. */
    public DataPart part() {
        return chosenPart().orElse(DataPart.asGiven());
    }

    /** The part of the data that is used, if one was chosen. */
    public Optional<DataPart> chosenPart() {
        return Optional.ofNullable(part);
    }

    /** Whether a saved run gets a report at its end. */
    public boolean report() {
        return report;
    }

    /** For resumed runs: whether other bundles than before may be used. */
    public boolean otherBundles() {
        return otherBundles;
    }
}
