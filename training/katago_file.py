"""Tokenizer of KataGo net files (.bin.gz, .bin). katago_net.py reads layers with it.

Names, sizes and factors are tokens separated by white space; a tensor is `@BIN@` followed by little-endian f32."""
import gzip
import re
import zlib

import numpy as np

MARK, WORD = b"@BIN@", re.compile(rb"\s*(\S+)")


class NetError(Exception):
    """Unsupported or malformed net file."""


class NetFile:
    """A cursor over the bytes of a net file."""

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
        """Reads a tensor; subnormal numbers become zero, as in the engine."""
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
