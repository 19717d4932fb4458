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
import psr.math.ngram.ContextCounts;
import psr.math.ngram.Smoothing;

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
        return TrainingData.of(Alphabet.numbered(n).withEnd("end"), Sequences.of(all));
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
            long t0 = cpu();
            int folds = Integer.getInteger("folds", 1);
            int many = Integer.getInteger("ranks", 3);
            double rate = Double.parseDouble(System.getProperty("rate", "6e-3"));
            double decay = Double.parseDouble(System.getProperty("decay", "3"));
            int batch = Integer.getInteger("batch", 500);
            int cuts = Integer.getInteger("cuts", 5);
            double[] mixture = new double[test.total()];
            double target = target(solution);
            double[] gap = new double[5];
            StringBuilder ranks = new StringBuilder();
            for (int fold = 0; fold < folds; fold++) {
                List<int[]> rest = new ArrayList<>();
                List<int[]> out = new ArrayList<>();
                for (int i = 0; i < data.sequences().count(); i++) {
                    ((i + 3 * fold) % 10 == 9 ? out : rest).add(data.sequences().copy(i));
                }
                Corpus train = new Corpus(data.alphabet(), Sequences.of(rest));
                Corpus held = new Corpus(data.alphabet(), Sequences.of(out));
                Pipeline pipeline = new Pipeline(train, held, 6);
                double[] testNgram = new ContextCounts(data.alphabet(), data.sequences(), 6).probabilities(Smoothing.WITTEN_BELL, test.sequences)[pipeline.order - 1];
                Basis basis = Basis.of(train, Shape.of(train), 80, new SplittableRandom(fold));
                List<Pipeline.Candidate> spectral = pipeline.spectral(basis, 80);
                List<Pipeline.Candidate> iv = pipeline.reestimated(spectral, basis);
                List<Pipeline.Candidate> all = new ArrayList<>(spectral);
                all.addAll(iv);
                all = Pipeline.sorted(all);
                List<Pipeline.Candidate> chosen = new ArrayList<>();
                for (Pipeline.Candidate c : all) {
                    if (chosen.size() < many && chosen.stream().noneMatch(x -> x.psr().d == c.psr().d)) {
                        chosen.add(c);
                    }
                }
                List<Pipeline.Candidate> refined = new ArrayList<>();
                for (Pipeline.Candidate c : chosen) {
                    double mu = Math.max(.003, Math.min(.1, (1 - c.weight()) / 2));
                    Refinement.Plan plan = new Refinement.Plan(rate, decay, batch, mu, cuts, 100, 30);
                    Pipeline.Candidate r = pipeline.refined(c, plan, new SplittableRandom(2), () -> true);
                    refined.add(r);
                    ranks.append(c.psr().d).append(c.stage().charAt(0)).append(',');
                }
                double[][] heldP = new double[refined.size() + 1][];
                double[][] testP = new double[refined.size() + 1][];
                for (int k = 0; k < refined.size(); k++) {
                    heldP[k] = refined.get(k).probability();
                    testP[k] = Walk.probabilities(refined.get(k).psr(), test);
                }
                heldP[refined.size()] = pipeline.ngram;
                testP[refined.size()] = testNgram;
                double[] w = Weights.of(heldP);
                for (int k = 0; k < w.length; k++) {
                    for (int t = 0; t < mixture.length; t++) {
                        mixture[t] += w[k] * testP[k][t] / folds;
                    }
                }
                if (fold == 0) {
                    gap[0] = perplexity(solution, test, new double[] {1}, testNgram) - target;
                    gap[1] = gap(solution, test, Pipeline.sorted(spectral).get(0).psr()) - target;
                    gap[2] = gap(solution, test, all.get(0).psr()) - target;
                    gap[3] = gap(solution, test, Pipeline.sorted(refined).get(0).psr()) - target;
                }
            }
            gap[4] = perplexity(solution, test, new double[] {1}, mixture) - target;
            System.out.printf("%3s %8.3f %.4f %.4f %.4f %.4f %.4f | %s  %.1f%n", problem, target, gap[0], gap[1],
                    gap[2], gap[3], gap[4], ranks, (cpu() - t0) / 1e9);
            for (int k = 0; k < gap.length; k++) {
                geo[k] += Math.log(Math.max(gap[k], 1e-4)) / problems.length;
            }
        }
        for (int k = 0; k < 5; k++) {
            System.out.printf("%.4f ", Math.exp(geo[k]));
        }
        System.out.println();
    }

    private static long cpu() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double gap(double[] solution, Corpus test, Operators psr) {
        return perplexity(solution, test, new double[] {1}, Walk.probabilities(psr, test));
    }
}
