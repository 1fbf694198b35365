"""Evaluates a net on held-out samples."""
import os

import torch
import torch.nn.functional as F


def to_model(b, device, channels_last):
    x = b["planes"].to(device, torch.float32)
    return x.contiguous(memory_format=torch.channels_last) if channels_last else x, b["glob"].to(device)


@torch.no_grad()
def evaluate(net, data, count, device, channels_last, batch=1024):
    """Evaluates the net on the first `count` samples (0: all), without symmetries.

    Compares the policy with the moves played, and the value with the results or, if available, the teacher's values,
    in total and by eighths of the game. With a teacher, also measures the agreement with it."""
    net.eval()
    count = min(count, data.count) if count else data.count
    played = torch.zeros(3, dtype=torch.float64)         # top-1, top-5, ln p
    taught = torch.zeros(4, dtype=torch.float64)         # same move, cross-entropy, teacher entropy, ownership error
    phase = torch.zeros(8, 3, dtype=torch.float64)       # known, correct, squared error
    step = max(1, data.nn // 9)                          # 40 moves on 19x19
    for i in range(0, count, batch):
        idx = torch.arange(i, min(i + batch, count), device=data.device)
        b = {name: v.cpu() for name, v in data.batch(idx).items()}
        logits, win, _, own = (o.cpu() for o in net(*to_model(b, device, channels_last)))
        lp = F.log_softmax(logits, 1)
        mine = lp.gather(1, b["move"][:, None])
        rank = (lp > mine).sum(1)
        played += torch.stack(((rank == 0).sum(), (rank < 5).sum(), mine.sum())).double()
        v, r = torch.tanh(win / 2).double(), b["result"].double()
        if "t_policy" in b:
            t = b["t_policy"]
            r = torch.where(b["t_value"].isnan(), r, b["t_value"].double())
            taught += torch.stack(((lp.argmax(1) == t.argmax(1)).sum(), -(t * lp).sum(), -torch.xlogy(t, t).sum(),
                                   (own - b["t_own"]).abs().nanmean() * len(idx))).double()
        known = (r != 0).double()
        errors = torch.stack((known, known * ((v > 0) == (r > 0)), known * (v - r) ** 2), 1)
        phase.index_add_(0, (b["number"] // step).clamp(max=7), errors)
    known, right, squared = phase.sum(0)
    result = dict(n=count, top1=played[0] / count, top5=played[1] / count, lnp=played[2] / count,
                  value_right=right / known, value_mse=squared / known)
    if data.tch is not None:
        result.update(teacher_top1=taught[0] / count, teacher_cross=taught[1] / count, teacher_entropy=taught[2] / count,
                      own_error=taught[3] / count)
    result = {name: round(float(v), 4) for name, v in result.items()}
    mse = [round(float(q[2] / q[0]), 3) for q in phase if q[0] > 0]
    return dict(file=os.path.basename(data.path), **result, value_mse_by_phase=mse)
