#!/usr/bin/python3
"""Writes fixtures/kernels.txt: results and gradients of the attention kernels as PyTorch computes them.

Run with Debian's python3-torch; the output is committed, so building and testing need neither. Inputs are rounded to single precision,
results are computed in double precision by torch and its autograd, so that the file holds the right answers rather than torch's rounding.

Format: `case NAME`, then matrices `NAME ROWS COLS` each followed by a line of its numbers, row by row, then `end`. A gradient `d_x` is that
of sum(d_output * output) with respect to x.
"""
import math
import os
import struct

import torch

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "kernels.txt")
torch.manual_seed(20170612)
torch.set_default_dtype(torch.float64)


def rounded(t):
    """Two decimals, which keeps the file short, as single precision holds them."""
    return (t * 100).round().div(100).to(torch.float32).to(torch.float64)


def randn(*shape, scale=1.0):
    return rounded(torch.randn(*shape) * scale).requires_grad_()


def uniform(low, high, *shape):
    return rounded(torch.rand(*shape) * (high - low) + low).requires_grad_()


def shortest(x):
    """The shortest of at most nine digits that reads back as the same single-precision number."""
    single = struct.pack("f", x)
    return next(t for t in ("%.*g" % (digits, x) for digits in range(1, 10)) if struct.pack("f", float(t)) == single)


class Writer:
    def __init__(self, path):
        self.file = open(path, "w")

    def matrix(self, name, t):
        t = t.detach().to(torch.float32)
        t = t.reshape(1, 1) if t.dim() == 0 else t.reshape(-1, 1) if t.dim() == 1 else t
        self.file.write(f"{name} {t.shape[0]} {t.shape[1]}\n")
        self.file.write(" ".join(shortest(x) for x in t.flatten().tolist()) + "\n")

    def record(self, part, value):
        """A part of a model that read one text: `maps.LAYER` [1,heads,n,n] as a matrix for each head."""
        if part.startswith("maps"):
            for head, its in enumerate(value[0]):
                self.matrix(f"{part}.{head}", its)
        else:
            self.matrix(part, value[0])

    def case(self, name, inputs, results, output):
        """`output` is the result whose gradient is taken; tensors among `inputs` that need one get a `d_` twin."""
        d_output = rounded(torch.randn(output.shape))
        wanted = {k: v for k, v in inputs.items() if v.requires_grad}
        grads = torch.autograd.grad((output * d_output).sum(), list(wanted.values()), allow_unused=True)
        self.file.write(f"case {name}\n")
        for k, v in {**inputs, **results, "d_output": d_output}.items():
            self.matrix(k, v)
        for (k, v), g in zip(wanted.items(), grads):
            self.matrix("d_" + k, torch.zeros_like(v) if g is None else g)
        self.file.write("end\n")

    def losses(self, model, optimiser, loss):
        """`loss()` before each of the first ten steps of training, gradients clipped to a norm of 0.5."""
        found = []
        for _ in range(10):
            optimiser.zero_grad()
            now = loss()
            now.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimiser.step()
            found.append(now.item())
        self.matrix("losses", torch.tensor(found))


def masked_softmax(s, mask):
    """Rows that may see nothing are zero; they pass no gradient."""
    if mask is None:
        return torch.softmax(s, -1)
    any_allowed = mask.any(-1, keepdim=True)
    s = torch.where(mask | ~any_allowed, s, torch.tensor(-math.inf))
    return torch.softmax(s, -1) * any_allowed


