"""The words and numbers of KataGo's net files (.bin.gz, .bin), in their order. katago_net.py reads layers from them.
katago_file.py round NET.bin.gz OUT.bin.gz    rounds weights to bfloat16, so that the file packs to little more than half

Names, sizes and factors are words between white space; a tensor is `@BIN@` and then its numbers as little-endian f32."""
import gzip
import re
import sys
import zlib

import numpy as np

MARK, WORD = b"@BIN@", re.compile(rb"\s*(\S+)")
LEAST_ROUNDED = 1024            # numbers of a tensor; smaller ones are those of norms and biases


class NetError(Exception):
    """A file is no net that is read here."""


class NetFile:
    """A cursor over the bytes of a net's file."""

    def __init__(self, path):
        self.path = path
        raw = open(path, "rb").read()
        try:
            self.bytes = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        except (EOFError, OSError, zlib.error) as error:
            raise NetError(f"{path}: {error}") from None
        self.at, self.layer, self.tensors = 0, "the header", []

    def error(self, what):
        return NetError(f"{self.path}: {self.layer}: {what}")

    def word(self):
        found = WORD.match(self.bytes[self.at:self.at + 200])
        if not found or found.end() == 200:
            raise self.error("the file ends early, or has no word where one is due")
        self.at += found.end()
        return found[1].decode("ascii", "replace")

    def name(self):
        self.layer = "layer " + self.word()

    def int(self):
        word = self.word()
        if not word.isdigit():
            raise self.error(f"{word!r} is no whole number")
        return int(word)

    def ints(self, count):
        return [self.int() for _ in range(count)]

    def expect(self, what, found, due):
        if found != due:
            raise self.error(f"{what} {found}, not {due}")

    def float(self):
        word = self.word()
        try:
            return float(word)
        except ValueError:
            raise self.error(f"{word!r} is no number") from None

    def tensor(self, *shape):
        """the numbers of a tensor; those too small for a normal f32 are zero, as for the program"""
        start = self.bytes.find(MARK, self.at, self.at + 100) + len(MARK)
        count = int(np.prod(shape, dtype=np.int64))
        if start < len(MARK) or self.bytes[self.at:start - len(MARK)].strip():
            raise self.error("no tensor where one is due; the text form is not read here")
        if start + 4 * count > len(self.bytes):
            raise self.error("the file ends early")
        self.at = start + 4 * count
        self.tensors.append((start, count))
        numbers = np.frombuffer(self.bytes, "<f4", count, start)
        if not np.isfinite(numbers).all():
            raise self.error("a number is not finite")
        return np.where(np.abs(numbers) < np.finfo(np.float32).tiny, 0, numbers).astype(np.float32).reshape(shape)

    def end(self):
        if self.bytes[self.at:].strip():
            raise self.error("more follows after the last layer")


def bfloat16(numbers):
    """f32 numbers rounded to the nearest bfloat16"""
    bits = numbers.astype("<f4").view("<u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype("<u4").view("<f4")


def round_file(path, out):
    """writes a net whose large tensors are rounded to bfloat16; all that reads nets reads it"""
    from katago_net import read

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
    if len(sys.argv) != 4 or sys.argv[1] != "round":
        sys.exit(__doc__)
    round_file(*sys.argv[2:])
