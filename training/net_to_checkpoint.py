"""Restores weights for `train.py --begin-with` from a net file such as those in crates/nn/src, without the original
run.
net_to_checkpoint.py --net FILE.net --records TRAIN.rec --out WEIGHTS.pt

An integer file contains only the ratios of activation ranges, so the first step is set to 1/32.
Batch normalisation is initialised with the statistics of the records, so that it changes no output and can continue
training."""
import argparse

import numpy as np
import torch

import net as netlib
from data import Data
from net_file import load_net

STEP = 1 / 32
SIZE = 0.5              # root mean square of a convolution's weights, similar to long training with Muon


def floats(t, name, s_in, s_out):
    """Converts weights and bias of a layer to floating point, for input steps s_in and output steps s_out."""
    w, b = t[name + ".w"].astype(np.float64), t[name + ".b"] * s_out
    if name + ".m" in t:
        w = w * t[name + ".m"].astype(np.float64).reshape(-1, *[1] * (w.ndim - 1)) * (s_out / s_in)
    return w if w.ndim == 4 else w[:, None, None], b


def put(conv, bn, layer):
    """Copies a folded layer to a convolution and a normalisation, which compensates for rescaled weights.

    Muon's steps have a fixed length, so they would soon overwrite small weights."""
    w, b = (torch.from_numpy(np.ascontiguousarray(x)).float() for x in layer)
    w = w.permute(0, 3, 1, 2)
    scale = w.pow(2).mean((1, 2, 3)).sqrt() / SIZE + 1e-12
    conv.weight.copy_(w / scale[:, None, None, None])
    bn.weight.copy_(scale)
    bn.bias.copy_(b)
    bn.running_mean.zero_()
    bn.running_var.fill_(1 - bn.eps)


def restore(shape, t):
    """Returns the net of a file, with identity normalisations."""
    net = netlib.parse(f"{shape['blocks']}x{shape['channels']}")
    integers = shape["kind"] == 1
    here = mid = STEP if integers else 1.0
    copy = lambda to, name, scale=1.0: to.copy_(torch.tensor(t[name] * np.float32(scale)).reshape(to.shape))
    put(net.stem, net.stem_bn, floats(t, "stem", 1.0, here))
    copy(net.stem_g.weight, "stem.g", here)
    for i, block in enumerate(net.blocks):
        after = here / float(t[f"b{i}.res"][0]) if integers else 1.0
        put(block.conv1, block.bn1, floats(t, f"b{i}.1", here, mid))
        if block.pool is not None:
            copy(block.pool.weight, f"b{i}.pool", mid / here)
        put(block.conv2, block.bn2, floats(t, f"b{i}.2", mid, after))
        here = after
    put(net.head, net.head_bn, floats(t, "head", here, 1.0))
    for to, name in ((net.pol_pool.weight, "pol.pool"), (net.pol_out.weight, "pol.out"), (net.pol_pass.weight, "pol.pass.w"),
                     (net.pol_pass.bias, "pol.pass.b"), (net.val_1.weight, "val.1.w"), (net.val_1.bias, "val.1.b"),
                     (net.val_2.weight, "val.2.w"), (net.val_2.bias, "val.2.b"),
                     (net.gain.weight, "gain.w"), (net.gain.bias, "gain.b"), (net.own.weight, "own.w"), (net.own.bias, "own.b")):
        copy(to, name)
    return net.eval()


def measure(net, batches):
    """Sets the statistics of each normalisation from its inputs, without changing the net's output."""
    norms = [m for m in net.modules() if isinstance(m, torch.nn.BatchNorm2d)]
    seen = {m: [] for m in norms}
    hooks = [m.register_forward_pre_hook(lambda m, i: seen[m].append(i[0].transpose(0, 1).flatten(1))) for m in norms]
    for b in batches:
        net(b["planes"].float(), b["glob"])
    for hook in hooks:
        hook.remove()
    for m in norms:
        x = torch.cat(seen[m], 1)
        mean, var = x.mean(1), x.var(1)
        m.running_mean.copy_(mean)
        m.running_var.copy_(var)
        m.bias.add_(m.weight * mean)
        m.weight.mul_((var + m.eps).sqrt())


@torch.no_grad()
def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--net", required=True)
    p.add_argument("--records", action="append", required=True, help="positions that the net is to go on with; may be given several times")
    p.add_argument("--positions", type=int, default=1024, help="so many of each file are looked at")
    p.add_argument("--out", required=True)
    a = p.parse_args()
    shape, tensors = load_net(a.net)
    net = restore(shape, tensors)
    data = [Data(file, torch.device("cpu")) for file in a.records]
    batches = [d.batch(torch.from_numpy(np.linspace(0, d.count - 1, min(a.positions, d.count)).astype(np.int64))) for d in data]
    says = lambda: torch.cat([torch.cat([o.flatten() for o in net(b["planes"].float(), b["glob"])]) for b in batches])
    before = says()
    measure(net, batches)
    off = float((says() - before).abs().max())
    assert off < 1e-2, f"normalisation changed what the net says by {off}"
    torch.save(dict(net=f"{shape['blocks']}x{shape['channels']}", state=net.state_dict()), a.out)
    print(f"{a.out}: within {off:.1e} of {a.net} in floating point")


if __name__ == "__main__":
    main()
