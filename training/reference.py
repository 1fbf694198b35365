"""Writes small nets with random weights and their outputs for random positions: tests/data/net.
reference.py FOLDER      writes small.f32.net small.f32.ref small.i8.net small.i8.ref
Floating point is computed by PyTorch, integers by reference_forward.py."""
import os
import sys

import numpy as np
import torch

import reference_forward
from export import export
from net import GLOBALS, PLANES, Net
from net_file import load_net, save_reference

SIZES = (7, 9, 13, 19)


def randomize(net):
    """Randomises the parameters that are initialised to zeros and ones, as training would change them."""
    for name, value in net.state_dict().items():
        if "bn" in name and value.dtype.is_floating_point:
            value.copy_(torch.rand_like(value) + (0.5 if "var" in name or name.endswith("weight") else -0.5))
        elif name in ("stem_g.weight", "gain.weight"):
            value.normal_(std=0.3)


def position(n):
    planes = torch.rand(1, PLANES, n, n) < 0.2
    planes[:, PLANES - 1] = True
    glob = torch.tensor([[0.5, 0.0, 1.0, 1.0]]) * torch.randn(1, 1)
    assert glob.shape[1] == GLOBALS
    return planes.float(), glob


@torch.no_grad()
def main():
    torch.manual_seed(361)
    out = os.path.join(sys.argv[1], "small")
    net = Net(2, 16, head=16, hidden=16, gpool=[1])
    randomize(net)
    net.eval()
    measured = [position(9) for _ in range(64)]
    export(net, [(torch.cat([p for p, _ in measured]), torch.cat([g for _, g in measured]))], out)
    shape, tensors = load_net(out + ".i8.net")
    floats, integers = [], []
    for n in SIZES:
        planes, glob = position(n)
        policy, win, score, own = (o[0].numpy() for o in net(planes, glob))
        bits = planes[0].numpy().astype(np.uint8)
        floats.append((bits, glob[0].numpy(), policy, win, score, own))
        said = reference_forward.forward(shape, tensors, bits.reshape(PLANES, -1), glob[0].numpy())
        integers.append((bits, glob[0].numpy(), *said))
    save_reference(out + ".f32.ref", floats)
    save_reference(out + ".i8.ref", integers)


main()
