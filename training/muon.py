"""Muon (K. Jordan et al., 2024): orthogonalised momentum steps, for the weights of convolutions.

Steps have the same length as AdamW's, so that the same learning rates apply (J. Liu et al., arXiv 2502.16982)."""
import torch


def orthogonal(g, rounds=5):
    """Approximates the orthogonal matrices nearest to g, [matrices, outputs, inputs], by the Newton-Schulz iteration
    with Muon's coefficients."""
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
            for params in shapes.values():             # grouped by shape: few large steps are fast on GPUs
                means = [self.state[p].setdefault("mean", torch.zeros_like(p)) for p in params]
                grads = [p.grad for p in params]
                torch._foreach_lerp_(means, grads, 1 - group["momentum"])
                ahead = torch._foreach_lerp(grads, means, group["momentum"])            # Nesterov momentum
                steps = orthogonal(torch.stack([g.flatten(1) for g in ahead]))
                length = -0.2 * max(steps.shape[1:]) ** 0.5 * group["lr"]
                torch._foreach_mul_(params, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(params, [s.reshape(p.shape) for s, p in zip(steps, params)], alpha=length)
