// The same loops as limit.cpp with sizes known only at run time, as the laboratory has them: one thread, CPU time.
// Matrices are stored by columns, so that the compiler vectorizes products; only the time counts.
//
//   g++ -std=c++17 -O3 -march=native -mprefer-vector-width=512 -ffast-math -o sizes sizes.cpp && ./sizes
//
// Prints ns per time step, in sequences of ten as on the ring: filtering, filtering with the scores of all symbols, and
// contrastive divergence with one sweep (minibatch of 20 sequences, one L1 norm, one step).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

using Vector = std::vector<double>;
constexpr int LENGTH = 10, BATCH = 20;

static double cpu() { timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }

// y = A x, A by columns: rows x cols. Not inlined: the sizes stay unknown.
__attribute__((noinline)) static void multiply(const double* a, int rows, int cols, const double* x, double* __restrict y) {
    for (int i = 0; i < rows; i++) y[i] = 0;
    int j = 0;
    for (; j + 4 <= cols; j += 4) {
        const double *a0 = a + (size_t) j * rows, *a1 = a0 + rows, *a2 = a1 + rows, *a3 = a2 + rows;
        double x0 = x[j], x1 = x[j + 1], x2 = x[j + 2], x3 = x[j + 3];
        for (int i = 0; i < rows; i++) y[i] += a0[i] * x0 + a1[i] * x1 + a2[i] * x2 + a3[i] * x3;
    }
    for (; j < cols; j++) for (int i = 0; i < rows; i++) y[i] += a[(size_t) j * rows + i] * x[j];
}
__attribute__((noinline)) static void multiplyTransposed(const double* a, int rows, int cols, const double* x, double* __restrict y) {
    for (int j = 0; j < cols; j++) { double s = 0; for (int i = 0; i < rows; i++) s += a[(size_t) j * rows + i] * x[i]; y[j] = s; }
}
__attribute__((noinline)) static void addOuter(double* __restrict a, int d, const double* x, const double* y) {
    for (int j = 0; j < d; j++) { double c = y[j]; for (int i = 0; i < d; i++) a[(size_t) j * d + i] += c * x[i]; }
}
static inline double dot(const double* x, const double* y, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i]; return s; }
static inline void rescale(double* x, int n) { double s = 0; for (int i = 0; i < n; i++) s += std::fabs(x[i]); if (s > 0) { s = 1 / s; for (int i = 0; i < n; i++) x[i] *= s; } }

struct Psr {                                          // from a random HMM, so that states stay bounded
    int d, n; std::vector<Vector> B; Vector stack, readout, b, q1; std::vector<std::vector<int>> data;
    Psr(int d, int n) : d(d), n(n), B(n, Vector(d * d)), stack((size_t) d * n * d), readout(n * d), b(d, 1), q1(d, 1.0 / d) {
        std::mt19937_64 r(1); std::uniform_real_distribution<double> u(0, 1);
        Vector T(d * d), E(d * n);
        for (int s = 0; s < d; s++) {
            double z = 0; for (int j = 0; j < d; j++) z += T[s * d + j] = std::pow(u(r), 3); for (int j = 0; j < d; j++) T[s * d + j] /= z;
            z = 0; for (int o = 0; o < n; o++) z += E[s * n + o] = std::pow(u(r), 3); for (int o = 0; o < n; o++) E[s * n + o] /= z;
        }
        for (int o = 0; o < n; o++) for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) B[o][j * d + i] = T[j * d + i] * E[j * n + o];
            readout[j * n + o] = E[j * n + o];
        }
        pile(); data.assign(1000, std::vector<int>(LENGTH));
        for (auto& x : data) { Vector q = q1, p(n), v(d); for (int& o : x) {       // drawn from the model
            multiply(readout.data(), n, d, q.data(), p.data()); double w = u(r); o = 0; while (o < n - 1 && w >= p[o]) w -= p[o++];
            multiply(B[o].data(), d, d, q.data(), v.data()); double c = 1 / dot(b.data(), v.data(), d); for (int i = 0; i < d; i++) q[i] = v[i] * c; } }
    }
    void pile() { for (int j = 0; j < d; j++) for (int o = 0; o < n; o++) std::copy_n(&B[o][j * d], d, &stack[((size_t) j * n + o) * d]); }
};

static double filterPass(const Psr& m, bool scores) {
    Vector q(m.d), v(m.d), p(m.n); double sum = 0;
    for (auto& x : m.data) { q = m.q1; for (int o : x) {
        if (scores) { multiply(m.readout.data(), m.n, m.d, q.data(), p.data()); sum += p[o]; }
        multiply(m.B[o].data(), m.d, m.d, q.data(), v.data()); double c = 1 / dot(m.b.data(), v.data(), m.d); for (int i = 0; i < m.d; i++) q[i] = v[i] * c; }
        sum += q[0]; }
    return sum;
}

