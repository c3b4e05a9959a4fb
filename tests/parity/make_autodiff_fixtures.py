#!/usr/bin/python3
"""Writes fixtures/autodiff.txt: results and gradients of the operations and layers that are trained, and steps of the optimiser, as
PyTorch computes them. See make_fixtures.py for the format and for how it is run.
"""
import os

import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

import make_fixtures as base
from make_fixtures import randn, rounded

OUT = os.path.join(os.path.dirname(base.OUT), "autodiff.txt")


def write_arithmetic(out):
    a, b, row, w = randn(4, 5), randn(4, 5), randn(1, 5), randn(5, 3)
    pieces = [torch.tanh(a * b), torch.sigmoid(a - b)[:, 1:3], torch.relu(a + row) @ w, (a @ b.T) * 0.5]
    y = torch.cat([torch.cat(pieces, 1), torch.cat(pieces, 1)[1:2]])
    out.case("arithmetic all", {"a": a, "b": b, "row": row, "w": w}, {"output": y}, y)


def write_linear(out):
    x, w, b = randn(5, 3), randn(3, 4), randn(1, 4)
    y = x @ w + b
    out.case("linear 5x3x4", {"x": x, "w": w, "b": b}, {"output": y}, y)


def write_layer_norm(out):
    for n, d in [(3, 5), (2, 19)]:
        x, gamma, beta = randn(n, d, scale=2), randn(1, d), randn(1, d)
        y = torch.nn.functional.layer_norm(x, (d,), gamma[0], beta[0], 1e-5)
        out.case(f"layer_norm {n}x{d}", {"x": x, "gamma": gamma, "beta": beta}, {"output": y}, y)


def write_embedding(out):
    table, ids = randn(5, 3), torch.tensor([3, 0, -1, 3, 4])
    y = torch.nn.functional.embedding(ids.clamp(min=0), table) * (ids >= 0)[:, None]
    out.case("embedding 5x3", {"table": table, "ids": ids.double()}, {"output": y}, y)


def write_cross_entropy(out):
    for smoothing in [0.0, 0.1]:
        logits, targets = randn(6, 7, scale=2), torch.tensor([3, -1, 0, 6, -1, 3])
        loss = torch.nn.functional.cross_entropy(logits, targets, ignore_index=-1, label_smoothing=smoothing)
        out.case(f"cross_entropy {smoothing}", {"logits": logits, "targets": targets.double(), "smoothing": torch.tensor(smoothing)},
                 {"output": loss}, loss)


MODULES = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}


def write_recurrent(out):
    """Both directions of a bidirectional layer over a padded batch. Rows are time-major, d_output is 0 in the padding."""
    t, u, i, lengths = 5, 4, 3, torch.tensor([5, 1, 3])
    b = len(lengths)
    valid = (torch.arange(t)[:, None] < lengths[None]).reshape(t * b, 1)
    for cell, module in MODULES.items():
        layer = module(i, u, bidirectional=True)
        with torch.no_grad():
            for p in layer.parameters():
                p.copy_(rounded(torch.randn(p.shape) * 0.6))
        for number, direction in enumerate(("forward", "backward")):
            x, h0, c0 = randn(t * b, i), randn(b, u), randn(b, u)
            both = [torch.stack([s, s]) for s in (h0, c0)]
            packed = pack_padded_sequence(x.reshape(t, b, i), lengths, enforce_sorted=False)
            h, last = layer(packed, tuple(both) if cell == "lstm" else both[0])
            h = pad_packed_sequence(h)[0].reshape(t * b, 2 * u)[:, number * u:(number + 1) * u]
            last = torch.cat([s[number] for s in (last if cell == "lstm" else (last,))], 1)
            d_h, d_last = rounded(torch.randn(t * b, u)) * valid, rounded(torch.randn(last.shape))
            suffix = "_l0" + ("_reverse" if number else "")
            weights = {"wx": "weight_ih", "wh": "weight_hh", "bx": "bias_ih", "bh": "bias_hh"}
            wanted = {"x": x, "h0": h0, **({"c0": c0} if cell == "lstm" else {}),
                      **{ours: getattr(layer, theirs + suffix) for ours, theirs in weights.items()}}
            grads = torch.autograd.grad((h * d_h).sum() + (last * d_last).sum(), list(wanted.values()))
            out.file.write(f"case recurrent {cell} {direction}\n")
            fixed = {"lengths": lengths.double(), "valid": valid.double(), "h": h, "last": last, "d_h": d_h, "d_last": d_last}
            for k, v in {**wanted, **fixed, **{"d_" + k: g for k, g in zip(wanted, grads)}}.items():
                # torch applies the weights' transpose; biases are rows here.
                out.matrix(k, v.T if k.endswith(("wx", "wh")) else v[None] if k.endswith(("bx", "bh")) else v)
            out.file.write("end\n")