def masks(n, m):
    random = torch.rand(n, m) < 0.5
    random[n // 2] = False
    return {"all": None, "causal": torch.ones(n, m, dtype=torch.bool).tril(max(0, m - n)), "random": random}


def with_mask(inputs, mask):
    return inputs if mask is None else {**inputs, "mask": mask.to(torch.float64)}


def score_inputs(score, n, m, d, e, a):
    inputs = {"q": randn(n, d), "k": randn(m, e)}
    if score == "bilinear":
        inputs["M"] = randn(d, e, scale=d ** -0.5)
    if score == "additive":
        inputs.update(wq=randn(d, a), wk=randn(e, a), w=randn(a))
    return inputs


def scores(score, i):
    q, k = i["q"], i["k"]
    if score == "dot":
        return q @ k.T
    if score == "scaled_dot":
        return q @ k.T / math.sqrt(q.shape[1])
    if score == "distance":
        return -((q[:, None] - k[None]) ** 2).sum(-1) / 2
    if score == "bilinear":
        return q @ i["M"] @ k.T
    return torch.tanh((q @ i["wq"])[:, None] + (k @ i["wk"])[None]) @ i["w"]


SCORES = ["dot", "scaled_dot", "distance", "bilinear", "additive"]


def write_softmax(out):
    for n, m, temperature in [(1, 1, 1.0), (3, 5, 1.0), (4, 19, 0.25), (3, 67, 3.0)]:
        for name, mask in masks(n, m).items():
            s = randn(n, m, scale=3)
            w = masked_softmax(s / temperature, mask)
            t = torch.tensor(temperature)
            out.case(f"softmax {name} {n}x{m}", with_mask({"scores": s, "temperature": t}, mask), {"weights": w}, w)


def write_scores(out):
    for score in SCORES:
        for n, m, d in [(1, 1, 1), (4, 7, 3), (3, 5, 13)]:
            e = d + 2 if score in ("bilinear", "additive") else d
            inputs = score_inputs(score, n, m, d, e, 4)
            s = scores(score, inputs)
            out.case(f"scores {score} {n}x{m}x{d}", inputs, {"scores": s}, s)


def write_attention(out):
    for score in SCORES:
        for n, m, d, f, temperature in [(6, 6, 4, 4, 1.0), (5, 9, 11, 3, 0.5), (13, 17, 3, 5, 1.0)]:
            for name, mask in masks(n, m).items():
                e = d + 1 if score in ("bilinear", "additive") else d
                inputs = {**score_inputs(score, n, m, d, e, 5), "v": randn(m, f)}
                s = scores(score, inputs)
                w = masked_softmax(s / temperature, mask)
                o = w @ inputs["v"]
                inputs["temperature"] = torch.tensor(temperature)
                results = {"weights": w, "output": o}
                if mask is None:
                    results["scores"] = s
                out.case(f"attention {score} {name} {n}x{m}x{d}", with_mask(inputs, mask), results, o)


def write_multi_head(out):
    for n, m, e, h, bias in [(5, 5, 8, 2, True), (4, 7, 6, 3, True), (6, 6, 8, 8, False), (3, 9, 7, 1, False)]:
        for name, mask in masks(n, m).items():
            if name == "random":
                mask[n // 2] = True  # torch gives NaN for a row without any key
            layer = torch.nn.MultiheadAttention(e, h, bias=bias, batch_first=True)
            with torch.no_grad():
                for p in layer.parameters():
                    p.copy_(rounded(torch.randn(p.shape) * (e ** -0.5 if p.dim() == 2 else 1)))
            inputs = {"q": randn(n, e), "k": randn(m, e), "v": randn(m, e)}
            hidden = None if mask is None else ~mask
            o, w = layer(*[x[None] for x in inputs.values()], attn_mask=hidden, average_attn_weights=False)
            # torch keeps the three projections as one matrix and applies its transpose; the fixture has y = x W + b.
            own = {"heads": torch.tensor(float(h)), **inputs}
            packed, final = layer.in_proj_weight, layer.out_proj
            d_output = rounded(torch.randn(n, e))
            params = [packed, final.weight] + ([layer.in_proj_bias, final.bias] if bias else [])
            grads = torch.autograd.grad((o[0] * d_output).sum(), list(inputs.values()) + params)
            out.file.write(f"case multi_head {name} {n}x{m}x{e} {h}\n")
            for k, v in with_mask(own, mask).items():
                out.matrix(k, v)
            out.matrix("d_output", d_output)
            for k, g in zip(inputs, grads):
                out.matrix("d_" + k, g)
            for prefix, (w_in, w_out, *b) in (("", params), ("d_", grads[3:])):
                for i, letter in enumerate("qkv"):
                    out.matrix(f"{prefix}w{letter}", w_in[i * e:(i + 1) * e].T)
                    if b:
                        out.matrix(f"{prefix}b{letter}", b[0][i * e:(i + 1) * e])
                out.matrix(prefix + "wo", w_out.T)
                if b:
                    out.matrix(prefix + "bo", b[1])
            out.matrix("weights", w[0].reshape(h * n, m))
            out.matrix("output", o[0])
            out.file.write("end\n")


def regression_kernel(name, u):
    if name == "gaussian":
        return torch.exp(-u * u / 2)
    if name == "boxcar":
        return (u <= 1).to(u.dtype)
    if name == "triangular":
        return torch.relu(1 - u)
    return torch.relu(0.75 * (1 - u * u))


def write_regression(out):
    for name in ["gaussian", "boxcar", "triangular", "epanechnikov"]:
        for m, g, width in [(1, 2, 1.0), (12, 6, 0.5), (35, 9, 0.8)]:
            inputs = {"x": uniform(0, 4, m), "y": randn(m), "queries": uniform(-1.5, 5.5, g),
                      "width": torch.tensor(width).requires_grad_()}
            u = (inputs["queries"][:, None] - inputs["x"][None]).abs() / inputs["width"]
            f = regression_kernel(name, u)
            total = f.sum(-1, keepdim=True)
            w = f / torch.where(total > 0, total, torch.ones_like(total))
            o = w @ inputs["y"]
            if not o.requires_grad:
                o = o + 0 * inputs["width"]
            out.case(f"regression {name} {m}", inputs, {"weights": w, "output": o, "reach": (total > 0).to(o.dtype)}, o)


def write_entropy(out):
    for n, m in [(3, 4), (2, 23)]:
        w = torch.softmax(torch.randn(n, m) * 2, -1).to(torch.float32).to(torch.float64).requires_grad_()
        h = torch.special.entr(w).sum(-1)
        out.case(f"entropy {n}x{m}", {"weights": w}, {"entropy": h}, h)


def main():
    os.makedirs(os.path.dirname(OUT), exist_ok=True)
    out = Writer(OUT)
    for write in (write_softmax, write_scores, write_attention, write_multi_head, write_regression, write_entropy):
        write(out)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
