"""Golden numbers for KalmanTest, from one large Gaussian distribution of all states and rows instead of recursions.

    python3 kalman.py > kalman.txt
"""
import numpy as np

N, M, D, T = 2, 1, 2, 6
A = np.array([[.8, .3], [-.2, .7]])
B = np.array([[.5], [-.4]])
C = np.array([[1, .2], [-.3, .9]])
E = np.array([[.3], [.1]])
Q = np.array([[.3, .1], [.1, .2]])
R = np.array([.4, .25])
MU = np.array([.5, -1])
P = np.array([[1, .2], [.2, .6]])


def show(name, values):
    print(name, *(repr(float(v)) for v in np.ravel(values)))


def joint(u):
    """Mean and covariance of (x_0 … x_T, y_0 … y_T) with one row more than the data."""
    t = len(u)
    mean = np.zeros(t * N)
    root = np.zeros((t * N, t * N))  # x = mean + root (x_0 − μ, w_0, w_1, …)
    noise = np.zeros((t * N, t * N))
    x, coefficients = MU, np.zeros((N, t * N))
    coefficients[:, :N] = np.eye(N)
    noise[:N, :N] = P
    for k in range(t):
        mean[k * N:(k + 1) * N] = x
        root[k * N:(k + 1) * N] = coefficients
        x = A @ x + B @ u[k]
        coefficients = A @ coefficients
        if k + 1 < t:
            coefficients[:, (k + 1) * N:(k + 2) * N] = np.eye(N)
            noise[(k + 1) * N:(k + 2) * N, (k + 1) * N:(k + 2) * N] = Q
    xx = root @ noise @ root.T
    big = np.kron(np.eye(t), C)
    ymean = big @ mean + (u @ E.T).ravel()
    yy = big @ xx @ big.T + np.kron(np.eye(t), np.diag(R))
    return mean, xx, ymean, yy, xx @ big.T


rng = np.random.default_rng(2)
ys, us = [], []
for i in range(2):
    u = np.round(rng.normal(size=(T, M)), 4)
    y = np.round(rng.normal(size=(T, D)), 4)
    ys.append(y)
    us.append(u)
ys[0][2, 1] = ys[1][3, 0] = ys[1][3, 1] = np.nan
for y, u in zip(ys, us):
    show('observations', y)
    show('inputs', u)
logarithm = 0
zz, xz, xx1 = np.zeros((N + M, N + M)), np.zeros((N, N + M)), np.zeros((N, N))
count = 0
outputs = [[np.zeros((N + M, N + M)), np.zeros(N + M), 0., 0] for _ in range(D)]
firsts, products = np.zeros(N), np.zeros((N, N))
for y, u in zip(ys, us):
    mean, xx, ymean, yy, xy = joint(u)
    seen = ~np.isnan(y.ravel())
    off = (y.ravel() - ymean)[seen]
    s = yy[np.ix_(seen, seen)]
    logarithm -= .5 * (np.linalg.slogdet(2 * np.pi * s)[1] + off @ np.linalg.solve(s, off))
    gain = xy[:, seen] @ np.linalg.inv(s)
    x = (mean + gain @ off).reshape(T, N)
    p = xx - gain @ xy[:, seen].T
    block = lambda i, j: p[i * N:(i + 1) * N, j * N:(j + 1) * N]
    for t in range(T):
        z = np.concatenate([x[t], u[t]])
        second = np.outer(z, z)
        second[:N, :N] += block(t, t)
        if t + 1 < T:
            zz += second
            xz += np.outer(x[t + 1], z) + np.hstack([block(t + 1, t), np.zeros((N, M))])
            xx1 += np.outer(x[t + 1], x[t + 1]) + block(t + 1, t + 1)
            count += 1
        for c in range(D):
            if not np.isnan(y[t, c]):
                outputs[c][0] += second
                outputs[c][1] += y[t, c] * z
                outputs[c][2] += y[t, c] ** 2
                outputs[c][3] += 1
    firsts += x[0] / 2
    products += (np.outer(x[0], x[0]) + block(0, 0)) / 2
show('logarithm', logarithm)
ab = xz @ np.linalg.inv(zz)
show('a', ab[:, :N])
show('b', ab[:, N:])
show('q', (xx1 - ab @ xz.T) / count)
ce = [np.linalg.solve(o[0], o[1]) for o in outputs]
show('c', [w[:N] for w in ce])
show('e', [w[N:] for w in ce])
show('r', [(o[2] - w @ o[1]) / o[3] for o, w in zip(outputs, ce)])
show('first', firsts)
show('first-covariance', products - np.outer(firsts, firsts))
# forecasts of the first sequence after four rows
y, u = ys[0], us[0]
mean, xx, ymean, yy, xy = joint(u)
seen = np.arange(T * D) < 4 * D
seen &= ~np.isnan(y.ravel())
gain = yy[:, seen] @ np.linalg.inv(yy[np.ix_(seen, seen)])
ahead = ymean + gain @ (y.ravel() - ymean)[seen]
spread = yy - gain @ yy[seen]
for k in [1, 2]:
    at = slice((3 + k) * D, (4 + k) * D)
    show(f'mean-{k}', ahead[at])
    show(f'covariance-{k}', spread[at, at])
