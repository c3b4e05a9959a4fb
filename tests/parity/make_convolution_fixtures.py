#!/usr/bin/python3
"""Writes fixtures/convolution.txt: convolutions as PyTorch computes them. See make_fixtures.py for the format and for how it is run."""
import os

import torch
import torch.nn.functional as F

import make_fixtures as kernels
from make_fixtures import randn

OUT = os.path.join(os.path.dirname(kernels.OUT), "convolution.txt")


def pixels(images):
    """[images, channels, height, width] from and to rows of pixels with their channels side by side."""
    return images.permute(0, 2, 3, 1).reshape(-1, images.shape[1])


def main():
    out = kernels.Writer(OUT)
    for images, height, width, channels, filters, side, stride, padding in [
            (2, 6, 6, 1, 5, 3, 3, 0), (2, 5, 7, 3, 4, 3, 1, 1), (1, 6, 6, 2, 3, 3, 2, 1), (1, 4, 5, 2, 3, 5, 1, 2), (3, 4, 4, 2, 2, 1, 1, 0)]:
        x, w, b = randn(images * height * width, channels), randn(side * side * channels, filters), randn(1, filters)
        y = pixels(F.conv2d(x.reshape(images, height, width, channels).permute(0, 3, 1, 2),
                            w.reshape(side, side, channels, filters).permute(3, 2, 0, 1), b[0], stride, padding))
        shape = torch.tensor([[images, height, width, channels, side, stride, padding]])
        out.case(f"convolution {side}x{side} by {stride}", {"shape": shape.double(), "x": x, "w": w, "b": b}, {"output": y}, y)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
