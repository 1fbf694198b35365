"""Runs an exported net in numpy: the reference implementation of its file format.

Sums of products of integers are exact; all other arithmetic of an integer net is in 32-bit floating point, with
separate multiplication and addition."""
import numpy as np

from net import KOMI_UNIT


def conv3(x, w):
    """Convolves x [n, n, I] with w [O, 3, 3, I], with sums in f64, which are exact for int8 inputs and weights."""
    n = x.shape[0]
    p = np.zeros((n + 2, n + 2, x.shape[2]))
    p[1:-1, 1:-1] = x
    return sum(p[a:a + n, b:b + n] @ w[:, a, b].T.astype(np.float64) for a in range(3) for b in range(3))


def pool(x, n, top=True):
    m, d = x.mean((0, 1), dtype=np.float64), n - 14
    return np.concatenate((m, m * (d / 10), x.max((0, 1)) if top else m * (d * d / 100 - 0.1)))


def forward(h, t, planes, glob, maps=None):
    """Computes policy logits [n*n+1], win logit, score / 20 and own [n*n] from planes [17, n*n] 0/1 and glob [4].

    Appends the output of every convolution, [n, n, channels], to maps."""
    f, n = np.float32, int(round(planes.shape[1] ** 0.5))
    x = planes.reshape(-1, n, n).transpose(1, 2, 0).astype(np.float64)
    q = h["kind"] == 1

    def layer(x, name, extra=0.0, res=None):
        y = conv3(x, t[name + ".w"]) if t[name + ".w"].ndim == 4 else x @ t[name + ".w"].T.astype(np.float64)
        bias = (t[name + ".b"] + np.asarray(extra)).astype(f)
        y = y.astype(f) * t[name + ".m"] + bias if q else (y + bias).astype(f)     # in f32; multiply, then add
        return y if res is None else y + res

    def act(y):                                  # int8: integer steps, half to even, 0..act_max
        return np.clip(np.rint(y), 0, h["largest"]) if q else np.maximum(y, 0)

    maps = [] if maps is None else maps
    x = act(layer(x, "stem", t["stem.g"].astype(np.float64) @ glob))
    maps.append(x)
    for i in range(h["blocks"]):
        b = f"b{i}."
        y = act(layer(x, b + "1", t[b + "pool"].astype(np.float64) @ pool(x, n) if h["pooled"] >> i & 1 else 0.0))
        x = act(layer(y, b + "2", res=x.astype(f) * t[b + "res"] if q else x))
        maps += [y, x]
    y = layer(x, "head").astype(np.float64)
    maps.append(y)
    k = h["head"]
    p, g, v = y[..., :k], np.maximum(y[..., k:2 * k], 0), np.maximum(y[..., 2 * k:], 0)
    g = pool(g, n)
    p = np.maximum(p + t["pol.pool"].astype(np.float64) @ g, 0)
    logits = np.append((p @ t["pol.out"].astype(np.float64)).ravel(), t["pol.pass.w"].astype(np.float64) @ g + t["pol.pass.b"])
    z = np.maximum(t["val.1.w"].astype(np.float64) @ pool(v, n, False) + t["val.1.b"], 0)
    win, score = t["val.2.w"].astype(np.float64) @ z + t["val.2.b"]
    own = np.tanh(v @ t["own.w"].astype(np.float64) + t["own.b"]).ravel()
    gain = np.logaddexp(0, t["gain.w"].astype(np.float64) @ z + t["gain.b"][0])
    return logits, win + gain * (own.sum() + KOMI_UNIT * glob[0]), score, own
