"""Exports a trained net for the engine, with BatchNorm folded, in floating point and in integers.
export.py --weights RUN/ema.pt --records HELD.rec --sizes 7 19 --out PREFIX    writes PREFIX.f32.net PREFIX.i8.net"""
import argparse

import numpy as np
import torch

import reference_forward
import net as netlib
from data import Data
from net_file import load_net, save_net


def fold(w, bn):
    """Folds conv weights [O, I, k, k] and a BatchNorm into weights [O, k, k, I] and a bias."""
    s = bn.weight.double() / (bn.running_var.double() + bn.eps).sqrt()
    return (w.double() * s[:, None, None, None]).permute(0, 2, 3, 1).numpy(), (bn.bias.double() - bn.running_mean.double() * s).numpy()


def tensors(net):
    """Returns the folded float tensors by their names in the file."""
    t = {}
    t["stem.w"], t["stem.b"] = fold(net.stem.weight, net.stem_bn)
    t["stem.g"] = net.stem_g.weight.numpy()
    for i, b in enumerate(net.blocks):
        t[f"b{i}.1.w"], t[f"b{i}.1.b"] = fold(b.conv1.weight, b.bn1)
        if b.pool is not None:
            t[f"b{i}.pool"] = b.pool.weight.numpy()
        t[f"b{i}.2.w"], t[f"b{i}.2.b"] = fold(b.conv2.weight, b.bn2)
    t["head.w"], t["head.b"] = fold(net.head.weight, net.head_bn)
    t["head.w"] = t["head.w"][:, 0, 0]
    t.update({"pol.pool": net.pol_pool.weight, "pol.out": net.pol_out.weight[0], "pol.pass.w": net.pol_pass.weight[0],
              "pol.pass.b": net.pol_pass.bias, "val.1.w": net.val_1.weight, "val.1.b": net.val_1.bias,
              "val.2.w": net.val_2.weight, "val.2.b": net.val_2.bias,
              "gain.w": net.gain.weight[0], "gain.b": net.gain.bias, "own.w": net.own.weight[0], "own.b": net.own.bias})
    return {k: np.asarray(v, np.float64) for k, v in t.items()}


def step_size(x, top):
    """Returns the step of a 0..top grid with the least squared error on the sample x (>= 0)."""
    x = x[x > 0]
    if len(x) == 0:
        return 1.0
    best = None
    for c in np.geomspace(x.max() / 8, x.max(), 25):
        s = c / top
        e = float(((np.clip(np.rint(x / s), 0, top) * s - x) ** 2).mean())
        best = min(best or (e, s), (e, s))
    return best[1]


def activations(net, batches, points=20000):
    """Returns the inputs of the layers at random points, [points, channels]: the stem's output, then the middle and
    the output of each block."""
    seen = []
    enters = [layer for b in net.blocks for layer in (b.conv1, b.conv2)] + [net.head]
    hooks = [layer.register_forward_pre_hook(lambda m, i: seen.append(i[0])) for layer in enters]
    rng = np.random.default_rng(1)
    samples = []
    for planes, glob in batches:
        net(planes, glob)
        samples.append([rng.choice(v.permute(0, 2, 3, 1).flatten(0, 2).numpy(), points) for v in seen])
        seen.clear()
    for h in hooks:
        h.remove()
    return [np.concatenate(v) for v in zip(*samples)]


def even_out(t, blocks, seen, top):
    """Equalises the ranges of the channels that run through all blocks, so that they need about the same step.

    Does not change the net's output; adjusts the activations `seen` accordingly (after Nagel et al. 2019)."""
    steps = np.array([[step_size(c, top) if c.any() else 0 for c in x.T] for x in seen[::2]])
    by = (steps / steps.mean(1, keepdims=True)).mean(0)
    by = np.maximum(by / np.median(by[by > 0]), 0.1)
    for x in seen[::2]:
        x /= by
    for name in ["stem"] + [f"b{i}.2" for i in range(blocks)]:
        t[name + ".w"] /= by[:, None, None, None]
        t[name + ".b"] /= by
    t["stem.g"] /= by[:, None]
    for name in [f"b{i}.1" for i in range(blocks)] + ["head"]:
        t[name + ".w"] *= by
    for i in range(blocks):
        if f"b{i}.pool" in t:
            t[f"b{i}.pool"] *= np.tile(by, 3)


def correct(shape, q, floats, t, steps, positions):
    """Adjusts integer biases so that the mean output of each layer matches floating point.

    Sums over the board, as for the value, would otherwise accumulate rounding errors (Nagel et al. 2019)."""
    def means(shape, t):
        sums = 0
        for planes, glob in positions:
            reference_forward.forward(shape, t, planes, glob, maps := [])
            sums = sums + np.array([m.mean((0, 1)) for m in maps], dtype=object)
        return sums / len(positions)

    wanted = means(floats, t)
    layers = ["stem"] + [f"b{i}.{j}" for i in range(shape["blocks"]) for j in (1, 2)] + ["head"]
    for k, (name, step) in enumerate(zip(layers, steps + [1.0])):
        q[name + ".b"] += (wanted[k] / step - means(shape, q)[k]).astype(np.float32)


