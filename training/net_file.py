"""Readers and writers of net files and of reference outputs, in the formats of the engine.

See crates/nn/src/builtin/file.rs for the net format. Reference outputs are for tests: TYREF001, the number of
positions, then for each position the board size, the global inputs, the planes at each point (32 bits, plane 0 in the
lowest), and the outputs: policy of points and pass, win, score / 20, ownership."""
import binascii
import struct

import numpy as np

MAGIC = b"TYNET003"
NUMBERS = ("kind", "largest", "blocks", "channels", "head", "hidden", "pooled", "fewest", "most")
CONVOLUTION, PLAIN = "convolution", "plain"


def order(shape):
    """Returns name, shape and kind of the weights in file order; shape: dict of the numbers in the header."""
    c, h, d = shape["channels"], shape["head"], shape["hidden"]
    yield "stem", (c, 3, 3, shape["planes"]), CONVOLUTION
    yield "stem.g", (c, shape["globals"]), PLAIN
    for i in range(shape["blocks"]):
        yield f"b{i}.1", (c, 3, 3, c), CONVOLUTION
        if shape["pooled"] >> i & 1:
            yield f"b{i}.pool", (c, 3 * c), PLAIN
        yield f"b{i}.2", (c, 3, 3, c), CONVOLUTION
        if shape["kind"] == 1:
            yield f"b{i}.res", (1,), PLAIN
    yield "head", (3 * h, c), CONVOLUTION
    for name, dims in (("pol.pool", (h, 3 * h)), ("pol.out", (h,)), ("pol.pass.w", (3 * h,)), ("pol.pass.b", (1,)),
                       ("val.1.w", (d, 3 * h)), ("val.1.b", (d,)), ("val.2.w", (2, d)), ("val.2.b", (2,)), ("gain.w", (d,)), ("gain.b", (1,)),
                       ("own.w", (h,)), ("own.b", (1,))):
        yield name, dims, PLAIN


def parts(shape):
    """Returns name, shape and type of each array in the file."""
    for name, dims, sort in order(shape):
        if sort == PLAIN:
            yield name, dims, "<f4"
        else:
            yield name + ".w", dims, "i1" if shape["kind"] == 1 else "<f4"
            if shape["kind"] == 1:
                yield name + ".m", dims[:1], "<f4"
            yield name + ".b", dims[:1], "<f4"


def save_net(path, shape, tensors):
    numbers = [shape[k] for k in NUMBERS]
    raw = MAGIC + struct.pack(f"<{len(NUMBERS)}I", *numbers)
    for name, dims, sort in parts(shape):
        assert tensors[name].shape == tuple(dims), (name, tensors[name].shape, dims)
        raw += np.ascontiguousarray(tensors[name], sort).tobytes()
    raw += struct.pack("<I", binascii.crc32(raw))
    assert len(raw) <= 16_000_000, f"{path}: {len(raw)} bytes are more than the program reads"
    with open(path, "wb") as f:
        f.write(raw)


def load_net(path):
    with open(path, "rb") as f:
        raw = f.read()
    assert raw[:8] == MAGIC and binascii.crc32(raw[:-4]) == struct.unpack("<I", raw[-4:])[0], path
    at = 8 + 4 * len(NUMBERS)
    shape = dict(zip(NUMBERS, struct.unpack(f"<{len(NUMBERS)}I", raw[8:at])))
    shape.update(planes=17, globals=4)
    tensors = {}
    for name, dims, sort in parts(shape):
        count = int(np.prod(dims))
        tensors[name] = np.frombuffer(raw, sort, count, at).reshape(dims)
        at += tensors[name].nbytes
    assert at == len(raw) - 4, path
    return shape, tensors


def save_reference(path, positions):
    """Writes positions: planes [17, n, n] 0/1, globals [4], policy [n*n + 1], win, score / 20, ownership [n*n]."""
    raw = b"TYREF001" + struct.pack("<I", len(positions))
    for planes, numbers, policy, win, score, own in positions:
        raw += struct.pack("<I", planes.shape[1]) + np.asarray(numbers, "<f4").tobytes()
        bits = 1 << np.arange(len(planes), dtype=np.uint32)
        raw += (planes.astype(np.uint32) * bits[:, None, None]).sum(0).astype("<u4").tobytes()
        raw += np.concatenate((policy, [win, score], own)).astype("<f4").tobytes()
    with open(path, "wb") as f:
        f.write(raw)
