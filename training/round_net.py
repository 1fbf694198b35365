"""round_net.py NET.bin.gz OUT.bin.gz: rounds the weights of KataGo's net to bfloat16, so that its file packs to little
more than half."""
import sys
import zlib

import numpy as np

from katago_file import NetFile
from katago_net import read

LEAST_ROUNDED = 1024            # numbers of a tensor; smaller ones are those of norms and biases


def bfloat16(numbers):
    """f32 numbers rounded to the nearest bfloat16"""
    bits = numbers.astype("<f4").view("<u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype("<u4").view("<f4")


def round_file(path, out):
    """writes a net whose large tensors are rounded to bfloat16; all that reads nets reads it"""
    file = NetFile(path)
    read(file)
    data = bytearray(file.bytes)
    for start, count in file.tensors:
        if count >= LEAST_ROUNDED:
            data[start:start + 4 * count] = bfloat16(np.frombuffer(file.bytes, "<f4", count, start)).tobytes()
    # Half of the bytes are zero: codes of bytes pack them well, and searching for repetitions takes minutes.
    packer = zlib.compressobj(9, zlib.DEFLATED, 31, 9, zlib.Z_HUFFMAN_ONLY)
    with open(out, "wb") as f:
        f.write(packer.compress(bytes(data)) + packer.flush())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    round_file(*sys.argv[1:])