def quantize(t, blocks, acts, wmax):
    """Quantises the tensors; .m rescales a sum of products to whole output steps."""
    q = {}

    def layer(name, s_in, s_out):
        w = t[name + ".w"] * s_in
        s = np.abs(w).reshape(len(w), -1).max(1) / wmax + 1e-30
        q[name + ".w"] = np.rint(w / s.reshape(-1, *[1] * (w.ndim - 1))).astype(np.int8)
        q[name + ".m"], q[name + ".b"] = (s / s_out).astype(np.float32), (t[name + ".b"] / s_out).astype(np.float32)

    layer("stem", 1.0, acts[0])
    q["stem.g"] = t["stem.g"] / acts[0]
    for i in range(blocks):
        x, mid, out = acts[2 * i:2 * i + 3]
        layer(f"b{i}.1", x, mid)
        if f"b{i}.pool" in t:
            q[f"b{i}.pool"] = t[f"b{i}.pool"] * x / mid
        layer(f"b{i}.2", mid, out)
        q[f"b{i}.res"] = np.array([x / out])
    layer("head", acts[-1], 1.0)
    q.update({k: v for k, v in t.items() if k.split(".")[0] in ("pol", "val", "gain", "own")})
    return {k: v if v.dtype == np.int8 else v.astype(np.float32) for k, v in q.items()}


def shape_of(net, kind, largest, sizes):
    return dict(kind=kind, largest=largest, blocks=net.blocks_n, channels=net.channels, head=net.head_n, hidden=net.hidden,
                pooled=sum(1 << i for i in net.gpool), fewest=sizes[0], most=sizes[1], planes=netlib.PLANES, globals=netlib.GLOBALS)


def export(net, batches, out, sizes=(7, 19), largest=127, weight_max=127, even=True):
    """Writes both files; the integer net is calibrated on batches (planes and glob)."""
    t = tensors(net)
    floats, integers = (shape_of(net, kind, kind * largest, sizes) for kind in (0, 1))
    save_net(out + ".f32.net", floats, t)
    seen = activations(net, batches)
    if even:
        even_out(t, net.blocks_n, seen, largest)
    steps = [step_size(x, largest) for x in seen]
    q = quantize(t, net.blocks_n, steps, weight_max)
    few = [(planes[i].reshape(netlib.PLANES, -1).numpy(), glob[i].numpy()) for planes, glob in batches
           for i in np.linspace(0, len(planes) - 1, min(64, len(planes))).astype(int)]
    correct(integers, q, floats, t, steps, few)
    save_net(out + ".i8.net", integers, q)


@torch.no_grad()
def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--weights", required=True)
    p.add_argument("--records", action="append", required=True,
                   help="positions to measure the steps of the integers on, and to check; may be given several times")
    p.add_argument("--sizes", type=int, nargs=2, default=(7, 19), metavar=("FEWEST", "MOST"), help="lines of the boards that it is for")
    p.add_argument("--out", required=True)
    p.add_argument("--calib", type=int, default=512)
    p.add_argument("--check", type=int, default=200, help="positions on which integers are compared with floating point")
    p.add_argument("--keep-channels", action="store_true", help="for weights of net_to_checkpoint.py, which are whole steps already")
    a = p.parse_args()
    m = torch.load(a.weights, map_location="cpu", weights_only=True)
    net = netlib.parse(m["net"])
    net.load_state_dict(m["state"])
    net.eval()
    data = [Data(file, torch.device("cpu")) for file in a.records]
    pick = lambda d, k: d.batch(torch.from_numpy(np.linspace(0, d.count - 1, min(k, d.count)).astype(np.int64)))
    measured = [pick(d, a.calib) for d in data]
    export(net, [(b["planes"].float(), b["glob"]) for b in measured], a.out, a.sizes, even=not a.keep_channels)
    shape, q = load_net(a.out + ".i8.net")
    for d in data:
        compare(net, shape, q, pick(d, a.check), d.path)


def compare(net, shape, q, b, name):
    """Prints the error of the integer net relative to floating point."""
    out = [o.numpy() for o in net(b["planes"].float(), b["glob"])]
    s = np.zeros(6)
    for i in range(len(b["planes"])):
        l, w, _, o = reference_forward.forward(shape, q, b["planes"][i].reshape(netlib.PLANES, -1).numpy(), b["glob"][i].numpy())
        lf, lq = (x - np.log(np.exp(x - x.max()).sum()) - x.max() for x in (out[0][i].astype(np.float64), l))
        mv = int(b["move"][i])
        s += (lf.argmax() == mv, lq.argmax() == mv, lf.argmax() == lq.argmax(), (np.exp(lf) * (lf - lq)).sum(),
              abs(np.tanh(w / 2) - np.tanh(out[1][i] / 2)), abs(o - out[3][i]).mean())
    s /= max(1, len(b["planes"]))
    print(f"{name}: {len(b['planes'])} positions: top-1 floats {s[0]:.3f} integers {s[1]:.3f}, same move {s[2]:.3f}, "
          f"KL {s[3]:.5f}, value off by {s[4]:.4f}, ownership {s[5]:.4f}")


if __name__ == "__main__":
    main()
