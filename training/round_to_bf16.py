"""round_to_bf16.py NET.bin.gz OUT.bin.gz: rounds the weights of a KataGo net to bfloat16, so that its file compresses to
little more than half."""
import sys
import zlib

import numpy as np

from katago_file import NetFile
from katago_net import read

LEAST_ROUNDED = 1024            # minimum size of a rounded tensor; smaller ones are norms and biases


def bfloat16(numbers):
    """Rounds f32 numbers to the nearest bfloat16."""
    bits = numbers.astype("<f4").view("<u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype("<u4").view("<f4")


def round_file(path, out):
    """Writes a net with large tensors rounded to bfloat16; every reader of net files can read it."""
    file = NetFile(path)
    read(file)
    data = bytearray(file.bytes)
    for start, count in file.tensors:
        if count >= LEAST_ROUNDED:
            data[start:start + 4 * count] = bfloat16(np.frombuffer(file.bytes, "<f4", count, start)).tobytes()
    # Half of the bytes are zero: Huffman codes compress them well, while searching for repetitions takes minutes.
    packer = zlib.compressobj(9, zlib.DEFLATED, 31, 9, zlib.Z_HUFFMAN_ONLY)
    with open(out, "wb") as f:
        f.write(packer.compress(bytes(data)) + packer.flush())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    round_file(*sys.argv[1:])
