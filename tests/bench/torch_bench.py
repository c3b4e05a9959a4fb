#!/usr/bin/python3
"""The attention cases of kernel_cases.h in PyTorch, one thread, minimum CPU time in milliseconds: run it beside bench_native and compare ratios.

Debian's OpenBLAS falls back to SSE3 on recent processors, which makes PyTorch several times slower than it is; this script asks for the
AVX-512 or AVX2 kernels unless OPENBLAS_CORETYPE is set already.
"""
import os
import time

if "OPENBLAS_CORETYPE" not in os.environ:
    with open("/proc/cpuinfo") as cpu:
        os.environ["OPENBLAS_CORETYPE"] = "SkylakeX" if "avx512f" in cpu.read() else "Haswell"
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import torch  # noqa: E402

torch.set_num_threads(1)


def best(run, seconds=1.0):
    for _ in range(3):
        run()
    shortest, end = float("inf"), time.process_time() + seconds
    while True:
        start = time.process_time()
        run()
        now = time.process_time()
        shortest = min(shortest, now - start)
        if now > end:
            return shortest * 1e3


def attention(q, k, v, hidden):
    scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
    if hidden is not None:
        scores = scores.masked_fill(hidden, float("-inf"))
    return torch.softmax(scores, -1) @ v


def main():
    torch.manual_seed(1)
    with torch.no_grad():
        for causal in (False, True):
            for n, heads, width in [(6, 1, 4)] + [(n, 8, 64) for n in (16, 64, 256, 512, 2048)]:
                q, k, v = (torch.randn(heads, n, width) for _ in range(3))
                hidden = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else None
                name = f"{heads} heads of {width}{', causal' if causal else ''}, n = {n}"
                print(f"{name:40} {best(lambda: attention(q, k, v, hidden)):10.4f} ms", flush=True)


if __name__ == "__main__":
    main()
