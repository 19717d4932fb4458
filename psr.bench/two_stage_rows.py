"""Two-stage regression of rows with random Fourier features in NumPy, for comparison: CPU time of one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 two_stage_rows.py

20 sequences of 250 rows, 2 channels, 1 input; windows of 10 rows, rank 10, 500 features of the past, 300 of the filter, 100 of each of the 10
readouts, as `rff` has by default. Prints the least time of five in seconds.
"""
import time

import numpy as np

P, K, R = 10, 10, 10
random = np.random.default_rng(1)


def features(x, frequencies, random):
    a, b = x[random.integers(len(x), size=1000)], x[random.integers(len(x), size=1000)]
    v = random.standard_normal((x.shape[1], frequencies)) / np.median(np.sqrt(((a - b) ** 2).sum(1)))
    return lambda x: np.hstack([x, np.ones((len(x), 1)), np.cos(x @ v) / frequencies ** .5, np.sin(x @ v) / frequencies ** .5])


def ridge(z, y, weight=1e-3):
    g = z.T @ z
    g[np.diag_indices(len(g))] += weight * np.trace(g) / len(g)
    return np.linalg.solve(g, z.T @ y)


def learn(y, u):
    random = np.random.default_rng(1)
    count, length, d = y.shape
    m = u.shape[2]
    y, u = (y - y.mean((0, 1))) / y.std((0, 1)), (u - u.mean((0, 1))) / u.std((0, 1))
    v = np.concatenate([u[:, 1:], np.zeros((count, 1, m))], 1)
    t = np.arange(P, length - P + 1)
    h = np.concatenate([np.concatenate([y[:, t - k] for k in range(P, 0, -1)], 2),
                        np.concatenate([v[:, t - k] for k in range(P, 0, -1)], 2)], 2)
    future = np.concatenate([y[:, t + k] for k in range(P)], 2).reshape(-1, P * d)
    planned = np.concatenate([v[:, t + k] for k in range(P - 1)], 2).reshape(-1, (P - 1) * m)
    f1 = features(h.reshape(-1, h.shape[2]), 250, random)
    phi = f1(h.reshape(-1, h.shape[2]))
    w = ridge(np.hstack([phi, planned]), future)
    residual = future - np.hstack([phi, planned]) @ w
    root = np.linalg.cholesky(np.cov(residual.T) + 1e-6 * np.eye(P * d))
    expected = phi @ w[:phi.shape[1]]
    expected -= expected.mean(0)
    _, _, vt = np.linalg.svd(np.linalg.solve(root, np.cov(expected.T)) @ np.linalg.inv(root).T)
    q = np.linalg.solve(root, expected.T).T @ vt[:R].T
    q = (q / q.std(0)).reshape(count, -1, R)
    x = np.concatenate([q[:, :-1], y[:, t[:-1]], v[:, t[:-1]]], 2).reshape(-1, R + d + m)
    f2 = features(x, 150, random)
    step = ridge(f2(x), q[:, 1:].reshape(-1, R))
    low, high = 1.5 * q.min((0, 1)), 1.5 * q.max((0, 1))
    states = np.zeros((count, length, R))                 # all sequences at once, which a Java filter does one by one
    for k in range(length - 1):
        states[:, k + 1] = np.clip(f2(np.hstack([states[:, k], y[:, k], v[:, k]])) @ step, low, high)
    readouts = []
    for k in range(K):
        at = np.arange(P, length - k)
        z = np.concatenate([states[:, at]] + [v[:, at + j] for j in range(k)], 2).reshape(-1, R + k * m)
        f3 = features(z, 50, random)
        readouts.append(ridge(f3(z), y[:, at + k].reshape(-1, d)))
    return readouts


rows, inputs = random.standard_normal((20, 250, 2)), random.standard_normal((20, 250, 1))
best = 1e9
for _ in range(5):
    start = time.process_time()
    learn(rows, inputs)
    best = min(best, time.process_time() - start)
print(f"two-stage regression of 5,000 rows {best:.3f} s")
