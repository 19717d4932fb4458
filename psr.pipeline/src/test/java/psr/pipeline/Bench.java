package psr.pipeline;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.StringTokenizer;
import java.util.TreeSet;

import psr.api.data.Alphabet;
import psr.api.data.Symbols;
import psr.api.learn.SeededRun;
import psr.api.linear.Hmm;
import psr.api.model.Model;
import psr.api.model.Repair;
import psr.api.model.SymbolFilter;

/**
 * Measures recipes of this module outside of the laboratory, for development: {@code pautomac DIR 3,6,… RECIPE…},
 * {@code spice DIR 1,2,… RECIPE…}, {@code text TRAIN TEST RECIPE…}, {@code ring TRIALS RECIPE…}, {@code words SYMBOLS TOTAL
 * RECIPE…} ({@link ZipfWords}). Recipes are as in the laboratory: {@code spectral+iv+logloss}, {@code psr:folds=1}.
 */
public final class Bench {

    private Bench() {}

    static Symbols read(Path file, Alphabet alphabet, boolean ended) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<int[]> all = new ArrayList<>();
        for (String text : lines.subList(1, lines.size())) {
            StringTokenizer line = new StringTokenizer(text);
            if (line.hasMoreTokens()) {
                int length = Integer.parseInt(line.nextToken());
                int[] s = new int[length + (ended ? 1 : 0)];
                for (int t = 0; t < length; t++) {
                    s[t] = Integer.parseInt(line.nextToken());
                }
                if (ended) {
                    s[length] = alphabet.end().getAsInt();
                }
                all.add(s);
            }
        }
        return Symbols.of(alphabet, all.toArray(int[][]::new));
    }

    private static Symbols training(Path file) throws IOException {
        int n = Integer.parseInt(Files.readAllLines(file).get(0).trim().split("\\s+")[1]);
        return read(file, Alphabet.numbered(n).withEnd("end"), true);
    }

    static Model learn(String recipe, Symbols data) {
        SeededRun run = new SeededRun(1);
        String[] stages = recipe.split("\\+");
        double[] shares = new double[stages.length];
        Symbols[] parts = new Symbols[stages.length];
        Symbols rest = data;
        for (int k = stages.length - 1; k >= 0; k--) {
            parts[k] = rest;
            if (k > 0) {
                shares[k] = .1;
                rest = rest.holdOut(.1).rest();
            }
        }
        Model model = null;
        for (int k = 0; k < stages.length; k++) {
            String[] words = stages[k].split("[:,]");
            Map<String, String> settings = new LinkedHashMap<>();
            for (int w = 1; w < words.length; w++) {
                settings.put(words[w].substring(0, words[w].indexOf('=')), words[w].substring(words[w].indexOf('=') + 1));
            }
            model = switch (words[0]) {
                case "psr" -> new Recommended().learn(parts[k], settings, run);
                case "spectral" -> new FrequentStrings().learn(parts[k], settings, run);
                case "iv" -> new InstrumentalVariables().refine(model, parts[k], settings, run);
                case "logloss" -> new MixedLogLoss().refine(model, parts[k], settings, run);
                default -> throw new IllegalArgumentException("psr, spectral, iv or logloss; found " + words[0]);
            };
        }
        System.out.print(run.counts() + " ");
        if (model instanceof Mixture mixture) {
            System.out.print(Arrays.toString(mixture.weights()) + " ");
        }
        return model;
    }

    private static double[] logs(Model model, Symbols test) {
        double[] log = new double[test.count()];
        SymbolFilter filter = SymbolFilter.of(model);
        double[] p = new double[model.space().size()];
        for (int i = 0; i < log.length; i++) {
            filter.reset();
            for (int t = 0; t < test.length(i); t++) {
                filter.scores(1, p);
                Repair.ABSOLUTE.apply(p);
                log[i] += Math.log(p[test.symbol(i, t)]);
                filter.update(test.symbol(i, t));
            }
        }
        return log;
    }

    private static double perplexity(double[] truth, double[] log) {
        double max = Arrays.stream(log).max().getAsDouble();
        double total = Arrays.stream(log).map(l -> Math.exp(l - max)).sum();
        double sum = Arrays.stream(truth).sum();
        double nats = 0;
        for (int i = 0; i < log.length; i++) {
            nats -= truth[i] == 0 ? 0 : truth[i] / sum * (log[i] - max - Math.log(total));
        }
        return Math.exp(nats);
    }

    private static double cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    private static double ndcg(Model model, Path prefixes, Path targets, int n) throws IOException {
        Symbols data = read(prefixes, Alphabet.numbered(n), false);
        List<String> lines = Files.readAllLines(targets);
        double sum = 0;
        SymbolFilter filter = SymbolFilter.of(model);
        double[] p = new double[n + 1];
        for (int i = 0; i < data.count(); i++) {
            filter.reset();
            for (int t = 0; t < data.length(i); t++) {
                filter.update(data.symbol(i, t));
            }
            filter.scores(1, p);
            Repair.ABSOLUTE.apply(p);
            StringTokenizer line = new StringTokenizer(lines.get(i));
            double ideal = Double.parseDouble(line.nextToken());
            double[] truth = new double[n + 1];
            while (line.hasMoreTokens()) {
                int symbol = Integer.parseInt(line.nextToken());
                truth[symbol < 0 ? n : symbol] = Double.parseDouble(line.nextToken());
            }
            double gain = 0;
            for (int k = 0; k < Math.min(5, n + 1); k++) {
                int best = 0;
                for (int o = 1; o <= n; o++) {
                    best = p[o] > p[best] ? o : best;
                }
                gain += truth[best] * Math.log(2) / Math.log(k + 2);
                p[best] = -1;
            }
            sum += gain / ideal;
        }
        return sum / data.count();
    }

    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "pautomac", "spice" -> {
                for (int r = 3; r < args.length; r++) {
                    double geometric = 0;
                    String[] problems = args[2].split(",");
                    for (String problem : problems) {
                        Path dir = Path.of(args[1]);
                        boolean spice = args[0].equals("spice");
                        Symbols data = training(spice ? dir.resolve("train/" + problem + ".spice.train")
                                : dir.resolve(problem + ".pautomac.train"));
                        int n = data.alphabet().size() - 1;
                        double start = cpu();
                        Model model = learn(args[r], data);
                        double seconds = cpu() - start;
                        double value;
                        if (spice) {
                            value = ndcg(model, dir.resolve("prefixes/" + problem + ".spice.prefix.public"),
                                    dir.resolve("targets/" + problem + ".spice.target.public"), n);
                        } else {
                            double[] truth = Files.readAllLines(dir.resolve(problem + ".pautomac_solution.txt")).stream()
                                    .skip(1).filter(s -> !s.isBlank()).mapToDouble(Double::parseDouble).toArray();
                            value = perplexity(truth,
                                    logs(model,
                                            read(dir.resolve(problem + ".pautomac.test"), Alphabet.numbered(n).withEnd("end"),
                                                    true)))
                                    - perplexity(truth, Arrays.stream(truth).map(Math::log).toArray());
                        }
                        geometric += Math.log(Math.max(value, 1e-5)) / problems.length;
                        System.out.printf("%n%s %s %.4f  %.1f s%n", args[r], problem, value, seconds);
                    }
                    System.out.printf("== %s geometric mean %.4f%n", args[r], Math.exp(geometric));
                }
            }
            case "text" -> {
                String a = Files.readString(Path.of(args[1]));
                String b = Files.readString(Path.of(args[2]));
                TreeSet<Character> set = new TreeSet<>();
                (a + b).chars().forEach(c -> set.add((char) c));
                List<Character> names = new ArrayList<>(set);
                Symbols data = Symbols.of(Alphabet.of(names.stream().map(String::valueOf).toList()),
                        a.chars().map(c -> names.indexOf((char) c)).toArray());
                Symbols test = Symbols.of(data.alphabet(), b.chars().map(c -> names.indexOf((char) c)).toArray());
                for (int r = 3; r < args.length; r++) {
                    double start = cpu();
                    Model model = learn(args[r], data);
                    double seconds = cpu() - start;
                    System.out.printf("%n%s %.4f bits  %.1f s%n", args[r], bits(model, test), seconds);
                    if (model instanceof Mixture mixture) {
                        for (Model part : mixture.parts()) {
                            System.out.printf("   %s %.4f, with the first %.4f%n", part.getClass().getSimpleName(),
                                    bits(part, test),
                                    together(mixture.parts().get(0), part, test.copy(0)));
                        }
                    }
                }
            }
            case "ring" -> {
                double[] sum = new double[args.length];
                int trials = Integer.parseInt(args[1]);
                for (int trial = 0; trial < trials; trial++) {
                    SplittableRandom random = new SplittableRandom(trial);
                    Hmm hmm = ring(random);
                    Symbols data = draw(hmm, random);
                    Symbols test = draw(hmm, random);
                    sum[0] -= Arrays.stream(logs(hmm, test)).sum() / test.total() / trials;
                    for (int r = 2; r < args.length; r++) {
                        double loss = -Arrays.stream(logs(learn(args[r], data), test)).sum() / test.total();
                        System.out.printf("%n%d %s %.4f%n", trial, args[r], loss);
                        sum[r] += loss / trials;
                    }
                }
                System.out.println("oracle and recipes: " + Arrays.toString(sum));
            }
            case "words" -> {
                ZipfWords words = new ZipfWords(Integer.parseInt(args[1]), new SplittableRandom(1));
                Symbols data = words.draw(Integer.parseInt(args[2]));
                Symbols test = words.draw(20_000);
                System.out.printf("%s; true model %.4f bits%n", data.extent(), words.bits(test));
                for (int r = 3; r < args.length; r++) {
                    double start = cpu();
                    Model model = learn(args[r], data);
                    double seconds = cpu() - start;
                    System.out.printf("%n%s %.4f bits  %.1f s%n", args[r], bits(model, test), seconds);
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static double bits(Model model, Symbols test) {
        return -Arrays.stream(logs(model, test)).sum() / test.total() / Math.log(2);
    }

    /** Bits of two models mixed; the weights for each half of the text come from the other half. */
    private static double together(Model one, Model two, int[] text) {
        double[] a = probabilities(one, text);
        double[] b = probabilities(two, text);
        int half = text.length / 2;
        double[][] firsts = {Arrays.copyOf(a, half), Arrays.copyOf(b, half)};
        double[][] seconds = {Arrays.copyOfRange(a, half, text.length), Arrays.copyOfRange(b, half, text.length)};
        return (half * MixtureWeights.loss(MixtureWeights.of(seconds), firsts)
                + (text.length - half) * MixtureWeights.loss(MixtureWeights.of(firsts), seconds)) / text.length / Math.log(2);
    }

    private static double[] probabilities(Model model, int[] text) {
        double[] probability = new double[text.length];
        double[] p = new double[model.space().size()];
        SymbolFilter filter = SymbolFilter.of(model);
        for (int t = 0; t < text.length; t++) {
            filter.scores(1, p);
            Repair.ABSOLUTE.apply(p);
            probability[t] = p[text[t]];
            filter.update(text[t]);
        }
        return probability;
    }

    private static Hmm ring(SplittableRandom random) {
        int s = 20;
        double[] initial = random.doubles(s).toArray();
        double[][] transition = new double[s][s];
        double[][] emission = new double[s][s];
        for (int i = 0; i < s; i++) {
            for (int k = -1; k <= 1; k++) {
                transition[i][(i + k + s) % s] = random.nextDouble();
            }
            for (int k = 0; k < 2; k++) {
                emission[i][random.nextInt(s)] += random.nextDouble();
            }
            normalize(transition[i]);
            normalize(emission[i]);
        }
        normalize(initial);
        return new Hmm(Alphabet.numbered(s), initial, transition, emission);
    }

    private static void normalize(double[] x) {
        double sum = Arrays.stream(x).sum();
        for (int i = 0; i < x.length; i++) {
            x[i] /= sum;
        }
    }

    private static Symbols draw(Hmm hmm, SplittableRandom random) {
        int[][] all = new int[5000][10];
        for (int[] sequence : all) {
            int state = draw(hmm.initial(), random);
            for (int t = 0; t < sequence.length; t++) {
                sequence[t] = draw(hmm.emission()[state], random);
                state = draw(hmm.transition()[state], random);
            }
        }
        return Symbols.of(hmm.alphabet(), all);
    }

    private static int draw(double[] p, SplittableRandom random) {
        double u = random.nextDouble();
        int k = 0;
        while (k < p.length - 1 && u >= p[k]) {
            u -= p[k++];
        }
        return k;
    }
}
