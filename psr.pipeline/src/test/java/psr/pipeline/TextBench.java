package psr.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.math.ngram.ContextCounts;
import psr.math.ngram.Smoothing;

/** Text: train file, test file. */
public final class TextBench {

    public static void main(String[] args) throws IOException {
        String a = Files.readString(Path.of(args[0]));
        String b = Files.readString(Path.of(args[1]));
        TreeSet<Character> set = new TreeSet<>();
        for (char c : (a + b).toCharArray()) {
            set.add(c);
        }
        List<Character> names = new ArrayList<>(set);
        int[] x = a.chars().map(c -> names.indexOf((char) c)).toArray();
        int[] y = b.chars().map(c -> names.indexOf((char) c)).toArray();
        int n = names.size();
        Alphabet alphabet = Alphabet.numbered(n);
        int cut = x.length - x.length / 10;
        Corpus train = new Corpus(alphabet, Sequences.of(Arrays.copyOf(x, cut)));
        Corpus held = new Corpus(alphabet, Sequences.of(Arrays.copyOfRange(x, cut, x.length)));
        Corpus test = new Corpus(alphabet, Sequences.of(y));
        int rank = Integer.getInteger("rank", 150);
        double rate = Double.parseDouble(System.getProperty("rate", "2e-2"));
        double decay = Double.parseDouble(System.getProperty("decay", "1"));
        int batch = Integer.getInteger("batch", 10);
        double mu = Double.parseDouble(System.getProperty("mu", ".02"));
        int future = Integer.getInteger("future", 4);
        int history = Integer.getInteger("history", 4);
        long t0 = System.nanoTime();
        Pipeline pipeline = new Pipeline(train, held, 8);
        double[][] all = new ContextCounts(alphabet, train.sequences, 8).probabilities(Smoothing.WITTEN_BELL, test.sequences);
        for (int k = 0; k < 9; k++) {
            System.out.printf("wb%d %.4f  ", k + 1, Weights.loss(new double[] {1}, all[k]) / Math.log(2));
        }
        double[] testNgram = new ContextCounts(alphabet, Sequences.of(x), 8).probabilities(Smoothing.WITTEN_BELL, test.sequences)[pipeline.order - 1];
        double[][] kn = new ContextCounts(alphabet, Sequences.of(x), 8).probabilities(Smoothing.KNESER_NEY, test.sequences);
        for (int k = 0; k < 9; k++) {
            System.out.printf("kn%d %.4f  ", k + 1, Weights.loss(new double[] {1}, kn[k]) / Math.log(2));
        }
        System.out.printf("%norder %d whole %.4f%n", pipeline.order, bits(testNgram));
        Basis basis = Basis.of(train, new Shape(history, future, Integer.getInteger("strings", 2000), 3), rank, new SplittableRandom(1));
        System.out.printf("%.1f s basis %d%n", (System.nanoTime() - t0) / 1e9, basis.rank);
        List<Pipeline.Candidate> spectral = pipeline.spectral(basis, rank);
        for (Pipeline.Candidate c : spectral) {
            System.out.printf("rank %d held mix %.4f w %.3f alone %.4f test %.4f%n", c.psr().d, c.loss() / Math.log(2), c.weight(),
                    bits(c.probability()), bits(Walk.probabilities(c.psr(), test)));
        }
        System.out.printf("%.1f s%n", (System.nanoTime() - t0) / 1e9);
        Pipeline.Candidate start = spectral.get(spectral.size() - 1);
        Pipeline.Candidate best = start;
        double[] ridges = Arrays.stream(System.getProperty("ridges", ".003,.02").split(",")).mapToDouble(Double::parseDouble).toArray();
        for (Operators next : Reestimation.of(start.psr(), basis, train, ridges)) {
            Pipeline.Candidate c = pipeline.judged(next, "iv");
            System.out.printf("iv rank %d held mix %.4f w %.3f alone %.4f test %.4f%n", c.psr().d, c.loss() / Math.log(2), c.weight(),
                    bits(c.probability()), bits(Walk.probabilities(c.psr(), test)));
            best = c.loss() < best.loss() ? c : best;
        }
        System.out.printf("%.1f s%n", (System.nanoTime() - t0) / 1e9);
        double gamma = Double.parseDouble(System.getProperty("gamma", "0"));
        double[] square = new double[best.psr().d];
        Walk walk = new Walk(best.psr());
        for (int t = 0; t < train.total(); t++) {
            walk.score();
            for (int i = 0; i < square.length; i++) {
                square[i] += walk.q[i] * walk.q[i] / train.total();
            }
            walk.update(train.x[t]);
        }
        double[] gg = new double[square.length];
        for (int i = 0; i < gg.length; i++) {
            gg[i] = Math.pow(square[i], -gamma / 2);
        }
        System.out.printf("rms %.4f %.4f %.4f %.4f%n", Math.sqrt(square[0]), Math.sqrt(square[1]), Math.sqrt(square[gg.length / 2]), Math.sqrt(square[gg.length - 1]));
        Operators gauged = best.psr().copy();
        gauged.gauge(gg);
        best = pipeline.judged(gauged, "gauged");
        Refinement.Plan plan = new Refinement.Plan(rate, decay, batch, mu, 5, 100, 30);
        Pipeline.Candidate r = pipeline.refined(best, plan, new SplittableRandom(2), () -> true);
        double[] p = Walk.probabilities(r.psr(), test);
        System.out.printf("refined held mix %.4f w %.3f alone %.4f test %.4f mixed %.4f   %.1f s%n", r.loss() / Math.log(2), r.weight(), bits(r.probability()), bits(p),
                Weights.loss(new double[] {r.weight(), 1 - r.weight()}, p, testNgram) / Math.log(2), (System.nanoTime() - t0) / 1e9);
    }

    private static double bits(double[] p) {
        return Weights.loss(new double[] {1}, p) / Math.log(2);
    }
}
