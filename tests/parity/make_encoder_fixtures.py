#!/usr/bin/python3
"""Writes fixtures/encoder.txt: the encoder layer, positions and GELU as PyTorch computes them. See make_fixtures.py for the format and for
how it is run."""
import os

import torch
import torch.nn.functional as F

import make_fixtures as kernels
from make_fixtures import randn, rounded

OUT = os.path.join(os.path.dirname(kernels.OUT), "encoder.txt")


def encoder_layer(e, f, heads, norm, activation):
    """torch's layer with rounded weights; it keeps transposes, and the three projections as one matrix. Norms near 1, as training leaves
    them: with wilder ones single precision itself, torch's too, is off by 1e-5 in some gradients."""
    layer = torch.nn.TransformerEncoderLayer(e, heads, f, 0.0, activation, batch_first=True, norm_first=norm == "pre")
    with torch.no_grad():
        for name, p in layer.named_parameters():
            size = p.shape[-1] ** -0.5 if p.dim() == 2 else 0.3
            p.copy_(rounded(torch.randn(p.shape) * size + (1 if "norm" in name and name.endswith("weight") else 0)))
    return layer


def layer_parameters(layer, of):
    """What kernels/encoder_layer.h calls the weights, from `of(parameter)`: the parameters themselves or their gradients."""
    a, e = layer.self_attn, layer.self_attn.embed_dim
    projections, biases = of(a.in_proj_weight), of(a.in_proj_bias)
    named = {}
    for i, letter in enumerate("qkv"):
        named[f"w{letter}"], named[f"b{letter}"] = projections[i * e:(i + 1) * e].T, biases[i * e:(i + 1) * e]
    named.update(wo=of(a.out_proj.weight).T, bo=of(a.out_proj.bias))
    for i, (linear, norm) in enumerate([(layer.linear1, layer.norm1), (layer.linear2, layer.norm2)], 1):
        named[f"w{i}"], named[f"b{i}"] = of(linear.weight).T, of(linear.bias)
        named[f"gamma{i}"], named[f"beta{i}"] = of(norm.weight), of(norm.bias)
    return named


def run_layer(layer, x, norm, hidden, padding):
    if norm != "none":
        return layer(x[None], src_mask=hidden, src_key_padding_mask=None if padding is None else padding[None])[0]
    mask = hidden if padding is None else padding.expand(len(x), len(x))
    y = x + layer.self_attn(x[None], x[None], x[None], attn_mask=mask)[0][0]
    return y + layer.linear2(layer.activation(layer.linear1(y)))


def write_encoder_layer(out):
    for n, e, f, heads in [(4, 6, 9, 3), (7, 8, 5, 2)]:
        for norm in ("none", "pre", "post"):
            for activation in ("relu", "gelu"):
                for sees in ("all", "causal", "padding"):
                    layer, x = encoder_layer(e, f, heads, norm, activation), randn(n, e)
                    hidden = torch.ones(n, n, dtype=torch.bool).triu(1) if sees == "causal" else None
                    padding = torch.arange(n) >= n - 2 if sees == "padding" else None
                    y = run_layer(layer, x, norm, hidden, padding)
                    d_output = rounded(torch.randn(n, e))
                    layer.zero_grad()
                    (y * d_output).sum().backward()
                    out.file.write(f"case encoder_layer {norm} {activation} {sees} {n}x{e}x{f}\n")
                    out.matrix("heads", torch.tensor(float(heads)))
                    if padding is not None:
                        out.matrix("mask", (~padding).double().expand(n, n))
                    for k, v in {"x": x, "output": y, "d_output": d_output, "d_x": x.grad}.items():
                        out.matrix(k, v)
                    for k, v in layer_parameters(layer, lambda p: p).items():
                        out.matrix(k, v)
                    for k, v in layer_parameters(layer, lambda p: torch.zeros_like(p) if p.grad is None else p.grad).items():
                        out.matrix("d_" + k, v)
                    out.file.write("end\n")


def angles(n, width, base, first):
    return torch.arange(first, first + n).double()[:, None] * base ** (-torch.arange(0, width, 2).double() / width)


def sinusoids(n, d, base=10000.0, first=0):
    """Vaswani et al. 2017, section 3.5, a pair of columns at a time."""
    a = angles(n, d, base, first)
    return torch.stack([torch.sin(a), torch.cos(a)], -1).flatten(1)[:, :d]


def write_positions(out):
    for n, d, base, first in [(1, 2, 10000.0, 0), (12, 7, 10000.0, 3), (9, 10, 50.0, 1000)]:
        inputs = {"base": torch.tensor(base), "first": torch.tensor(float(first))}
        out.file.write(f"case sinusoidal {n}x{d}\n")
        for k, v in {**inputs, "output": sinusoids(n, d, base, first)}.items():
            out.matrix(k, v)
        out.file.write("end\n")
    for n, heads, width, base, first in [(1, 1, 2, 10000.0, 5), (6, 3, 4, 10000.0, 0), (11, 2, 10, 30.0, 700)]:
        x = randn(n, heads * width)
        a = angles(n, width, base, first)
        turned = torch.view_as_complex(x.reshape(n, heads, width // 2, 2)) * torch.polar(torch.ones_like(a), a)[:, None]
        y = torch.view_as_real(turned).reshape(n, heads * width)
        inputs = {"x": x, "heads": torch.tensor(float(heads)), "base": torch.tensor(base), "first": torch.tensor(float(first))}
        out.case(f"rotary {n}x{heads}x{width}", inputs, {"output": y}, y)
    for n, m, k, heads, head, first in [(4, 4, 2, 1, 0, 0), (5, 9, 3, 2, 1, 4)]:
        table = randn(2 * k + 1, heads)
        offsets = torch.arange(m)[None] - torch.arange(first, first + n)[:, None]
        y = table[offsets.clamp(-k, k) + k, head]
        inputs = {"table": table, "head": torch.tensor(float(head)), "first": torch.tensor(float(first))}
        out.case(f"offset_bias {n}x{m}", inputs, {"output": y}, y)


def write_gelu(out):
    x = randn(5, 13, scale=3)
    y = F.gelu(x)
    out.case("gelu 5x13", {"x": x}, {"output": y}, y)


def main():
    out = kernels.Writer(OUT)
    for write in (write_encoder_layer, write_positions, write_gelu):
        write(out)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
