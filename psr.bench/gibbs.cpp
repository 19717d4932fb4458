// How fast can a sweep of collapsed Gibbs sampling be, with sizes known at run time? One thread, CPU time.
// It does the same work as psr.math.gibbs.AutomatonChain.sweepBlocks, without the Metropolis correction; only the time counts.
//
//   g++ -std=c++17 -O3 -march=native -mprefer-vector-width=512 -ffast-math -o gibbs gibbs.cpp
//   ./gibbs limit.train
//
// Prints ns per site (a position of a string) for 20, 40 and 60 states.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

static double cpu() { timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }

struct Random {                                       // SplitMix64
    uint64_t s;
    uint64_t next() { uint64_t z = s += 0x9E3779B97F4A7C15ULL; z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL; z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL; return z ^ (z >> 31); }
    double uniform() { return (next() >> 11) * 0x1p-53; }
};

struct Chain {
    int N, W, n;                                      // states, padded states, symbols
    float alpha = .3f, beta = .05f;
    Random random{1};
    std::vector<std::vector<int>> x, z;
    std::vector<int> moves, movesFrom, emitted, emittedBy, starts, proposed;
    std::vector<float> byRow, byColumn, inverseRow, emission, inverseEmission, initial, filtered, sums, weight;

    Chain(int states, int symbols, const std::vector<std::vector<int>>& strings) : N(states), W((states + 7) / 8 * 8), n(symbols), x(strings),
            moves((size_t) n * N * N), movesFrom(n * N), emitted(n * N), emittedBy(N), starts(N), byRow((size_t) n * N * W), byColumn((size_t) n * N * W),
            inverseRow(n * W), emission(n * W), inverseEmission(W), initial(W), sums(W), weight(W) {
        for (int i = 0; i < N; i++) { initial[i] = 1; inverseEmission[i] = 1 / (n * alpha);
            for (int a = 0; a < n; a++) { emission[a * W + i] = alpha; inverseRow[a * W + i] = 1 / (N * beta);
                for (int j = 0; j < N; j++) byRow[(a * N + i) * W + j] = byColumn[(a * N + j) * W + i] = beta; } }
        size_t longest = 0;
        for (auto& s : x) { z.emplace_back(s.size()); longest = std::max(longest, s.size()); for (int& k : z.back()) k = random.next() % N; count(s, z.back(), 1); }
        filtered.resize(longest * W); proposed.resize(longest);
    }
    void move(int i, int a, int j, int d) {
        int row = a * N + i; float f = (moves[row * N + j] += d) + beta; byRow[row * W + j] = f; byColumn[(a * N + j) * W + i] = f;
        inverseRow[a * W + i] = 1 / ((movesFrom[row] += d) + N * beta);
    }
    void emit(int j, int b, int d) { emission[b * W + j] = (emitted[b * N + j] += d) + alpha; inverseEmission[j] = 1 / ((emittedBy[j] += d) + n * alpha); }
    void count(const std::vector<int>& s, const std::vector<int>& k, int d) {
        initial[k[0]] = (starts[k[0]] += d) + 1;
        for (size_t t = 0; t < s.size(); t++) { emit(k[t], s[t], d); if (t + 1 < s.size()) move(k[t], s[t], k[t + 1], d); }
    }
    int draw() {
        float lanes[64], total = 0; int groups = W / 8;
        for (int g = 0; g < groups; g++) { float q = 0; for (int m = 0; m < 8; m++) q += weight[g * 8 + m]; lanes[g] = q; total += q; }
        float u = random.uniform() * total; int g = 0; while (g < groups - 1 && u >= lanes[g]) u -= lanes[g++];
        int j = g * 8, last = std::min(N, j + 8) - 1; while (j < last && u >= weight[j]) u -= weight[j++];
        return j;
    }
    void sweep() {
        for (size_t s = 0; s < x.size(); s++) {
            auto& o = x[s]; int T = o.size(); count(o, z[s], -1); std::copy(initial.begin(), initial.end(), sums.begin());
            for (int t = 0; t < T; t++) {
                float* f = &filtered[t * W]; const float* e = &emission[o[t] * W]; float total = 0;
                for (int j = 0; j < W; j++) { f[j] = sums[j] * e[j] * inverseEmission[j]; total += f[j]; }
                float inverse = 1 / total; std::fill(sums.begin(), sums.end(), 0);
                for (int i = 0; i < N; i++) {
                    f[i] *= inverse; if (f[i] < 1e-5f || t + 1 == T) continue;
                    float v = f[i] * inverseRow[o[t] * W + i]; const float* row = &byRow[(o[t] * N + i) * W]; for (int j = 0; j < W; j++) sums[j] += v * row[j];
                }
            }
            for (int t = T - 1; t >= 0; t--) {
                const float* f = &filtered[t * W];
                if (t == T - 1) std::copy_n(f, W, weight.begin());
                else { const float* c = &byColumn[(o[t] * N + proposed[t + 1]) * W]; const float* r = &inverseRow[o[t] * W]; for (int j = 0; j < W; j++) weight[j] = f[j] * c[j] * r[j]; }
                proposed[t] = draw();
            }
            std::copy_n(proposed.begin(), T, z[s].begin()); count(o, z[s], 1);
        }
    }
};

int main(int, char** arguments) {
    std::ifstream in(arguments[1]); int count, n; in >> count >> n; std::vector<std::vector<int>> strings(count); size_t sites = 0;
    for (auto& s : strings) { int length; in >> length; s.resize(length); for (int& o : s) in >> o; sites += length; }
    for (int states : {20, 40, 60}) {
        Chain chain(states, n, strings); for (int k = 0; k < 20; k++) chain.sweep();
        double best = 1e9; for (int r = 0; r < 25; r++) { double t = cpu(); chain.sweep(); best = std::min(best, (cpu() - t) / sites); }
        std::printf("gibbs-blocks %d %.1f ns/step\n", states, best * 1e9);
    }
}