struct Chain {                                        // one string: alpha before, beta from each symbol on
    int d; Vector alpha, beta, scaled; double size[LENGTH];
    explicit Chain(int d) : d(d), alpha((LENGTH + 1) * d), beta((LENGTH + 1) * d), scaled(d) {}
    void backward(const Psr& m, const std::vector<int>& x) {
        std::copy(m.b.begin(), m.b.end(), &beta[LENGTH * d]); rescale(&beta[LENGTH * d], d);
        for (int t = LENGTH - 1; t >= 0; t--) { multiplyTransposed(m.B[x[t]].data(), d, d, &beta[(t + 1) * d], &beta[t * d]); rescale(&beta[t * d], d); }
    }
    void look(const Psr& m, const std::vector<int>& x) {
        backward(m, x); std::copy(m.q1.begin(), m.q1.end(), alpha.begin()); rescale(alpha.data(), d);
        for (int t = 0; t < LENGTH; t++) { multiply(m.B[x[t]].data(), d, d, &alpha[t * d], &alpha[(t + 1) * d]);
            size[t] = dot(&beta[(t + 1) * d], &alpha[(t + 1) * d], d); rescale(&alpha[(t + 1) * d], d); }
    }
    void add(const std::vector<int>& x, double factor, std::vector<Vector>& G, std::vector<char>& touched) {
        for (int t = 0; t < LENGTH; t++) { double f = factor / size[t]; for (int i = 0; i < d; i++) scaled[i] = f * beta[(t + 1) * d + i];
            addOuter(G[x[t]].data(), d, scaled.data(), &alpha[t * d]); touched[x[t]] = 1; }
    }
};
static double divergencePass(Psr& m) {
    int d = m.d, n = m.n, inBatch = 0; Chain data(d), model(d); std::vector<Vector> G(n, Vector(d * d)); std::vector<char> touched(n);
    Vector moved((size_t) n * d), w(n); std::mt19937_64 r(3); std::uniform_real_distribution<double> u(0, 1); std::vector<int> y;
    for (auto& x : m.data) {
        y = x; data.look(m, x); model.backward(m, y); Vector a = m.q1; rescale(a.data(), d);
        for (int t = 0; t < LENGTH; t++) {
            multiply(m.stack.data(), n * d, d, a.data(), moved.data()); double total = 0;
            for (int o = 0; o < n; o++) total += w[o] = std::fabs(dot(&moved[o * d], &model.beta[(t + 1) * d], d));
            double v = u(r) * total; int o = 0; while (o < n - 1 && v >= w[o]) v -= w[o++];
            y[t] = o; std::copy_n(&moved[o * d], d, a.data()); rescale(a.data(), d);
        }
        model.look(m, y); data.add(x, -1, G, touched); model.add(y, 1, G, touched);
        if (++inBatch == BATCH) {
            double norm = 0; for (int o = 0; o < n; o++) if (touched[o]) for (double g : G[o]) norm += std::fabs(g);
            double c = 1e-9 / norm;
            for (int o = 0; o < n; o++) if (touched[o]) { for (int i = 0; i < d * d; i++) m.B[o][i] -= c * G[o][i]; std::fill(G[o].begin(), G[o].end(), 0); touched[o] = 0; }
            m.pile(); inBatch = 0;
        }
    }
    return m.B[0][0];
}

template <class F> static void report(const std::string& name, F pass) {
    double best = 1e9, sum = 0, begun = cpu(); for (int r = 0; r < 25 && (r < 3 || cpu() - begun < 2); r++) { double t = cpu(); sum += pass(); best = std::min(best, (cpu() - t) / (1000.0 * LENGTH)); }
    std::printf("%s %.1f ns/step\n", name.c_str(), best * 1e9); if (sum == 0.123) std::puts("");
}
int main() {
    int sizes[][2] = {{20, 20}, {50, 20}, {100, 20}, {200, 20}, {20, 50}, {20, 200}, {50, 200}, {200, 200}};
    for (auto& s : sizes) {
        Psr m(s[0], s[1]); std::string size = std::to_string(s[0]) + "x" + std::to_string(s[1]);
        report("update " + size, [&] { return filterPass(m, false); });
        report("update-and-scores " + size, [&] { return filterPass(m, true); });
        if (s[1] == 20 && s[0] <= 50) report("cd " + std::to_string(s[0]), [&] { return divergencePass(m); });
    }
}
