#!/usr/bin/python3
"""Writes fixtures/graph.txt, layers and networks over graphs as PyTorch computes them, densely: over all pairs of nodes with a mask; and
../web/kernel_graph_torch_cases.mjs, some of the layers for the JavaScript module.

See make_fixtures.py for the format and for how it is run. `graph_attention VERSION JOIN` and `graph_convolution KIND` are single layers
with their gradients; `graph_network KIND ANSWER` and what else is chosen are whole networks: logits, every layer's output and weights, loss,
all gradients, and the first ten losses of Adam. `mask` says with 1 whom a node (row) sees; weights of heads stand one below the other. A
parameter of a network is stored by our name for it, and its gradient with `d_` before.
"""
import json
import os

import torch
from torch import nn

import make_fixtures as kernels
from make_fixtures import randn, rounded

OUT = os.path.join(os.path.dirname(kernels.OUT), "graph.txt")
MODULE_CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web", "kernel_graph_torch_cases.mjs")
SLOPE = 0.2


def random_mask(n, symmetric=False, loops=True, lonely=None):
    mask = torch.rand(n, n) < 0.4
    if symmetric:
        mask = mask | mask.T
    mask[range(n), range(n)] = loops
    if lonely is not None:
        mask[lonely] = False
    return mask


def attend(x, mask, version, w, a_source, a_target=None, w_source=None):
    """w [h,f,o], a [h,o] -> weights [h,n,n], each head's output [h,n,o]."""
    g = torch.einsum("nf,hfo->hno", x, w)
    if version == 1:
        pairs = torch.cat([g[:, :, None].expand(-1, -1, len(x), -1), g[:, None].expand(-1, len(x), -1, -1)], -1)
        e = nn.functional.leaky_relu((pairs * torch.cat([a_source, a_target], -1)[:, None, None]).sum(-1), SLOPE)
    else:
        own = g if w_source is None else torch.einsum("nf,hfo->hno", x, w_source)
        e = (nn.functional.leaky_relu(own[:, :, None] + g[:, None], SLOPE) * a_source[:, None, None]).sum(-1)
    weights = torch.softmax(e.masked_fill(~mask, -1e30), -1) * mask  # a row that sees nobody: zeros
    return weights, weights @ g


def join(heads, mean):
    return heads.mean(0) if mean else heads.permute(1, 0, 2).flatten(1)


def convolve(x, mask, w, strengths=None):
    """strengths [n,n] -> weights [n,n], output."""
    degree = mask.sum(1).to(torch.float64)
    scale = torch.where(degree > 0, degree.clamp(min=1) ** -0.5, torch.zeros_like(degree))
    weights = torch.diag(scale) @ mask.to(torch.float64) @ torch.diag(scale)
    if strengths is not None:
        weights = weights * strengths
    return weights, weights @ x @ w


def side_by_side(w):
    """[h,f,o] -> [f, h o], as our matrices have the heads."""
    return w.permute(1, 0, 2).flatten(1)


def of_edges(dense, mask):
    """[n,n] -> the numbers at the edges, row by row."""
    return dense[mask][:, None]


def write_layers(out):
    """Weights of a moderate size: with larger ones single precision itself is off by 1e-5 in gradients that are sums of many parts."""
    for version in (1, 2, "2-shared"):
        for mean in (False, True):
            for n, f, h, o in [(1, 2, 1, 3), (6, 3, 2, 4), (9, 5, 3, 5)]:
                mask = random_mask(n, loops=n != 6, lonely=2 if n > 1 else None)
                x, w, a_source = randn(n, f), randn(h, f, o, scale=0.5), randn(h, o)
                a_target = randn(h, o) if version == 1 else None
                w_source = randn(h, f, o, scale=0.5) if version == 2 else None
                weights, heads = attend(x, mask, 1 if version == 1 else 2, w, a_source, a_target, w_source)
                y = join(heads, mean)
                d_output = rounded(torch.randn(*y.shape))
                (y * d_output).sum().backward()
                out.file.write(f"case graph_attention {version} {'mean' if mean else 'concat'} {n}x{f}x{h}x{o}\n")
                out.matrix("heads", torch.tensor(float(h)))
                out.matrix("mask", mask.to(torch.float64))
                out.matrix("x", x), out.matrix("d_x", x.grad)
                out.matrix("w", side_by_side(w)), out.matrix("d_w", side_by_side(w.grad))
                out.matrix("a_source", a_source), out.matrix("d_a_source", a_source.grad)
                if a_target is not None:
                    out.matrix("a_target", a_target), out.matrix("d_a_target", a_target.grad)
                if w_source is not None:
                    out.matrix("w_source", side_by_side(w_source)), out.matrix("d_w_source", side_by_side(w_source.grad))
                out.matrix("weights", weights.flatten(0, 1))
                out.matrix("output", y), out.matrix("d_output", d_output)
                out.file.write("end\n")
    for learned in (False, True):
        for n, f, o in [(1, 2, 3), (7, 3, 4), (8, 5, 5)]:
            mask = random_mask(n, symmetric=n == 8, lonely=2 if n > 1 else None)
            x, w = randn(n, f), randn(f, o)
            strengths = randn(n, n) if learned else None
            weights, y = convolve(x, mask, w, strengths)
            d_output = rounded(torch.randn(n, o))
            (y * d_output).sum().backward()
            out.file.write(f"case graph_convolution {'learned' if learned else 'fixed'} {n}x{f}x{o}\n")
            out.matrix("mask", mask.to(torch.float64))
            out.matrix("x", x), out.matrix("d_x", x.grad), out.matrix("w", w), out.matrix("d_w", w.grad)
            if learned:
                out.matrix("strengths", of_edges(strengths, mask)), out.matrix("d_strengths", of_edges(strengths.grad, mask))
            out.matrix("weights", weights), out.matrix("output", y), out.matrix("d_output", d_output)
            out.file.write("end\n")


