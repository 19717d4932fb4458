package psr.datasets;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

import psr.api.data.Alphabet;
import psr.api.learn.Run;
import psr.math.text.NumberedLines;

/**
 * Reads Cassandra's POMDP format. Entries later in the file replace earlier ones; without {@code start}, all states are equally
 * probable. Rewards, the discount and {@code values} are ignored. Probabilities that are rounded are normalized.
 */
final class PomdpReader {

    /** The sum of rounded probabilities may differ from 1 by this. */
    private static final double ROUNDED = 1e-3;

    /** The maximum number of entries in all tables: 400 MB. */
    private static final long MOST_NUMBERS = 50_000_000;

    private final PomdpTokens tokens;
    private final Run run;
    private List<String> states;
    private List<String> actions;
    private List<String> observations;
    private double[] start;
    private double[][] transition;
    private double[][] emission;

    private PomdpReader(PomdpTokens tokens, Run run) {
        this.tokens = tokens;
        this.run = run;
    }

    /** Reads a file. */
    static Pomdp read(NumberedLines text, Run run) throws IOException {
        return new PomdpReader(new PomdpTokens(text), run).read();
    }

    private Pomdp read() throws IOException {
        while (tokens.hasNext()) {
            run.checkpoint();
            String keyword = tokens.next("an entry");
            switch (keyword) {
                case "discount", "values" -> {
                    tokens.colon(keyword);
                    tokens.next("a value of " + keyword);
                }
                case "states" -> states = names(keyword, states);
                case "actions" -> actions = names(keyword, actions);
                case "observations" -> observations = names(keyword, observations);
                case "start" -> start();
                case "T" -> transition();
                case "O" -> emission();
                case "R" -> reward();
                default ->
                    throw tokens.wrong("an entry must begin with discount, values, states, actions, observations, start, T, O"
                            + " or R; found '" + keyword + "'");
            }
        }
        allocate("the end of the file");
        normalized("T", "from state", transition, states.size());
        normalized("O", "in state", emission, observations.size());
        if (start == null) {
            start = new double[states.size()];
            Arrays.fill(start, 1.0 / start.length);
        }
        return new Pomdp(states.size(), Alphabet.of(actions), Alphabet.of(observations), start, transition, emission);
    }

