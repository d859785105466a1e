"""Writes expected.json: values of choix and scipy that the statistics of the harness are held against.

    python3 -m venv venv && venv/bin/pip install choix==0.4.1 scipy==1.17.1
    venv/bin/python expected.py > expected.json
"""
import itertools
import json
import random

import choix
import numpy as np
from scipy import optimize, stats

ELO = 400 / np.log(10)


def chi_square():
    """p-values of scipy.stats.chisquare for equal shares."""
    counts = [[520, 480], [1043, 957], [30, 41, 29], [251, 262, 230, 257], [10, 20, 30, 40],
              [180, 170, 165, 160, 150, 175], [9, 0, 1, 2, 3, 4], [2000, 1500]]
    return [{"counts": c, "p": stats.chisquare(c).pvalue} for c in counts]


def wilson():
    """Intervals of scipy.stats.binomtest(...).proportion_ci(method="wilson")."""
    out = []
    for hits, trials in [(0, 7), (7, 7), (61, 122), (3, 400), (397, 400), (1, 2)]:
        ci = stats.binomtest(hits, trials).proportion_ci(0.95, method="wilson")
        out.append({"hits": hits, "trials": trials, "low": ci.low, "high": ci.high})
    return out


def llr():
    """Generalised likelihood ratios: for each mean the likeliest weights on the seen scores, found
    by scipy.optimize.brentq on the Lagrange condition."""
    def loglik(scores, counts, mean):
        d = scores - mean
        lo, hi = -1 / d.max() * (1 - 1e-12), -1 / d.min() * (1 - 1e-12)
        w = counts / counts.sum()
        t = optimize.brentq(lambda t: (w * d / (1 + t * d)).sum(), lo, hi, xtol=1e-15, rtol=1e-14)
        return (counts * np.log(w / (1 + t * d))).sum()

    out = []
    for elo0, elo1, seen in [
        (0, 10, {0.0: 100, 0.25: 240, 0.5: 340, 0.75: 260, 1.0: 110}),
        (0, 10, {0.0: 3, 1 / 3: 40, 0.5: 61, 2 / 3: 55, 1.0: 9}),
        (-5, 5, {0.0: 210, 0.5: 480, 1.0: 190}),
        (10, 40, {0.0: 12, 0.25: 30, 0.5: 90, 0.625: 4, 1.0: 70}),
    ]:
        scores, counts = np.array(list(seen)), np.array(list(seen.values()), float)
        mean = [1 / (1 + 10 ** (-e / 400)) for e in (elo0, elo1)]
        value = loglik(scores, counts, mean[1]) - loglik(scores, counts, mean[0])
        out.append({"elo0": elo0, "elo1": elo1, "seen": list(seen.items()), "llr": value})
    return out


def strengths():
    """Rankings drawn with strengths of bots and worths of seats, and the fit to them.

    `bots` is choix.mm_rankings without seats, `both` the maximum of the likelihood with seats by
    scipy.optimize.minimize; either beside half a game each way for each two bots, and for each two seats."""
    rng = random.Random(7)
    bots, seats = [1.9, 1.2, 0.6], [1.3, 1.0, 0.9, 0.8]
    rankings = []
    for _ in range(300):
        sit = [rng.randrange(3) for _ in range(4)]
        left, order = [0, 1, 2, 3], []
        while left:
            weights = [bots[sit[s]] * seats[s] for s in left]
            order.append(rng.choices(left, weights)[0])
            left.remove(order[-1])
        places = [order.index(s) + 1 for s in range(4)]
        rankings.append({"bots": sit, "places": places})

    plain = []
    for _ in range(200):
        left, order = [0, 1, 2], []
        while left:
            order.append(rng.choices(left, [bots[b] for b in left])[0])
            left.remove(order[-1])
        plain.append(order)
    prior = list(itertools.permutations(range(3), 2))
    # Each ranking twice: a whole one of the prior then stands for half a game.
    params = choix.mm_rankings(3, [o for o in plain for _ in range(2)] + prior, tol=1e-13, max_iter=100_000)
    only = {"orders": plain, "elo": (ELO * (params - params.mean())).tolist()}

    def loss(x):
        b, s = x[:3], x[3:]
        total = 0.0
        for r in rankings:
            theta = np.array([b[r["bots"][i]] + s[i] for i in range(4)])
            order = np.argsort(r["places"])
            t = theta[order]
            total -= sum(t[i] - np.logaddexp.reduce(t[i:]) for i in range(3))
        for v in (b, s):
            for i, j in itertools.permutations(range(len(v)), 2):
                total += 0.5 * np.logaddexp(0, v[j] - v[i])
        return total + 1e-6 * (b.sum() ** 2 + s.sum() ** 2)

    fit = optimize.minimize(loss, np.zeros(7), method="BFGS", options={"gtol": 1e-9}).x
    fit = optimize.minimize(loss, fit, method="Nelder-Mead", options={"xatol": 1e-10, "fatol": 1e-12, "maxiter": 20000, "maxfev": 20000}).x
    b, s = fit[:3], fit[3:]
    return only, {"rankings": rankings, "bots": (ELO * (b - b.mean())).tolist(),
                  "seats": (ELO * (s - s.mean())).tolist()}


only, both = strengths()
print(json.dumps({"chi_square": chi_square(), "wilson": wilson(), "llr": llr(), "bots": only, "both": both}))