class Layer(nn.Module):
    def __init__(self, kind, mask, fan_in, width, heads, mean):
        super().__init__()
        self.kind, self.mask, self.mean = kind, mask, mean

        def parameter(*shape):
            return nn.Parameter(rounded(torch.randn(*shape) * 0.5))

        if kind.startswith("attention"):
            self.w, self.a_source = parameter(heads, fan_in, width), parameter(heads, width)
            if kind == "attention":
                self.a_target = parameter(heads, width)
            else:
                self.w_source = parameter(heads, fan_in, width)
        else:
            self.w = parameter(fan_in, width)
            if kind == "learned-convolution":
                self.strengths = parameter(*mask.shape)
        self.b = parameter(width if mean or not kind.startswith("attention") else heads * width)

    def forward(self, x):
        if self.kind.startswith("attention"):
            weights, heads = attend(x, self.mask, 1 if self.kind == "attention" else 2, self.w, self.a_source,
                                    getattr(self, "a_target", None), getattr(self, "w_source", None))
            return weights.flatten(0, 1), join(heads, self.mean) + self.b
        weights, y = convolve(x, self.mask, self.w, getattr(self, "strengths", None))
        return weights, y + self.b

    def ours(self, name, p):
        if name == "strengths":
            return of_edges(p, self.mask)
        if p.dim() == 3:
            return side_by_side(p)
        return p.reshape(1, -1) if name == "b" else p


FEATURES, HIDDEN, HEADS, CLASSES = 3, 6, 2, 4
SIZES = [4, 3, 5]
NODES = sum(SIZES)
TARGETS = [0, -1, 2, 3, -1, 1, 1, -1, 0, 2, -1, 3]
PAIRS, TIED = [[0, 1], [2, 0], [5, 4], [11, 7], [3, 3]], [1, 0, 0, 1, 1]


