"""Joins chunks of `tianyuan label` into one sample file and one teacher file, so that batches mix all chunks.
merge_chunks.py --out BASE [--held N] FOLDER    writes BASE.rec and BASE.tch, and BASE-held.rec and .tch from the last N chunks

No game spans two chunks. Only chunks with both files are used."""
import argparse
import glob
import os
import shutil
import sys

from data import header


def join(files, magic, out):
    """Writes the rows of all files to one file."""
    heads = [header(f, magic) for f in files]
    if any(h[:4] != heads[0][:4] for h in heads):
        sys.exit(f"{files[0]} and others are for different boards")
    with open(files[0], "rb") as first:
        head = bytearray(first.read(heads[0][0]))
    head[24:32] = sum(h[4] for h in heads).to_bytes(8, "little")
    with open(out + ".new", "wb") as f:
        f.write(head)
        for path in files:
            with open(path, "rb") as part:
                part.seek(heads[0][0])
                shutil.copyfileobj(part, f, 1 << 22)
    os.replace(out + ".new", out)
    return sum(h[4] for h in heads)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--out", required=True)
    p.add_argument("--held", type=int, default=1, help="chunks that are held back")
    p.add_argument("folder")
    a = p.parse_args()
    names = [f[:-4] for f in sorted(glob.glob(os.path.join(a.folder, "*.tch"))) if os.path.exists(f[:-4] + ".rec")]
    if len(names) <= a.held:
        sys.exit(f"{a.folder}: {len(names)} chunks are labelled; more than {a.held} are needed")
    at = len(names) - a.held
    for part, chosen in (("", names[:at]), ("-held", names[at:])):
        for suffix, magic in ((".rec", b"GOREC001"), (".tch", b"GOTCH001")):
            count = join([name + suffix for name in chosen], magic, a.out + part + suffix) if chosen else 0
        print(f"{a.out}{part}: {count} positions of {len(chosen)} chunks")


if __name__ == "__main__":
    main()
