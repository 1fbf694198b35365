"""Muon (K. Jordan and others, 2024): steps of momentum, made about orthogonal, for the weights of convolutions.

Steps are as long as AdamW's are, so that the same learning rates do (J. Liu and others, arXiv 2502.16982)."""
import torch


def orthogonal(g, rounds=5):
    """about the orthogonal matrix that is nearest, by Newton's and Schulz's iteration with Muon's coefficients"""
    x = g / (g.norm() + 1e-7)
    x = x.T if g.shape[0] > g.shape[1] else x
    for _ in range(rounds):
        s = x @ x.T
        x = 3.4445 * x + (2.0315 * s @ s - 4.7750 * s) @ x
    return x.T if g.shape[0] > g.shape[1] else x


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr, weight_decay, momentum=0.95):
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                mean = self.state[p].setdefault("mean", torch.zeros_like(p))
                mean.lerp_(p.grad, 1 - group["momentum"])
                step = orthogonal(p.grad.lerp(mean, group["momentum"]).flatten(1))      # Nesterov's momentum
                p.mul_(1 - group["lr"] * group["weight_decay"])
                p.add_(step.reshape(p.shape), alpha=-0.2 * max(step.shape) ** 0.5 * group["lr"])
