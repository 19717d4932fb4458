package psr.datasets;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

import org.osgi.service.component.annotations.Component;

import psr.api.data.DataKind;
import psr.api.data.Space;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;
import psr.math.text.NumberedLines;

/**
 * Sequences of a partially observable Markov decision process in Cassandra's format ({@link PomdpReader}): observations, with
 * uniformly random actions as inputs. The true model is the exact belief filter.
 */
@Component(service = DatasetSource.class)
@PsrService(name = "pomdp", summary = "a POMDP in Cassandra's format with random actions; includes its true model",
        inputs = Space.Kind.SYMBOLS)
public final class PomdpFile implements DatasetSource<PomdpFile.Settings> {

    /** The number of rows of all sequences. */
    private static final int MOST_ROWS = 50_000_000;

    /** Processes that need no file. */
    public enum Name {
        /** Which of two doors hides a tiger; listening is right in 85 of 100 cases. */
        TIGER,
        /** A random walk on five states, with a reset that reveals whether the walk was at its end. */
        FLOAT_RESET,
        /** A maze with the shape of a piece of cheese, whose corridors look alike. */
        CHEESE
    }

    public record Settings(
            @Option(value = "none", help = "file in Cassandra's format", absent = "none") Optional<Path> file,
            @Option(value = "tiger",
                    help = "process to use without a file: the tiger behind a door, the random walk with reset of"
                            + " Littman, Sutton and Singh, the cheese maze of McCallum") Name name,
            @Option(value = "800", help = "number of sequences, training and test together", min = 2) int sequences,
            @Option(value = "50", help = "length of each sequence", min = 1) int length,
            @Option(value = "0.5", help = "fraction of the sequences for training, the first ones", min = 0,
                    max = 1) double share) {

        public Settings {
            if ((long) sequences * length > MOST_ROWS) {
                throw new IllegalArgumentException("sequences × length must be at most " + MOST_ROWS + "; sequences=" + sequences
                        + ", length=" + length);
            }
            if (file.isPresent() && name != Name.TIGER) {
                throw new IllegalArgumentException("either file or name must be given; file=" + file.get() + ", name="
                        + word(name));
            }
        }
    }

    private static String word(Name name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public DataKind kind(Settings settings) {
        return DataKind.SYMBOLS.withInputs(Space.Kind.SYMBOLS);
    }

    @Override
    public Dataset load(Settings settings, Run run) throws IOException {
        Pomdp process;
        try (NumberedLines lines = open(settings, run)) {
            process = PomdpReader.read(lines, run);
        }
        Symbols all = draw(process, settings, run.random("pomdp sequences"), run);
        int cut = Split.first(settings.sequences, settings.share, "sequences");
        return Dataset.builder(all.range(0, cut)).test(all.range(cut, all.count())).trueModel(new BeliefModel(process))
                .origin(settings.file.map(Path::toString).orElse(word(settings.name)) + " of " + process.states() + " states, "
                        + process.actions().size() + " actions and " + process.observations().size() + " observations, "
                        + settings.sequences + " sequences of length " + settings.length + " with random actions")
                .build();
    }

    private static NumberedLines open(Settings settings, Run run) throws IOException {
        if (settings.file.isPresent()) {
            return NumberedLines.open(run.file(settings.file.get()));
        }
        String name = word(settings.name) + ".pomdp";
        InputStream resource = PomdpFile.class.getResourceAsStream(name);
        if (resource == null) {
            throw new IOException(
                    "the bundle psr.datasets must have the resource " + name + "; it is missing: rebuild the bundle");
        }
        return NumberedLines.of(name, resource);
    }

    private static Symbols draw(Pomdp process, Settings settings, RandomGenerator random, Run run) {
        Symbols.Builder observed = new Symbols.Builder();
        Symbols.Builder acted = new Symbols.Builder();
        int n = process.states();
        int symbols = process.observations().size();
        int[] observations = new int[settings.length];
        int[] actions = new int[settings.length];
        for (int i = 0; i < settings.sequences; i++) {
            if (i % 256 == 0) {
                run.checkpoint();
            }
            int state = Pomdp.draw(process.start(), 0, n, random);
            for (int t = 0; t < settings.length; t++) {
                actions[t] = random.nextInt(process.actions().size());
                state = Pomdp.draw(process.transition()[actions[t]], state * n, n, random);
                observations[t] = Pomdp.draw(process.emission()[actions[t]], state * symbols, symbols, random);
            }
            observed.add(observations);
            acted.add(actions);
        }
        return observed.build(process.observations()).withInputs(acted.build(process.actions()));
    }
}
