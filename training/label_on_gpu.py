"""Writes teacher files for the chunks of `tianyuan label --inputs` with a KataGo net in large batches (GPU or CPU).

Writes NAME.tch atomically next to each NAME.inp, with the same contents as `tianyuan label` except for rounding.
label_on_gpu.py --net NET.bin.gz [--minutes M] [--batch B] FOLDER...
The same command resumes an interrupted run; with --while it also processes chunks that are still being written."""
import argparse
import glob
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

from data import header, write_rows
from katago_file import NetError
from katago_net import GLOBALS, PLANES, load

MOVES = 16


def images(n):
    """Returns the image of each point under each symmetry: 1 reverses rows, 2 columns, then 4 transposes."""
    row, column = np.divmod(np.arange(n * n), n)
    found = []
    for s in range(8):
        r, c = n - 1 - row if s & 1 else row, n - 1 - column if s & 2 else column
        found.append(c * n + r if s & 4 else r * n + c)
    return torch.from_numpy(np.stack(found))


class Inputs:
    """The rows of an input file on a device; see src/label/input_file.rs for the format."""

    def __init__(self, path, device):
        hs, self.n, self.length, planes, self.count = header(path, b"GOINP001")
        nb = (self.n * self.n + 7) // 8
        assert planes == PLANES and self.length == (PLANES + 1) * nb + 4 + 4 * GLOBALS, f"{path}: other inputs"
        rows = np.fromfile(path, np.uint8, offset=hs).reshape(self.count, self.length)
        self.rows = torch.from_numpy(rows).to(device)
        self.eight = torch.arange(8, dtype=torch.uint8, device=device)

    def asked(self):
        """Returns pairs of rows and symmetries to evaluate."""
        marks = self.rows[:, -4 * GLOBALS - 4]
        return ((marks[:, None] >> self.eight) & 1).nonzero().unbind(1)

    def some(self, idx):
        """Returns planes [B, 22, points], legal points and global inputs of the rows idx."""
        r, nn = self.rows[idx], self.n * self.n
        bits = r[:, :-4 * GLOBALS - 4].reshape(len(idx), PLANES + 1, -1, 1)
        bits = ((bits >> self.eight) & 1).flatten(2)[:, :, :nn]
        return bits[:, :PLANES], bits[:, PLANES].bool(), r[:, -4 * GLOBALS:].contiguous().view(torch.float32)


class Labeller:
    def __init__(self, net, device, batch):
        self.net, self.device, self.batch = net, device, batch
        self.fmt = torch.channels_last

    def answers(self, data, idx, sym):
        """Evaluates rows under symmetries and transforms the outputs back."""
        image = images(data.n).to(self.device)
        to, source = image[sym], image.argsort(1)[sym]
        planes, legal, numbers = data.some(idx)
        planes = planes.gather(2, source[:, None].expand_as(planes)).float().unflatten(2, (data.n, data.n))
        found = self.net.answers(planes.contiguous(memory_format=self.fmt), numbers, legal.gather(1, source))
        policy, value, lead, own = found
        return torch.cat((policy[:, :-1].gather(1, to), policy[:, -1:]), 1), value, lead, own.gather(1, to)

    def label(self, data, end):
        """Returns policy, value, lead and ownership of all rows, averaged over symmetries; None if time is up."""
        rows, syms = data.asked()
        sums = [torch.zeros(data.count, *more, device=self.device, dtype=torch.float64 if not more else torch.float32)
                for more in ((data.n ** 2 + 1,), (), (), (data.n ** 2,))]
        for i in range(0, len(rows), self.batch):
            if time.time() > end:
                return None
            idx, sym = rows[i:i + self.batch], syms[i:i + self.batch]
            whole = torch.arange(min(self.batch, len(rows)), device=self.device) % len(idx)   # constant batch size
            found = self.answers(data, idx[whole], sym[whole])
            for total, part in zip(sums, found):
                total.index_add_(0, idx, part[:len(idx)].to(total.dtype))
        times = torch.bincount(rows, minlength=data.count)
        return [total / times.view(-1, *[1] * (total.dim() - 1)) for total in sums]


def write(path, n, found):
    policy, value, lead, own = found
    top = policy.topk(min(MOVES, policy.shape[1]), 1)
    write_rows(path + ".new", n, *(x.cpu().numpy() for x in (top.indices, top.values, value, lead, own)), k=MOVES)
    os.replace(path + ".new", path)


def due(folders):
    """Returns the complete input files without a teacher file, in the order of the folders."""
    files = [f for folder in folders for f in sorted(glob.glob(os.path.join(folder, "*.inp")))]
    return [f for f in files if os.path.exists(f[:-4] + ".rec") and not os.path.exists(f[:-4] + ".tch")]


def runs(process):
    """Returns True if a process with this id exists."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--net", required=True)
    p.add_argument("--minutes", type=float, default=1e9, help="stop after this long; a chunk that is not whole then is left out")
    p.add_argument("--while", type=int, default=0, dest="writer", metavar="PID", help="wait for further chunks as long as this process runs")
    p.add_argument("--batch", type=int, default=1024)
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--precision", choices=("auto", "f32", "bf16"), default="auto", help="auto: bf16 on a graphics card")
    p.add_argument("--compile", action="store_true", help="a minute or two at first, faster then")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("folders", nargs="+")
    a = p.parse_args()
    start = time.time()
    torch.set_num_threads(a.threads)
    torch.backends.cudnn.benchmark = True
    gpu = a.device.startswith("cuda")
    try:
        net = load(a.net)
    except (OSError, NetError) as error:
        sys.exit(str(error))
    if a.precision == "bf16" or a.precision == "auto" and gpu:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        net.to_bf16()
    else:
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
    net.to(a.device, memory_format=torch.channels_last)
    if a.compile:
        net.forward = torch.compile(net.forward)
    labeller = Labeller(net, torch.device(a.device), a.batch)
    end, done, begun = start + 60 * a.minutes, 0, time.time()
    with ThreadPoolExecutor(4) as writers:
        written = {}
        while time.time() < end:
            more = a.writer and runs(a.writer)
            files = [f for f in due(a.folders) if f not in written]
            if not files:
                if not more:
                    break
                time.sleep(0.2)
                continue
            data = Inputs(files[0], labeller.device)
            found = labeller.label(data, end)
            if found is None:
                break
            written[files[0]] = writers.submit(write, files[0][:-4] + ".tch", data.n, found)
            done += data.count
            print(f"{files[0]}: {data.count} positions, {done / (time.time() - begun):.1f} a second", flush=True)
        for job in written.values():
            job.result()
    print(f"{done} positions in {len(written)} chunks, {len(due(a.folders))} chunks are left", flush=True)


if __name__ == "__main__":
    main()