def write_align(out):
    """Additive and product scores of one query per example, with lengths, and within a window under a Gaussian (Luong eq. 10)."""
    b, m, a, f, deviation = 3, 5, 4, 3, 1.5
    lengths, first, last = torch.tensor([5, 1, 4]), torch.tensor([1, 0, 0]), torch.tensor([4, 2, 2])
    at = torch.arange(m)[None]
    for score in ("product", "additive"):
        for window in ("all", "window"):
            inputs = {"query": randn(b, a), "keys": randn(m * b, a), "values": randn(m * b, f)}
            keys, values = (inputs[k].reshape(m, b, -1).transpose(0, 1) for k in ("keys", "values"))
            if score == "additive":
                inputs["w"] = randn(a, 1)
                s = (torch.tanh(inputs["query"][:, None] + keys) @ inputs["w"])[..., 0]
            else:
                s = (inputs["query"][:, None] * keys).sum(-1)
            allowed = at < lengths[:, None]
            if window == "window":
                allowed = allowed & (at >= first[:, None]) & (at <= last[:, None])
            weights = base.masked_softmax(s, allowed)
            if window == "window":
                inputs["centre"] = base.uniform(0.3, 3.0, b, 1)
                weights = weights * torch.exp(-(at - inputs["centre"]) ** 2 / (2 * deviation ** 2))
            context = (weights[..., None] * values).sum(1)
            fixed = {"lengths": lengths.double(), "first": first.double(), "last": last.double(), "deviation": torch.tensor(deviation)}
            out.case(f"align {score} {window}", {**inputs, **fixed}, {"weights": weights, "context": context}, context)


def write_softmax(out):
    for name, mask in base.masks(4, 7).items():
        s, temperature = randn(4, 7, scale=3), torch.tensor(0.5)
        w = base.masked_softmax(s / temperature, mask)
        out.case(f"softmax_rows {name}", base.with_mask({"scores": s, "temperature": temperature}, mask), {"output": w}, w)


def write_multiply_rows(out):
    for n, d in [(4, 5), (3, 1)]:
        x, column = randn(n, d), randn(n, 1)
        y = x * column
        out.case(f"multiply_rows {n}x{d}", {"x": x, "column": column}, {"output": y}, y)


def write_attention(out):
    """Every score of kernels/scores.h, with and without a mask; the query's width differs from the keys' where the score allows it."""
    n, m, d, f, a, temperature = 4, 6, 5, 3, 4, 0.7
    for score in base.SCORES:
        for name, mask in base.masks(n, m).items():
            e = d + 1 if score in ("bilinear", "additive") else d
            inputs = {**base.score_inputs(score, n, m, d, e, a), "v": randn(m, f)}
            s = base.scores(score, inputs)
            w = base.masked_softmax(s / temperature, mask)
            y = w @ inputs["v"]
            inputs["temperature"] = torch.tensor(temperature)
            out.case(f"attention {score} {name}", base.with_mask(inputs, mask), {"weights": w, "output": y}, y)


def write_adamw(out):
    """Ten steps of AdamW with clipping, from given gradients. Row k of a matrix is what belongs to step k."""
    a, b = randn(2, 3), randn(1, 4)
    rate, decay, clip, steps = 0.02, 0.1, 1.5, 10
    optimiser = torch.optim.AdamW([a, b], lr=rate, weight_decay=decay, betas=(0.9, 0.999), eps=1e-8)
    log = {k: [] for k in ("gradient_a", "gradient_b", "norm", "after_a", "after_b")}
    start = {"a": a.detach().clone(), "b": b.detach().clone()}
    for step in range(steps):
        for name, p in (("a", a), ("b", b)):
            p.grad = rounded(torch.randn(p.shape) * (0.2 if step % 3 else 1.0))
            log["gradient_" + name].append(p.grad.flatten().clone())
        log["norm"].append(torch.nn.utils.clip_grad_norm_([a, b], clip).reshape(1).clone())
        optimiser.step()
        for name, p in (("a", a), ("b", b)):
            log["after_" + name].append(p.detach().flatten().clone())
    out.file.write("case adamw 10\n")
    for k, v in {**start, "rate": torch.tensor(rate), "decay": torch.tensor(decay), "clip": torch.tensor(clip)}.items():
        out.matrix(k, v)
    for k, v in log.items():
        out.matrix(k, torch.stack(v))
    out.file.write("end\n")


def main():
    torch.manual_seed(20140901)
    out = base.Writer(OUT)
    for write in (write_arithmetic, write_linear, write_layer_norm, write_embedding, write_cross_entropy, write_recurrent, write_align,
                  write_adamw, write_softmax, write_multiply_rows, write_attention):
        write(out)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
