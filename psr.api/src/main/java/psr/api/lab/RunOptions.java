package psr.api.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How an experiment is run: what may be chosen without changing a result, besides which trials and which part of the data.
 * Immutable.
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

    /** Every trial, on all processors, kept nowhere. */
    public static RunOptions defaults() {
        return new Builder().build();
    }

    /** Begins options that are like these. */
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

    /** Begins options. */
    public static Builder builder() {
        return new Builder();
    }

    /** Gathers options. Used by one thread. */
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

        /** How many trials may run at once, at least 1; all processors where nothing is said. */
        public Builder threads(int number) {
            this.threads = number;
            return this;
        }

        /**
         * Only these trials; every trial where nothing is said. A run of a share is not reported on: its means are means of
         * nothing until {@link Laboratory#merge} has put all shares together.
         */
        public Builder share(Shard which) {
            this.share = which;
            return this;
        }

        /**
         * Whether a run that is in the folder already is continued where it is one of the same experiment and share; it is
         * refused where nothing is said. So whoever submits again after a kill need not know how far it came.
         */
        public Builder resuming(boolean yes) {
            this.resuming = yes;
            return this;
        }

        /** For a run that is resumed: more trials than it was started with; not looked at otherwise. */
        public Builder totalTrials(int number) {
            this.totalTrials = OptionalInt.of(number);
            return this;
        }

        /** How long a stage, or one measurement, may take; one that takes longer fails, and the rest goes on. */
        public Builder limit(Duration longest) {
            this.limit = longest;
            return this;
        }

        /** A new folder in which the run is kept, from where it can be resumed; kept nowhere where nothing is said. */
        public Builder folder(Path path) {
            this.folder = path;
            return this;
        }

        /** Where files that settings name by a relative path are looked for; the current folder where nothing is said. */
        public Builder base(Path path) {
            this.base = path;
            return this;
        }

        /** Which part of the data; as the data set has them where nothing is said. */
        public Builder part(DataPart which) {
            this.part = which;
            return this;
        }

        /** Whether a run that is kept is reported on when it has ended: claims, figures, a page; yes where nothing is said. */
        public Builder report(boolean yes) {
            this.report = yes;
            return this;
        }

        /** For a run that is resumed: whether it may go on with other bundles than it began with; not looked at otherwise. */
        public Builder otherBundles(boolean yes) {
            this.otherBundles = yes;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if a number is too small
         */
        public RunOptions build() {
            return new RunOptions(this);
        }
    }

    /** How many trials may run at once. */
    public int threads() {
        return threads;
    }

    /** Which trials. */
    public Shard share() {
        return share;
    }

    /** Whether a run of the same experiment and share that is in the folder already is continued. */
    public boolean resuming() {
        return resuming;
    }

    /** For a run that is resumed: more trials than it was started with. */
    public OptionalInt totalTrials() {
        return totalTrials;
    }

    /** How long a stage, or one measurement, may take. */
    public Optional<Duration> limit() {
        return Optional.ofNullable(limit);
    }

    /** Where the run is kept. */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    /** Where files that settings name by a relative path are looked for. */
    public Path base() {
        return base == null ? Path.of("") : base;
    }

    /** Which part of the data. */
    public DataPart part() {
        return chosenPart().orElse(DataPart.asGiven());
    }

    /** Which part of the data, if one was chosen. */
    public Optional<DataPart> chosenPart() {
        return Optional.ofNullable(part);
    }

    /** Whether a run that is kept is reported on when it has ended. */
    public boolean report() {
        return report;
    }

    /** For a run that is resumed: whether it may go on with other bundles than it began with. */
    public boolean otherBundles() {
        return otherBundles;
    }
}