class Network(nn.Module):
    def __init__(self, kind, answer, choices, mask):
        super().__init__()
        depth, last_heads = (3 if "deep" in choices else 2), (3 if "deep" in choices else 1)
        self.answer, self.residual = answer, "residual" in choices
        self.bend = nn.functional.relu if "relu" in choices else nn.functional.elu
        self.direct = answer != "graphs" and "linear" not in choices
        self.encoder = nn.Linear(FEATURES, HIDDEN) if "encoder" in choices else None
        width = HIDDEN if self.encoder else FEATURES
        self.layers = nn.ModuleList()
        heads = HEADS if kind.startswith("attention") else 1
        for i in range(depth):
            last = self.direct and i == depth - 1
            self.layers.append(Layer(kind, mask, width, CLASSES if last else HIDDEN // heads, last_heads if last else heads, last))
            width = HIDDEN
        self.head = None if self.direct else nn.Linear(HIDDEN, CLASSES)

    def forward(self, x):
        """-> logits, every layer's weights and output."""
        weights, outputs = [], []
        if self.encoder:
            x = self.bend(self.encoder(x))
        for i, layer in enumerate(self.layers):
            w, y = layer(x)
            if not (self.direct and i == len(self.layers) - 1):
                y = self.bend(y)
                if self.residual and y.shape == x.shape:
                    y = x + y
            x = y
            weights.append(w), outputs.append(x)
        if self.answer == "graphs":
            x = torch.stack([part.mean(0) for part in x.split(SIZES)])
        return (x if self.head is None else self.head(x)), weights, outputs

    def loss(self, x):
        logits = self(x)[0]
        if self.answer == "pairs":
            z = (logits @ logits.T)[[p[0] for p in PAIRS], [p[1] for p in PAIRS]]
            return nn.functional.binary_cross_entropy_with_logits(z, torch.tensor(TIED, dtype=torch.float64))
        targets = TARGETS if self.answer == "nodes" else [1, 3, 0]
        return nn.functional.cross_entropy(logits, torch.tensor(targets), ignore_index=-1)

    def named(self):
        """Our name -> (the parameter, what makes ours of its value or gradient)."""
        out = {}
        for name, linear in (("encoder", self.encoder), ("answer", self.head)):
            if linear:
                out[name + ".w"], out[name + ".b"] = (linear.weight, lambda p: p.T), (linear.bias, lambda p: p.reshape(1, -1))
        for i, layer in enumerate(self.layers):
            for name, p in layer.named_parameters():
                out[f"layers.{i}.{name}"] = (p, lambda p, layer=layer, name=name: layer.ours(name, p))
        return out


def write_network(out, name):
    kind, answer, *choices = name.split()
    blocks = [random_mask(n, symmetric=True) for n in SIZES]
    mask = torch.block_diag(*blocks).to(torch.bool)
    if "lonely" in choices:
        mask[1] = mask[:, 1] = False
    model, x = Network(kind, answer, choices, mask), rounded(torch.randn(NODES, FEATURES))
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(rounded(p))
        logits, weights, outputs = model(x)
    out.file.write(f"case graph_network {name}\n")
    out.matrix("mask", mask.to(torch.float64)), out.matrix("x", x), out.matrix("logits", logits)
    out.matrix("sizes", torch.tensor(SIZES, dtype=torch.float64)), out.matrix("pairs", torch.tensor(PAIRS, dtype=torch.float64))
    out.matrix("targets", torch.tensor({"nodes": TARGETS, "graphs": [1, 3, 0], "pairs": TIED}[answer], dtype=torch.float64))
    for i, (w, y) in enumerate(zip(weights, outputs)):
        out.matrix(f"weights.{i}", w), out.matrix(f"output.{i}", y)
    loss = model.loss(x)
    loss.backward()
    out.matrix("loss", loss)
    for ours, (p, part) in model.named().items():
        out.matrix(ours, part(p.detach())), out.matrix("d_" + ours, part(p.grad))
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    out.losses(model, optimiser, lambda: model.loss(x))
    out.file.write("end\n")


CASES = ["convolution nodes", "convolution graphs relu residual encoder", "convolution pairs deep", "learned-convolution nodes deep residual",
         "learned-convolution pairs", "attention nodes", "attention nodes deep encoder linear residual lonely", "attention graphs deep relu",
         "attention pairs encoder", "attention-v2 nodes lonely", "attention-v2 nodes deep encoder linear residual relu", "attention-v2 graphs",
         "attention-v2 pairs deep residual"]


def write_module_cases(path):
    def tensor(t):
        return {"shape": list(t.shape), "data": [float(kernels.shortest(x)) for x in t.detach().to(torch.float32).flatten().tolist()]}

    cases = []
    n, f, h, o = 5, 3, 2, 4
    for version, mean, whole in [(1, False, False), (1, True, False), (2, False, False), (2, True, True)]:
        mask = random_mask(n, lonely=2)
        x, w, a_source, a_target = randn(n, f), randn(h, 2 * f if whole else f, o, scale=0.5), randn(h, o), randn(h, o)
        weights, heads = attend(x, mask, version, w[:, -f:], a_source, a_target, w[:, :f])
        args = {"x": x, "w": w, "aSource": a_source, **({"aTarget": a_target} if version == 1 else {})}
        cases.append({"name": f"graph attention version {version}, {'mean' if mean else 'concat'}{', a matrix for both nodes' if whole else ''}",
                      "call": "graphAttention",
                      "args": {**{k: tensor(v) for k, v in args.items()}, "adjacency": mask.tolist(), "version": version,
                               "combine": "mean" if mean else "concat"},
                      "expected": {"weights": tensor(weights), "output": tensor(join(heads, mean))}})
    with open(path, "w") as file:
        file.write("// Written by tests/parity/make_graph_fixtures.py with PyTorch.\nexport default [\n")
        file.writelines(f"  {json.dumps(c)},\n" for c in cases)
        file.write("];\n")


if __name__ == "__main__":
    torch.manual_seed(20180130)
    writer = kernels.Writer(OUT)
    write_layers(writer)
    for case in CASES:
        write_network(writer, case)
    write_module_cases(MODULE_CASES)
