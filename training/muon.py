"""Muon (K. Jordan and others, 2024): steps of momentum, made about orthogonal, for the weights of convolutions.

Steps are as long as AdamW's are, so that the same learning rates do (J. Liu and others, arXiv 2502.16982)."""
import torch


def orthogonal(g, rounds=5):
    """about the orthogonal matrices that are nearest to those of g, [matrices, outputs, inputs], by Newton's and Schulz's
    iteration with Muon's coefficients"""
    x = g / (g.norm(dim=(1, 2), keepdim=True) + 1e-7)
    x = x.mT if g.shape[1] > g.shape[2] else x
    for _ in range(rounds):
        s = x @ x.mT
        x = 3.4445 * x + (2.0315 * s @ s - 4.7750 * s) @ x
    return x.mT if g.shape[1] > g.shape[2] else x


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr, weight_decay, momentum=0.95):
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = {}
            for p in group["params"]:
                shapes.setdefault(p.shape, []).append(p)
            for params in shapes.values():             # those of one shape together: few large steps are fast on a graphics card
                means = [self.state[p].setdefault("mean", torch.zeros_like(p)) for p in params]
                grads = [p.grad for p in params]
                torch._foreach_lerp_(means, grads, 1 - group["momentum"])
                ahead = torch._foreach_lerp(grads, means, group["momentum"])            # Nesterov's momentum
                steps = orthogonal(torch.stack([g.flatten(1) for g in ahead]))
                length = -0.2 * max(steps.shape[1:]) ** 0.5 * group["lr"]
                torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(params, [s.reshape(p.shape) for s, p in zip(steps, params)], alpha=length)
