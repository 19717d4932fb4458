package psr.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringTokenizer;

import psr.api.data.Alphabet;
import psr.api.data.Sequences;
import psr.api.data.TrainingData;

/** Runs the stages on PAutomaC problems: arguments are the folder and the numbers. */
public final class Bench {

    static TrainingData read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        StringTokenizer head = new StringTokenizer(lines.get(0));
        int count = Integer.parseInt(head.nextToken());
        int n = Integer.parseInt(head.nextToken());
        List<int[]> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            StringTokenizer line = new StringTokenizer(lines.get(i + 1));
            int[] s = new int[Integer.parseInt(line.nextToken()) + 1];
            for (int t = 0; t < s.length - 1; t++) {
                s[t] = Integer.parseInt(line.nextToken());
            }
            s[s.length - 1] = n;
            all.add(s);
        }
        return new TrainingData(Alphabet.numbered(n).withEnd("end"), Sequences.of(all));
    }

    static double perplexity(double[] solution, Corpus test, double[] w, double[]... p) {
        double[] log = new double[test.count()];
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < test.count(); i++) {
            for (int t = test.start[i]; t < test.start[i + 1]; t++) {
                double sum = 0;
                for (int k = 0; k < w.length; k++) {
                    sum += w[k] * p[k][t];
                }
                log[i] += Math.log(Math.max(sum, 1e-300));
            }
            max = Math.max(max, log[i]);
        }
        double total = 0;
        double truth = 0;
        for (int i = 0; i < log.length; i++) {
            total += Math.exp(log[i] - max);
            truth += solution[i];
        }
        double bits = 0;
        for (int i = 0; i < log.length; i++) {
            bits -= solution[i] / truth * (log[i] - max - Math.log(total)) / Math.log(2);
        }
        return Math.pow(2, bits);
    }

    static double target(double[] solution) {
        double truth = 0;
        for (double p : solution) {
            truth += p;
        }
        double bits = 0;
        for (double p : solution) {
            if (p > 0) {
                bits -= p / truth * Math.log(p / truth) / Math.log(2);
            }
        }
        return Math.pow(2, bits);
    }

    public static void main(String[] args) throws IOException {
        Path dir = Path.of(args[0]);
        String[] problems = args.length > 1 ? args[1].split(",") : "3,6,7,14,24,29,38,42".split(",");
        double[] geo = new double[6];
        System.out.println("problem target ngram spectral iv refined mixture | order ranks weights seconds");
        for (String problem : problems) {
            TrainingData data = read(dir.resolve(problem + ".pautomac.train"));
            Corpus test = new Corpus(read(dir.resolve(problem + ".pautomac.test")));
            double[] solution = Files.readAllLines(dir.resolve(problem + ".pautomac_solution.txt")).stream().skip(1)
                    .filter(s -> !s.isBlank()).mapToDouble(Double::parseDouble).toArray();
            long t0 = System.nanoTime();
            TrainingData.Parts parts = data.holdOut(.1);
            Corpus train = new Corpus(parts.rest());
            Corpus held = new Corpus(parts.heldOut());
            Pipeline pipeline = new Pipeline(train, held, 6);
            double[] testNgram = new NGrams(train, 6).wittenBell(test, false)[pipeline.order - 1];
            long t1 = System.nanoTime();
            Basis basis = Basis.of(train, Shape.of(train), 80, new SplittableRandom(1));
            long t2 = System.nanoTime();
            List<Pipeline.Candidate> spectral = pipeline.spectral(basis, 80);
            long t3 = System.nanoTime();
            List<Pipeline.Candidate> iv = pipeline.reestimated(spectral, basis);
            long t4 = System.nanoTime();
            List<Pipeline.Candidate> all = new ArrayList<>(spectral);
            all.addAll(iv);
            all = Pipeline.sorted(all);
            List<Pipeline.Candidate> chosen = new ArrayList<>();
            for (Pipeline.Candidate c : all) {
                if (chosen.size() < 3 && chosen.stream().noneMatch(x -> x.psr().d == c.psr().d)) {
                    chosen.add(c);
                }
            }
            List<Pipeline.Candidate> refined = new ArrayList<>();
            StringBuilder ranks = new StringBuilder();
            for (Pipeline.Candidate c : chosen) {
                double mu = Math.max(.003, Math.min(.1, (1 - c.weight()) / 2));
                Refinement.Plan plan = new Refinement.Plan(6e-3, 3, 500, mu, 5, 100, 30);
                Pipeline.Candidate r = pipeline.refined(c, plan, new SplittableRandom(2), () -> true);
                refined.add(r);
                ranks.append(c.psr().d).append(c.stage().charAt(0)).append(',');
            }
            long t5 = System.nanoTime();
            double[][] heldP = new double[refined.size() + 1][];
            double[][] testP = new double[refined.size() + 1][];
            for (int k = 0; k < refined.size(); k++) {
                heldP[k] = refined.get(k).probability();
                testP[k] = Walk.probabilities(refined.get(k).psr(), test);
            }
            heldP[refined.size()] = pipeline.ngram;
            testP[refined.size()] = testNgram;
            double[] w = Weights.of(heldP);
            double target = target(solution);
            double[] gap = {
                perplexity(solution, test, new double[] {1}, testNgram) - target,
                gap(solution, test, Pipeline.sorted(spectral).get(0).psr()) - target,
                gap(solution, test, all.get(0).psr()) - target,
                gap(solution, test, Pipeline.sorted(refined).get(0).psr()) - target,
                perplexity(solution, test, w, testP) - target};
            System.out.printf("%3s %8.3f %.4f %.4f %.4f %.4f %.4f | %d %s %s  %.1f = ngram %.1f svd %.1f spec %.1f iv %.1f ref %.1f%n", problem, target, gap[0], gap[1],
                    gap[2], gap[3], gap[4], pipeline.order, ranks, java.util.Arrays.toString(w), (t5 - t0) / 1e9, (t1 - t0) / 1e9, (t2 - t1) / 1e9,
                    (t3 - t2) / 1e9, (t4 - t3) / 1e9, (t5 - t4) / 1e9);
            for (int k = 0; k < gap.length; k++) {
                geo[k] += Math.log(Math.max(gap[k], 1e-4)) / problems.length;
            }
        }
        for (int k = 0; k < 5; k++) {
            System.out.printf("%.4f ", Math.exp(geo[k]));
        }
        System.out.println();
    }

    private static double gap(double[] solution, Corpus test, Operators psr) {
        return perplexity(solution, test, new double[] {1}, Walk.probabilities(psr, test));
    }
}
