"""KataGo nets in PyTorch for batches: versions 8 to 17, residual blocks, nested bottlenecks, transformers.

load(PATH) reads a net; `net.answers(planes, globals, legal)` evaluates positions. See crates/nn/src/katago for the
file format and the computation; its f32 implementation is the reference."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from katago_file import NetFile

PLANES, GLOBALS = 22, 19
ACTIVATIONS = {"ACTIVATION_IDENTITY": lambda x: x, "ACTIVATION_RELU": F.relu, "ACTIVATION_MISH": F.mish,
               "ACTIVATION_SILU": F.silu}
FACTORS = [20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 30.0]


def number(x):
    return nn.Parameter(torch.from_numpy(np.ascontiguousarray(x)), requires_grad=False)


class Conv(nn.Module):
    def __init__(self, f, inputs, outputs=None):
        super().__init__()
        f.name()
        height, width, there, self.outputs, dy, dx = f.ints(6)
        f.expect("kernel columns", width, height)
        f.expect("input channels", there, inputs)
        f.expect("output channels", self.outputs, outputs or self.outputs)
        if height % 2 == 0 or (dy, dx) != (1, 1):
            raise f.error("only odd kernels without dilation are read")
        self.weight = number(f.tensor(height, width, inputs, self.outputs).transpose(3, 2, 0, 1))

    def forward(self, x):
        return F.conv2d(x.to(self.weight.dtype), self.weight, padding=self.weight.shape[2] // 2)


class Matrix(nn.Module):
    def __init__(self, f, inputs, outputs=None):
        super().__init__()
        f.name()
        there, self.outputs = f.ints(2)
        f.expect("inputs", there, inputs)
        f.expect("outputs", self.outputs, outputs or self.outputs)
        self.weight = number(f.tensor(inputs, self.outputs).T)

    def forward(self, x):
        return F.linear(x.to(self.weight.dtype), self.weight)


def bias(f, channels):
    f.name()
    f.expect("channels", f.int(), channels)
    return number(f.tensor(channels))


def activation(f):
    f.name()
    if f.version < 11:
        return F.relu
    word = f.word()
    if word not in ACTIVATIONS:
        raise f.error(f"{word} is no activation that is read here")
    return ACTIVATIONS[word]


class Norm(nn.Module):
    """Scale and bias per channel, then the activation."""

    def __init__(self, f, channels):
        super().__init__()
        f.name()
        f.expect("channels", f.int(), channels)
        epsilon, has_scale, has_bias = f.float(), f.int(), f.int()
        mean, variance = f.tensor(channels), f.tensor(channels)
        scale = f.tensor(channels) if has_scale else np.ones(channels, np.float32)
        shift = f.tensor(channels) if has_bias else np.zeros(channels, np.float32)
        self.scale = number(scale / np.sqrt(variance + np.float32(epsilon)))
        self.shift = number(shift - self.scale.numpy() * mean)
        self.zero, self.one = number(np.zeros(channels, np.float32)), number(np.ones(channels, np.float32))
        self.activation = activation(f)

    def forward(self, x):
        # One kernel that multiplies and adds in f32 for any type of x; PyTorch rejects an epsilon of 0.
        return self.activation(F.batch_norm(x, self.zero, self.one, self.scale, self.shift, eps=1e-30))


class RmsNorm(nn.Module):
    """RMS norm over the channels of each point, or over all channels and points; x is [B, points, channels]."""

    def __init__(self, f, channels, is_last=False):
        super().__init__()
        f.name()
        f.expect("channels", f.int(), channels)
        self.epsilon, self.spatial = f.float(), False
        if is_last:
            self.spatial = bool(f.int())
            f.expect("channels of a group", f.int(), 0)
        self.scale = number(f.tensor(channels))
        self.shift = number(f.tensor(channels)) if is_last else None

    def forward(self, x):
        x = x.float()
        if not self.spatial and self.shift is None:
            return F.rms_norm(x, self.scale.shape, self.scale, self.epsilon)         # a single kernel on GPUs
        square = x.square().mean((1, 2) if self.spatial else 2, keepdim=True)
        y = x * torch.rsqrt(square + self.epsilon) * self.scale
        return y if self.shift is None else y + self.shift


def means(x):
    return x.mean((2, 3), dtype=torch.float32), x.shape[2] - 14


def pool(x):
    mean, width = means(x)
    return torch.cat((mean, mean * (width * 0.1), x.amax((2, 3)).float()), 1)


def pool_value(x):
    mean, width = means(x)
    return torch.cat((mean, mean * (width * 0.1), mean * (width * width * 0.01 - 0.1)), 1)


def to_points(x):
    """Reshapes a number per channel so that it can be added to every point."""
    return x[:, :, None, None]


def tokens(x):
    return x.flatten(2).transpose(1, 2)


def board(t, like):
    return t.transpose(1, 2).reshape(like.shape[0], -1, *like.shape[2:])


class Ordinary(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        self.pre, self.conv1 = Norm(f, channels), Conv(f, channels)
        self.mid, self.conv2 = Norm(f, self.conv1.outputs), Conv(f, self.conv1.outputs, channels)

    def forward(self, x):
        return x + self.conv2(self.mid(self.conv1(self.pre(x))))


class Pooling(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        self.pre, self.conv1, self.pooled = Norm(f, channels), Conv(f, channels), Conv(f, channels)
        self.pooled_norm = Norm(f, self.pooled.outputs)
        self.bias = Matrix(f, 3 * self.pooled.outputs, self.conv1.outputs)
        self.mid, self.conv2 = Norm(f, self.conv1.outputs), Conv(f, self.conv1.outputs, channels)

    def forward(self, x):
        u = self.pre(x)
        pooled = self.bias(pool(self.pooled_norm(self.pooled(u))))
        return x + self.conv2(self.mid(self.conv1(u) + to_points(pooled)))


class Bottleneck(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        count = f.int()
        self.pre, self.reduce = Norm(f, channels), Conv(f, channels)
        self.blocks = nn.Sequential(*(block(f, self.reduce.outputs) for _ in range(count)))
        self.post, self.expand = Norm(f, self.reduce.outputs), Conv(f, self.reduce.outputs, channels)

    def forward(self, x):
        return x + self.expand(self.post(self.blocks(self.reduce(self.pre(x)))))


class Attention(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        self.heads, self.kv_heads, self.length, value_length, rotated, learnt = f.ints(6)
        self.norm = RmsNorm(f, channels)
        self.query = Matrix(f, channels, self.heads * self.length)
        self.key = Matrix(f, channels, self.kv_heads * self.length)
        self.value = Matrix(f, channels, self.kv_heads * value_length)
        self.out = Matrix(f, self.heads * value_length, channels)
        self.frequencies = number(self.rotation(f, learnt)) if rotated else None
        self.known = {}                             # rotations by board size

    def rotation(self, f, learnt):
        """Returns radians per column and row: [kv_heads, pairs, 2]."""
        pairs = self.length // 2
        f.name()
        if learnt:
            shape = f.ints(3)
            f.expect("the shape of a rotation is", shape, [self.kv_heads, pairs, 2])
            return f.tensor(*shape)
        theta, half = f.float(), pairs // 2
        turns, places = np.zeros((pairs, 2)), np.arange(pairs)
        turns[:half, 1] = theta ** (-2.0 * places[:half] / pairs)
        turns[half:, 0] = theta ** (-2.0 * (places[half:] - half) / pairs)
        return np.repeat(turns[None].astype(np.float32), self.kv_heads, 0)

    def turns(self, lines, heads):
        """Returns the rotations of pairs by location of the point, as complex numbers: [heads, points, pairs]."""
        if lines not in self.known:
            points = torch.arange(lines * lines, device=self.frequencies.device)
            places = torch.stack((points % lines, points // lines), 1).float()
            angle = torch.einsum("px,hjx->hpj", places, self.frequencies)
            self.known[lines] = torch.polar(torch.ones_like(angle), angle)
        return self.known[lines].repeat_interleave(heads // self.kv_heads, 0)

    def rotate(self, x, lines):
        """Rotates the pairs of x, [B, kv_heads or heads, points, length], by the location of their point."""
        pairs = torch.view_as_complex(x.float().unflatten(3, (-1, 2)))
        return torch.view_as_real(pairs * self.turns(lines, x.shape[1])).flatten(3).to(x.dtype)

    def forward(self, x):
        t = self.norm(tokens(x)).to(self.query.weight.dtype)
        split = lambda y, heads: y.unflatten(2, (heads, -1)).transpose(1, 2)
        q, k = split(self.query(t), self.heads), split(self.key(t), self.kv_heads)
        v = split(self.value(t), self.kv_heads)
        if self.frequencies is not None:
            q, k = self.rotate(q, x.shape[2]), self.rotate(k, x.shape[2])
        k, v = (y.repeat_interleave(self.heads // self.kv_heads, 1) for y in (k, v))
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
        return x + board(self.out(y), x)


class FeedForward(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        f.expect("channels", f.int(), channels)
        hidden = f.int()
        f.expect("the mark of a gate is", f.int(), 1)
        self.norm = RmsNorm(f, channels)
        self.up, self.gate, self.down = Matrix(f, channels, hidden), Matrix(f, channels, hidden), Matrix(f, hidden, channels)

    def forward(self, x):
        t = self.norm(tokens(x)).to(self.up.weight.dtype)
        return x + board(self.down(F.silu(self.up(t)) * self.gate(t)), x)


BLOCKS = {"ordinary_block": Ordinary, "gpool_block": Pooling, "nested_bottleneck_block": Bottleneck,
          "transformer_attention_block": Attention, "transformer_ffn_block": FeedForward}


def block(f, channels):
    kind = f.word()
    f.name()
    if kind not in BLOCKS:
        raise f.error(f"{kind} is no block that is read here")
    return BLOCKS[kind](f, channels)


class Trunk(nn.Module):
    def __init__(self, f):
        super().__init__()
        f.name()
        count, self.channels = f.ints(6)[:2]
        has_rms = f.ints(6)[0] if f.version >= 15 else 0
        self.stem, self.globals = Conv(f, PLANES, self.channels), Matrix(f, GLOBALS, self.channels)
        self.blocks = nn.Sequential(*(block(f, self.channels) for _ in range(count)))
        self.norm = RmsNorm(f, self.channels, is_last=True) if has_rms else Norm(f, self.channels)
        self.activation = activation(f) if has_rms else None

    def forward(self, planes, numbers):
        x = self.blocks(self.stem(planes) + to_points(self.globals(numbers)))
        if self.activation is None:
            return self.norm(x)
        return self.activation(board(self.norm(tokens(x)), x))


class Policy(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        f.name()
        outputs = f.ints(4)[0] if f.version >= 17 else 4 if f.version == 16 else 2 if f.version >= 12 else 1
        self.points, self.pooled = Conv(f, channels), Conv(f, channels)
        middle, wide = self.points.outputs, 3 * self.pooled.outputs
        self.pooled_norm, self.bias = Norm(f, self.pooled.outputs), Matrix(f, wide, middle)
        self.norm, self.logits = Norm(f, middle), Conv(f, middle, outputs)
        self.hidden = f.version >= 15
        self.passes = Matrix(f, wide, middle if self.hidden else outputs)
        if self.hidden:
            self.pass_bias, self.pass_activation = bias(f, middle), activation(f)
            self.pass_logits = Matrix(f, middle, outputs)

    def forward(self, x):
        """Returns the logits of the ordinary policy: points, then the pass."""
        g = pool(self.pooled_norm(self.pooled(x)))
        points = self.logits(self.norm(self.points(x) + to_points(self.bias(g))))
        passes = self.passes(g)
        if self.hidden:
            passes = self.pass_logits(self.pass_activation(passes + self.pass_bias))
        return torch.cat((points[:, 0].flatten(1), passes[:, :1]), 1)


class Value(nn.Module):
    def __init__(self, f, channels):
        super().__init__()
        f.name()
        if f.version >= 17:
            f.ints(3)
        self.conv = Conv(f, channels)
        self.norm = Norm(f, self.conv.outputs)
        self.hidden = Matrix(f, 3 * self.conv.outputs)
        wide, scores = self.hidden.outputs, 6 if f.version >= 9 else 4
        self.hidden_bias, self.hidden_activation = bias(f, wide), activation(f)
        self.value, self.value_bias = Matrix(f, wide, 3), bias(f, 3)
        self.score, self.score_bias = Matrix(f, wide, scores), bias(f, scores)
        self.owner = Conv(f, self.conv.outputs, 1)

    def forward(self, x):
        v = self.norm(self.conv(x))
        h = self.hidden_activation(self.hidden(pool_value(v)) + self.hidden_bias)
        return self.value(h) + self.value_bias, self.score(h) + self.score_bias, self.owner(v).flatten(1)


class KataGoNet(nn.Module):
    """In bf16, the blocks use bf16; the stem, norms, pooling, the sums between blocks and the heads stay in f32."""

    def __init__(self, f):
        super().__init__()
        f.name()
        f.version = f.int()
        if not 8 <= f.version <= 17:
            raise f.error(f"version {f.version}; 8 to 17 are read")
        f.expect("input planes", f.int(), PLANES)
        f.expect("global inputs", f.int(), GLOBALS)
        self.lead_factor = ([f.float() for _ in range(7)] if f.version >= 13 else FACTORS)[3]
        if f.version >= 15 and f.ints(8)[0] != 0:
            raise f.error("nets that imitate human play are not read")
        self.trunk = Trunk(f)
        self.policy, self.value = Policy(f, self.trunk.channels), Value(f, self.trunk.channels)
        f.end()

    def to_bf16(self):
        for module in self.trunk.blocks.modules():
            if isinstance(module, (Conv, Matrix)):
                module.weight.data = module.weight.data.bfloat16()
        return self

    def forward(self, planes, numbers):
        """Computes the logits of moves and of win, loss and no result, the scores and the ownership logits.

        planes: [B, 22, n, n]; numbers: the 19 global inputs."""
        x = self.trunk(planes, numbers).float()
        return self.policy(x), *self.value(x)

    @torch.inference_mode()
    def answers(self, planes, numbers, legal):
        """Returns policy [B, n n + 1] over the legal points [B, n n] and the pass, value from -1 to 1, lead in points
        and ownership from -1 to 1, all for the player to move."""
        logits, value, score, owner = (o.float() for o in self(planes, numbers))
        policy = F.pad(logits[:, :-1].masked_fill(~legal, -torch.inf), (0, 1))
        policy[:, -1] = logits[:, -1]
        # Under simple ko and under territory scoring, a game that repeats has no result.
        may_repeat = (numbers[:, 6] == 0) | (numbers[:, 9] > 0)
        value[:, 2] = value[:, 2].masked_fill(~may_repeat, -torch.inf)
        win, loss, none = value.softmax(1).unbind(1)
        return policy.softmax(1), win - loss, score[:, 2] * self.lead_factor * (1 - none), owner.tanh()


def read(file):
    return KataGoNet(file).eval()


def load(path):
    """Reads a net file. Raises NetError if it is invalid."""
    return read(NetFile(path))
