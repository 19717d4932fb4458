"""Two-stage regression as the paper has it (2sr:method=pinv, rank 20), in NumPy, for comparison: CPU time of one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 two_stage.py NAME FILE [NAME FILE …]

Files are as limit.cpp reads them: "count alphabet", then "length s1 s2 …". Features are the strings of one and two symbols that occur, of the
past and of the future; C0 = U S Vᵀ by a randomized decomposition; B_i = Uᵀ C_i V S⁻¹. Prints the least time of five as ns.
"""
import sys
import time

import numpy as np

RANK, POWER_STEPS, OVERSAMPLING = 20, 4, 10


def load(file):
    with open(file) as lines:
        n = int(next(lines).split()[1])
        return n, [np.array(line.split()[1:], dtype=np.int64) for line in lines]


def learn(n, sequences):
    x = np.concatenate(sequences)
    ends = np.cumsum([len(s) for s in sequences])
    begins = ends - [len(s) for s in sequences]
    ok = np.ones(len(x), dtype=bool)                      # steps with a whole past, a whole future and a whole next one
    for back in range(2):
        ok[np.minimum(begins + back, len(x) - 1)] = False
    for ahead in range(1, 3):
        ok[np.maximum(ends - ahead, 0)] = False
    t = np.flatnonzero(ok)
    future = np.unique(np.concatenate([x, n + n * x[:-1] + x[1:]]), return_inverse=False)
    place = np.full(n + n * n, -1)
    place[future] = np.arange(len(future))
    one, two = lambda s: place[x[s]], lambda a, b: place[n + n * x[a] + x[b]]
    f1, f2 = one(t), two(t, t + 1)                        # ψ_t has two ones, so has ψ_{t+1} and the history
    g1, g2 = one(t + 1), two(t + 1, t + 2)
    h1, h2 = one(t - 1), two(t - 2, t - 1)
    d = len(future)
    c0 = np.zeros(d * d)
    for f in (f1, f2):
        for h in (h1, h2):
            c0 += np.bincount(f * d + h, minlength=d * d)
    c0 = c0.reshape(d, d) / len(t)
    q = np.random.default_rng(1).standard_normal((d, RANK + OVERSAMPLING))
    for _ in range(POWER_STEPS):
        q, _r = np.linalg.qr(c0 @ q)
        q, _r = np.linalg.qr(c0.T @ q)
    q, _r = np.linalg.qr(c0 @ q)
    u, s, vt = np.linalg.svd(q.T @ c0, full_matrices=False)
    u, s, v = (q @ u)[:, :RANK], s[:RANK], vt[:RANK].T
    left, right = u[g1] + u[g2], v[h1] + v[h2]
    operators = np.empty((n, RANK, RANK))
    order = np.argsort(x[t], kind="stable")
    cuts = np.searchsorted(x[t][order], np.arange(n + 1))
    for o in range(n):
        rows = order[cuts[o]:cuts[o + 1]]
        operators[o] = left[rows].T @ right[rows] / len(t) / s
    normalizer = (right.mean(axis=0)) / s
    return operators, normalizer, (u[f1] + u[f2]).mean(axis=0)


for name, file in zip(sys.argv[1::2], sys.argv[2::2]):
    n, sequences = load(file)
    best = float("inf")
    for _ in range(5):
        begun = time.thread_time()
        learn(n, sequences)
        best = min(best, time.thread_time() - begun)
    print(f"{name} {best * 1e9:.1f} ns/step")
