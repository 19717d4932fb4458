"""Golden numbers for TwoStageTest: two-stage regression on the formulas alone, with dense NumPy.

    python3 two-stage.py > two-stage.txt

Lines of the output: 'name value value …'. The data come first; forecasts follow.
"""
import numpy as np

D, M, P, F, R, K, RIDGE, BANDWIDTH = 2, 1, 3, 3, 3, 3, 1e-3, .8
PAST, STATE, READ = 20, 15, 5


class Draws:
    """The same numbers as TwoStageTest.Draws."""

    def __init__(self):
        self.k = 0

    def next(self):
        self.k += 1
        return 2 * np.sin(self.k * 1.7 + .3 * np.sin(self.k * .9))


def data():
    rng = np.random.default_rng(5)
    ys, us = [], []
    for _ in range(4):
        x = rng.normal(size=3)
        y = np.zeros((60, D))
        u = rng.normal(size=(60, M))
        for t in range(60):
            x = np.tanh(np.array([[.9, .4, 0], [-.4, .8, .2], [0, .3, .5]]) @ x + np.array([.5, 0, -.3]) * u[t, 0]
                        + .1 * rng.normal(size=3))
            y[t] = [10 + 3 * x[0], x[1] + x[2] + .05 * rng.normal()]
        ys.append(np.round(y, 6))
        us.append(np.round(u, 6))
    return ys, us


def median_distance(points):
    n = min(1000, len(points))
    distances = []
    for i in range(n):
        for k in range(1, 21):
            a, b = points[i * len(points) // n], points[(i + k * 389) % n * len(points) // n]
            distance = np.sqrt(((a - b) ** 2).sum())
            if distance > 0:
                distances.append(distance)
    return sorted(distances)[len(distances) // 2]


def draw(n, count, deviation, draws):
    return np.array([[draws.next() / deviation for _ in range(n)] for _ in range(count)])


def rff(v, x):
    if v is None:
        return np.zeros(0)
    return np.concatenate([np.cos(v @ x), np.sin(v @ x)]) / np.sqrt(len(v))


def ridge(x, y):
    g = x.T @ x
    return np.linalg.solve(g + RIDGE * np.trace(g) / len(g) * np.eye(len(g)), x.T @ y)


def learn(ys, us, linear):
    draws = Draws()
    mean, dev = np.concatenate(ys).mean(0), np.concatenate(ys).std(0)
    umean, udev = np.concatenate(us).mean(0), np.concatenate(us).std(0)
    ys = [(y - mean) / dev for y in ys]
    us = [(u - umean) / udev for u in us]
    # stage 1
    def past(i, t):
        return np.concatenate([ys[i][t - P:t].ravel(), us[i][t - P + 1:t + 1].ravel()])
    places = [(i, t) for i in range(len(ys)) for t in range(P, len(ys[i]) - F + 1)]
    pasts = [past(i, t) for i, t in places]
    v1 = None if linear else draw(P * (D + M), PAST, BANDWIDTH * median_distance(pasts), draws)
    phi = lambda h: np.concatenate([h, [1], rff(v1, h)])
    x = np.array([phi(h) for h in pasts])
    plans = np.array([us[i][t + 1:t + F].ravel() for i, t in places])
    psi = np.array([ys[i][t:t + F].ravel() for i, t in places])
    both = np.hstack([x, plans])
    w = ridge(both, psi)
    residual = psi - both @ w
    s = residual.T @ residual / len(x)
    s += 1e-6 * np.trace(s) / len(s) * np.eye(len(s))
    w = w[:x.shape[1]]
    expected = x @ w
    mu = expected.mean(0)
    c = expected.T @ expected / len(x) - np.outer(mu, mu)
    u = np.linalg.cholesky(s).T
    ui = np.linalg.inv(u)
    values, vectors = np.linalg.eigh(ui.T @ c @ ui)
    values, vectors = values[::-1][:R], vectors[:, ::-1][:, :R]
    vectors = vectors * np.sign(vectors[np.abs(vectors).argmax(0), np.arange(R)])
    p = (vectors / np.sqrt(values)).T @ ui.T
    state = lambda i, t: p @ (phi(past(i, t)) @ w - mu)
    # stage 2
    places = [(i, t) for i in range(len(ys)) for t in range(P, len(ys[i]) - 1)]
    xs = np.array([np.concatenate([state(i, t), ys[i][t], us[i][t + 1]]) for i, t in places])
    v2 = None if linear else draw(R + D + M, STATE, BANDWIDTH * median_distance(xs), draws)
    g = lambda z: np.concatenate([z, [1], rff(v2, z)])
    w2 = ridge(np.array([g(z) for z in xs]), np.array([state(i, t + 1) for i, t in places]))
    low, high = 1.5 * xs[:, :R].min(0), 1.5 * xs[:, :R].max(0)
    step = lambda q, y, v: np.clip(g(np.concatenate([q, y, v])) @ w2, low, high)
    # readouts
    def states(y, u):
        q = [np.zeros(R)]
        for t in range(len(y) - 1):
            q.append(step(q[-1], y[t], u[t + 1]))
        return q
    paths = [states(y, u) for y, u in zip(ys, us)]
    sample = [np.concatenate([paths[i][t], us[i][t + 1:t + K].ravel()]) for i in range(len(ys))
              for t in range(P, len(ys[i]) - K + 1)]
    outs = []
    for k in range(1, K + 1):
        n = R + (k - 1) * M
        v3 = None if linear else draw(n, READ, BANDWIDTH * median_distance([z[:n] for z in sample]), draws)
        feature = lambda z, v3=v3: np.concatenate([z, [1], rff(v3, z)])
        x, y = [], []
        for i in range(len(ys)):
            for t in range(P, len(ys[i]) - k + 1):
                x.append(feature(np.concatenate([paths[i][t], us[i][t + 1:t + k].ravel()])))
                y.append(ys[i][t + k - 1])
        outs.append((feature, ridge(np.array(x), np.array(y))))
    def forecasts(y, u, t):
        y, u = (y - mean) / dev, (u - umean) / udev
        q = states(y, u)[t]
        direct = [f(np.concatenate([q, u[t + 1:t + k].ravel()])) @ w * dev + mean for k, (f, w) in enumerate(outs, 1)]
        rolled = []
        for k in range(K):
            f, w = outs[0]
            ahead = f(q) @ w
            rolled.append(ahead * dev + mean)
            q = step(q, ahead, u[t + k + 1])
        return np.array(direct), np.array(rolled)
    return forecasts


def show(name, values):
    print(name, *(repr(float(v)) for v in np.ravel(values)))


ys, us = data()
for y, u in zip(ys, us):
    show('observations', y)
    show('inputs', u)
for kind in ['linear', 'random']:
    forecasts = learn(ys, us, kind == 'linear')
    for t in [5, 30]:
        direct, rolled = forecasts(ys[1], us[1], t)
        show(f'{kind}-direct-{t}', direct)
        show(f'{kind}-rolled-{t}', rolled)
