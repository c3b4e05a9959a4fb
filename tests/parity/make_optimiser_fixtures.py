"""Writes the fixtures of the optimisers with PyTorch's SGD: python3 tests/parity/make_optimiser_fixtures.py"""

import os

import torch

import make_fixtures as kernels
from make_fixtures import randn, rounded

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "optimisers.txt")
STEPS = 10


def write_sgd(out):
    for momentum, clip in [(0.0, 1.0), (0.9, 1.0), (0.9, 0.5)]:
        value = randn(3, 5)
        p = torch.nn.Parameter(value.detach().clone())
        optimiser = torch.optim.SGD([p], lr=0.05, momentum=momentum)
        gradients = [rounded(torch.randn(3, 5)) for _ in range(STEPS)]
        for g in gradients:
            p.grad = g * clip
            optimiser.step()
        results = {"value": value, "gradients": torch.cat(gradients), "result": p}
        if momentum:
            results["velocity"] = optimiser.state[p]["momentum_buffer"]
        out.file.write(f"case sgd {momentum} {clip}\n")
        for k, v in results.items():
            out.matrix(k, v)
        out.file.write("end\n")


def main():
    torch.manual_seed(9)
    out = kernels.Writer(OUT)
    write_sgd(out)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
