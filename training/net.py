"""The net: a plain residual tower, fully convolutional, one net for all board sizes.

Inputs: planes [B, 17, n, n] (0/1) and globals [B, 4]. A batch contains one board size.
Outputs: policy logits [B, n*n + 1] (last = pass), win logit [B], score / 20 [B] and ownership in -1..1 [B, n*n], all
for the side to move. With a soft head, which is used only in training, also the policy logits at a high temperature.

The win logit includes a counting term: the sum of the ownership and the komi, times a trained gain. Means over the
board cannot resolve half a point.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

PLANES, GLOBALS = 17, 4
KOMI_UNIT = 15          # the unit of the first global input, in points


def pool(x):
    """Returns mean, mean scaled by board width, and maximum: [B, 3C]."""
    m = x.mean((2, 3))
    return torch.cat((m, m * ((x.shape[2] - 14) / 10), x.amax((2, 3))), 1)


def pool_value(x):
    m, d = x.mean((2, 3)), x.shape[2] - 14
    return torch.cat((m, m * (d / 10), m * (d * d / 100 - 0.1)), 1)


class Block(nn.Module):
    """relu(x + bn(conv(relu(bn(conv(x)) + bias)))).

    The bias exists only with global pooling. It is a linear map of pool(x), so that inference can add it to the bias
    of the first convolution before the convolution starts."""

    def __init__(self, c, gpool):
        super().__init__()
        self.conv1 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(c)
        self.conv2 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(c)
        self.pool = nn.Linear(3 * c, c, bias=False) if gpool else None

    def forward(self, x):
        h = self.bn1(self.conv1(x))
        if self.pool is not None:
            h = h + self.pool(pool(x))[:, :, None, None]
        return F.relu(x + self.bn2(self.conv2(F.relu(h))))


class Net(nn.Module):
    def __init__(self, blocks, channels, head=32, hidden=64, gpool=None, soft=False):
        super().__init__()
        self.blocks_n, self.channels, self.head_n, self.hidden = blocks, channels, head, hidden
        self.gpool = sorted({blocks // 3, 2 * blocks // 3}) if gpool is None else gpool
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_bn = nn.BatchNorm2d(channels)
        self.stem_g = nn.Linear(GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels, i in self.gpool) for i in range(blocks))
        # one 1x1 convolution for the three heads: policy | policy pool | value
        self.head = nn.Conv2d(channels, 3 * head, 1, bias=False)
        self.head_bn = nn.BatchNorm2d(3 * head)
        self.pol_pool = nn.Linear(3 * head, head, bias=False)
        self.pol_out = nn.Linear(head, 1, bias=False)
        self.pol_pass = nn.Linear(3 * head, 1)
        # for training only: a policy at a high temperature from the same features
        self.soft = nn.ModuleList((nn.Linear(head, 1, bias=False), nn.Linear(3 * head, 1))) if soft else None
        self.val_1 = nn.Linear(3 * head, hidden)
        self.val_2 = nn.Linear(hidden, 2)
        self.gain = nn.Linear(hidden, 1)
        self.own = nn.Linear(head, 1)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, nonlinearity="relu")
        for b in self.blocks:
            nn.init.constant_(b.bn2.weight, 0.3)
            if b.pool is not None:
                nn.init.normal_(b.pool.weight, std=0.01)
        nn.init.zeros_(self.gain.weight)
        nn.init.constant_(self.gain.bias, -4)
        nn.init.zeros_(self.stem_g.weight)      # a global input that training never varies has no effect

    def forward(self, planes, glob):
        x = F.relu(self.stem_bn(self.stem(planes)) + self.stem_g(glob)[:, :, None, None])
        for b in self.blocks:
            x = b(x)
        p, g, v = self.head_bn(self.head(x)).split(self.head_n, 1)
        g, v = pool(F.relu(g)), F.relu(v)
        p = F.relu(p + self.pol_pool(g)[:, :, None, None]).flatten(2).transpose(1, 2)
        logits = torch.cat((self.pol_out(p).squeeze(2), self.pol_pass(g)), 1)
        hidden = F.relu(self.val_1(pool_value(v)))
        win, score = self.val_2(hidden).float().unbind(1)
        own = torch.tanh(self.own(v.flatten(2).transpose(1, 2)).squeeze(2).float())
        lead = own.sum(1) + KOMI_UNIT * glob[:, 0]
        win = win + F.softplus(self.gain(hidden).float())[:, 0] * lead
        out = logits.float(), win, score, own
        if self.soft is None:
            return out
        points, passes = self.soft
        return *out, torch.cat((points(p).squeeze(2), passes(g)), 1).float()


def parse(shape, soft=False):
    b, c = shape.lower().split("x")
    return Net(int(b), int(c), soft=soft)
