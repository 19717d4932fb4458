package example.reber;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

import org.osgi.service.component.annotations.Component;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.Run;
import psr.api.linear.Hmm;
import psr.api.settings.Option;
import psr.api.settings.PsrService;
import psr.api.source.Dataset;
import psr.api.source.DatasetSource;

/**
 * Strings of the artificial grammar of the experiments of Reber (1967): a walk through seven nodes; if two edges leave a
 * node, each has probability 1/2. Every string begins with B and ends with E, the end.
 *
 * <p>The same letter leads to different nodes (T, S, X, P and V are on two edges each), so the previous letter does not
 * determine the possible next ones: short n-grams must do worse than models with a state.
 */
@Component
@PsrService(name = "reber", summary = "strings of the Reber grammar, which end by themselves", paper = "Reber 1967")
public final class ReberGrammar implements DatasetSource<ReberGrammar.Settings> {

    public record Settings(
            @Option(value = "200", help = "number of training strings", min = 1) int train,
            @Option(value = "200", help = "number of test strings", min = 0) int test) {}

    /** The end comes last; its number is the number of the letters before it. */
    static final Alphabet ALPHABET = Alphabet.of(List.of("B", "T", "P", "S", "X", "V")).withEnd("E");

    /** An edge from a node to a node with a letter. */
    private record Edge(int from, String letter, int to) {}

    /** Node 7 comes after the end: only the end itself follows. */
    private static final List<Edge> EDGES = List.of(
            new Edge(0, "B", 1),
            new Edge(1, "T", 2), new Edge(1, "P", 3),
            new Edge(2, "S", 2), new Edge(2, "X", 4),
            new Edge(3, "T", 3), new Edge(3, "V", 5),
            new Edge(4, "X", 3), new Edge(4, "S", 6),
            new Edge(5, "P", 4), new Edge(5, "V", 6),
            new Edge(6, "E", 7),
            new Edge(7, "E", 7));

    @Override
    public Dataset load(Settings settings, Run run) {
        // Two streams, so that the number of training strings does not affect the test strings.
        Symbols training = Symbols.of(ALPHABET, draw(settings.train(), run.random("train")));
        return Dataset.builder(training).test(draw(settings.test(), run.random("test"))).trueModel(oracle())
                .origin("Reber grammar, " + settings.train() + " training and " + settings.test() + " test strings")
                .build();
    }

    private static Symbols draw(int count, RandomGenerator random) {
        int end = ALPHABET.end().getAsInt();
        Symbols.Builder strings = new Symbols.Builder();
        for (int i = 0; i < count; i++) {
            int[] string = new int[64];
            int length = 0;
            int node = 0;
            do {
                List<Edge> ways = leaving(node);
                Edge way = ways.get(random.nextInt(ways.size()));
                if (length == string.length) {
                    string = Arrays.copyOf(string, 2 * length);
                }
                string[length++] = symbol(way);
                node = way.to();
            } while (string[length - 1] != end);
            strings.add(string, 0, length);
        }
        return strings.build();
    }

    /**
     * The grammar as a hidden Markov model: a state is an edge, emits its letter, and is followed by an edge from its
     * target node.
     */
    static Hmm oracle() {
        int m = EDGES.size();
        double[] initial = new double[m];
        double[][] transition = new double[m][m];
        double[][] emission = new double[m][ALPHABET.size()];
        initial[0] = 1;
        for (int i = 0; i < m; i++) {
            List<Edge> ways = leaving(EDGES.get(i).to());
            for (Edge way : ways) {
                transition[i][EDGES.indexOf(way)] = 1.0 / ways.size();
            }
            emission[i][symbol(EDGES.get(i))] = 1;
        }
        return new Hmm(ALPHABET, initial, transition, emission);
    }

    private static List<Edge> leaving(int node) {
        return EDGES.stream().filter(edge -> edge.from() == node).toList();
    }

    private static int symbol(Edge edge) {
        return ALPHABET.symbol(edge.letter()).getAsInt();
    }
}