    private List<String> names(String keyword, List<String> before) throws IOException {
        tokens.colon(keyword);
        if (before != null) {
            throw tokens.wrong(keyword + " must appear once; it appears again");
        }
        List<String> names = tokens.words(at -> run.checkpoint());
        if (names.size() == 1 && names.get(0).matches("[0-9]{1,9}")) {
            int count = Integer.parseInt(names.get(0));
            if (count < 1 || count > MOST_NUMBERS) {
                throw tokens.wrong(keyword + " must be from 1 to " + MOST_NUMBERS + "; found " + count);
            }
            return IntStream.range(0, count).mapToObj(Integer::toString).toList();
        }
        if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
            throw tokens.wrong(keyword + " must have different names, or their number; found '" + String.join(" ", names) + "'");
        }
        return names;
    }

    private void allocate(String before) throws IOException {
        if (states == null || actions == null || observations == null) {
            throw tokens.wrong((states == null ? "states" : actions == null ? "actions" : "observations")
                    + " must appear before " + before);
        }
        if (transition == null) {
            long numbers = (long) actions.size() * states.size() * ((long) states.size() + observations.size());
            if (numbers > MOST_NUMBERS) {
                throw tokens.wrong("the tables must have at most " + MOST_NUMBERS + " numbers; " + states.size() + " states, "
                        + actions.size() + " actions and " + observations.size() + " observations make " + numbers);
            }
            transition = new double[actions.size()][states.size() * states.size()];
            emission = new double[actions.size()][states.size() * observations.size()];
        }
    }

    private void start() throws IOException {
        if (states == null) {
            throw tokens.wrong("states must appear before start");
        }
        int n = states.size();
        double[] given = new double[n];
        String which = tokens.peek();
        if (which.equals("include") || which.equals("exclude")) {
            tokens.next(which);
            tokens.colon("start " + which);
            boolean[] listed = new boolean[n];
            for (String state : tokens.words(at -> run.checkpoint())) {
                for (int s : indices(state, states, "state")) {
                    listed[s] = true;
                }
            }
            for (int s = 0; s < n; s++) {
                given[s] = listed[s] == which.equals("include") ? 1 : 0;
            }
        } else {
            tokens.colon("start");
            if (tokens.peek().equals("uniform")) {
                tokens.next("uniform");
                Arrays.fill(given, 1);
            } else if (n > 1 && (states.contains(tokens.peek()) || tokens.peek().matches("[0-9]+") && tokens.isLastOfEntry())) {
                for (int s : indices(tokens.next("a state"), states, "state")) {
                    given[s] = 1;
                }
            } else {
                tokens.probabilities(given, "start");
                checkSum(given, 0, n, "the probabilities of start");
            }
        }
        double sum = Arrays.stream(given).sum();
        if (sum == 0) {
            throw tokens.wrong("start must leave at least one state");
        }
        start = Arrays.stream(given).map(p -> p / sum).toArray();
    }

    private void transition() throws IOException {
        tokens.colon("T");
        allocate("T");
        int n = states.size();
        int[] of = indices(tokens.next("an action"), actions, "action");
        if (!tokens.colon()) {
            double[] matrix = new double[n * n];
            if (!word("uniform", matrix, 1.0 / n)) {
                if (tokens.peek().equals("identity")) {
                    tokens.next("identity");
                    IntStream.range(0, n).forEach(s -> matrix[s * n + s] = 1);
                } else {
                    tokens.probabilities(matrix, "T of an action");
                }
            }
            for (int a : of) {
                System.arraycopy(matrix, 0, transition[a], 0, matrix.length);
            }
            return;
        }
        int[] from = indices(tokens.next("a state"), states, "state");
        if (tokens.colon()) {
            set(transition, of, from, indices(tokens.next("a state"), states, "state"), n, "T of a state and its successor");
            return;
        }
        double[] row = new double[n];
        if (tokens.peek().equals("reset")) {
            tokens.next("reset");
            if (start == null) {
                throw tokens.wrong("start must appear before reset");
            }
            System.arraycopy(start, 0, row, 0, n);
        } else if (!word("uniform", row, 1.0 / n)) {
            tokens.probabilities(row, "T of an action and a state");
        }
        setRows(transition, of, from, row);
    }

    private void emission() throws IOException {
        tokens.colon("O");
        allocate("O");
        int n = observations.size();
        int[] of = indices(tokens.next("an action"), actions, "action");
        if (!tokens.colon()) {
            double[] matrix = new double[states.size() * n];
            if (!word("uniform", matrix, 1.0 / n)) {
                tokens.probabilities(matrix, "O of an action");
            }
            for (int a : of) {
                System.arraycopy(matrix, 0, emission[a], 0, matrix.length);
            }
            return;
        }
        int[] in = indices(tokens.next("a state"), states, "state");
        if (tokens.colon()) {
            set(emission, of, in, indices(tokens.next("an observation"), observations, "observation"), n,
                    "O of a state and an observation");
            return;
        }
        double[] row = new double[n];
        if (!word("uniform", row, 1.0 / n)) {
            tokens.probabilities(row, "O of an action and a state");
        }
        setRows(emission, of, in, row);
    }

    /** Fills an array if the next word is this one. */
    private boolean word(String word, double[] into, double value) throws IOException {
        if (!tokens.peek().equals(word)) {
            return false;
        }
        tokens.next(word);
        Arrays.fill(into, value);
        return true;
    }

    private void set(double[][] table, int[] of, int[] rows, int[] columns, int width, String owner) throws IOException {
        double[] value = new double[1];
        tokens.probabilities(value, owner);
        for (int a : of) {
            for (int row : rows) {
                for (int column : columns) {
                    table[a][row * width + column] = value[0];
                }
            }
        }
    }

    private static void setRows(double[][] table, int[] of, int[] rows, double[] row) {
        for (int a : of) {
            for (int s : rows) {
                System.arraycopy(row, 0, table[a], s * row.length, row.length);
            }
        }
    }

    /** Skips rewards. */
    private void reward() throws IOException {
        tokens.colon("R");
        do {
            tokens.next("an action, state or observation");
        } while (tokens.colon());
        tokens.skipNumbers();
    }

    /** The indices of a name, a number from 0, or of everything, written as a star. */
    private int[] indices(String typed, List<String> names, String kind) throws IOException {
        if (typed.equals("*")) {
            return IntStream.range(0, names.size()).toArray();
        }
        int index = names.indexOf(typed);
        if (index < 0 && typed.matches("[0-9]{1,9}") && Integer.parseInt(typed) < names.size()) {
            index = Integer.parseInt(typed);
        }
        if (index < 0) {
            throw tokens.wrong("'" + typed + "' must be " + (kind.matches("[ao].*") ? "an " : "a ") + kind + "; these are "
                    + (names.size() <= 12 ? String.join(", ", names)
                            : String.join(", ", names.subList(0, 12)) + ", … (" + names.size() + ")"));
        }
        return new int[] {index};
    }

    private void normalized(String keyword, String where, double[][] table, int width) throws IOException {
        for (int a = 0; a < table.length; a++) {
            for (int s = 0; s < states.size(); s++) {
                double sum =
                        checkSum(table[a], s * width, width, "the probabilities of " + keyword + " for action '" + actions.get(a)
                                + "' " + where + " '" + states.get(s) + "'");
                for (int k = 0; k < width; k++) {
                    table[a][s * width + k] /= sum;
                }
            }
        }
    }

    private double checkSum(double[] values, int from, int length, String owner) throws IOException {
        double sum = 0;
        for (int k = 0; k < length; k++) {
            sum += values[from + k];
        }
        if (Math.abs(sum - 1) > ROUNDED) {
            throw tokens.wrong(owner + " must sum to 1; their sum is " + (float) sum);
        }
        return sum;
    }
}
