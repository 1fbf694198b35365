"""The training losses: policy, value, score and ownership, against the teacher's targets where available."""
import torch
import torch.nn.functional as F


def masked(loss, target):
    """Returns the mean of loss where target is known (not nan); 0 if it is nowhere known."""
    ok = ~torch.isnan(target)
    return torch.where(ok, loss, 0).sum() / ok.sum().clamp(min=1)


def soft_loss(logits, target, temperature):
    """Returns the loss against the teacher's policy at a high temperature (includes unlikely moves); 0 if absent."""
    soft = torch.where(target > 0, target.clamp(min=1e-9) ** (1 / temperature), 0)
    soft = soft / soft.sum(1, keepdim=True).clamp(min=1e-9)
    return -(soft * F.log_softmax(logits, 1)).sum(1).mean()


def losses(out, b, a):
    """Returns the total loss, then its parts; a: the options."""
    logits, win, score, own, *soft = out
    logp = F.log_softmax(logits, 1)
    hard = -logp.gather(1, b["move"][:, None])[:, 0]
    r = b["result"]
    value = torch.where(r == 0, torch.nan, r)
    pts, policy = b["score"], hard
    own_loss = soft_part = torch.zeros((), device=win.device)
    if "t_policy" in b:
        t = b["t_policy"]
        has = (t.sum(1) > 0).float() * (1 - a.hard)
        policy = (1 - has) * hard - has * (t * logp).sum(1)
        value = torch.where(torch.isnan(b["t_value"]), value, b["t_value"])
        pts = torch.where(torch.isnan(b["t_score"]), pts, b["t_score"])
        own_loss = masked((own - b["t_own"].nan_to_num()) ** 2, b["t_own"])
        if soft:
            soft_part = soft_loss(soft[0], t, a.soft_temperature)
    p = (value.nan_to_num() + 1) / 2
    v = masked(F.binary_cross_entropy_with_logits(win, p, reduction="none"), value)
    s = masked(F.huber_loss(score, (pts / 20).nan_to_num(), reduction="none", delta=1.0), pts)
    policy = policy.mean()
    total = policy + a.w_value * v + a.w_score * s + a.w_own * own_loss + a.soft * soft_part
    return total, policy, v, s, own_loss, soft_part
