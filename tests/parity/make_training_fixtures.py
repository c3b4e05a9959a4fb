#!/usr/bin/python3
"""Writes fixtures/training.txt (see make_fixtures.py for the format) and ../web/kernel_torch_cases.mjs: recurrent cells and what a
training step needs, as PyTorch computes them."""
import json
import os

import torch
import torch.nn.functional as F

import make_encoder_fixtures as encoder
import make_fixtures as kernels
from make_fixtures import randn, rounded

OUT = os.path.join(os.path.dirname(kernels.OUT), "training.txt")
MODULE_CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "web", "kernel_torch_cases.mjs")


def write_recurrent(out):
    """Sequences of one example, through the function behind torch.nn.LSTM and its like, which keep the transposes of wx and wh."""
    for kind, run, gates in [("rnn", torch._VF.rnn_tanh, 1), ("gru", torch._VF.gru, 3), ("lstm", torch._VF.lstm, 4)]:
        for t, i, u, initial in [(1, 1, 1, False), (4, 3, 5, True), (9, 2, 9, False)]:
            inputs = {"x": randn(t, i), "wx": randn(i, gates * u), "wh": randn(u, gates * u, scale=0.5), "bx": randn(gates * u),
                      "bh": randn(gates * u)}
            names = ["h0", "c0"] if kind == "lstm" else ["h0"]
            state = {name: randn(1, u) if initial else torch.zeros(1, u) for name in names}
            weights = [inputs["wx"].T, inputs["wh"].T, inputs["bx"], inputs["bh"]]
            first = [v[:, None] for v in state.values()]
            h, *last = run(inputs["x"][:, None], first if kind == "lstm" else first[0], weights, True, 1, 0.0, False, False, False)
            results = {"h": h[:, 0]}
            if kind == "lstm":
                results["last_c"] = last[1][0]
            out.case(f"recurrent {kind} {t}x{i}x{u}", {**inputs, **(state if initial else {})}, results, h[:, 0])


def write_layer_norm(out):
    for n, d in [(1, 2), (3, 8), (2, 21)]:
        inputs = {"x": randn(n, d, scale=3), "gamma": randn(d), "beta": randn(d)}
        y = F.layer_norm(inputs["x"], (d,), inputs["gamma"], inputs["beta"], 1e-5)
        out.case(f"layer_norm {n}x{d}", inputs, {"output": y}, y)


def write_cross_entropy(out):
    for n, v in [(1, 2), (5, 7), (6, 30)]:
        for smoothing in (0.0, 0.1):
            targets = torch.randint(0, v, (n,))
            if n > 1:
                targets[n // 2] = -1
            logits = randn(n, v, scale=2)
            loss = F.cross_entropy(logits, targets, ignore_index=-1, label_smoothing=smoothing)
            inputs = {"logits": logits, "targets": targets.double(), "smoothing": torch.tensor(smoothing)}
            out.case(f"cross_entropy {n}x{v} {smoothing}", inputs, {"loss": loss}, loss)


def write_embedding(out):
    table, ids = randn(6, 5), torch.tensor([3, 0, 3, 5])
    rows = F.embedding(ids, table)
    out.case("embedding 6x5", {"table": table, "ids": ids.double()}, {"rows": rows}, rows)


def write_alignment(out):
    """Keys and values [m, b, .], written as rows j b + i."""
    for kind in ("dot", "general", "additive", "concat"):
        for b, m, u, window, gaussian in [(2, 3, 4, False, False), (3, 6, 5, True, False), (3, 7, 9, True, True)]:
            q, h = randn(b, u), randn(m * b, u)
            inputs = {"q": q, "h": h}
            if kind == "general":
                inputs["wq"] = randn(u, u, scale=0.5)
                query, keys = q @ inputs["wq"], h
            elif kind in ("additive", "concat"):
                a = u + 1
                inputs.update(wq=randn(u, a, scale=0.5), wk=randn(u, a, scale=0.5), w=randn(a))
                query, keys = q @ inputs["wq"], h @ inputs["wk"]
            else:
                query, keys = q, h
            keys3, h3 = keys.reshape(m, b, -1), h.reshape(m, b, u)
            if kind == "concat":  # W [q; h] with W the two halves one above the other
                both = torch.cat([q[None].expand(m, b, u), h3], -1) @ torch.cat([inputs["wq"], inputs["wk"]])
                scores = (torch.tanh(both) @ inputs["w"]).T
            elif kind == "additive":
                scores = (torch.tanh(query[None] + keys3) @ inputs["w"]).T
            else:
                scores = (query[None] * keys3).sum(-1).T
            lengths = torch.tensor([m] + [m - 1] * (b - 1)) if window else torch.full((b,), m)
            first = torch.tensor([-1, 1, 2][:b]) if window else torch.zeros(b)
            last = first + 3 if window else torch.full((b,), m)
            position = torch.arange(m)[None]
            seen = (position < lengths[:, None]) & (position >= first[:, None]) & (position <= last[:, None])
            weights = kernels.masked_softmax(scores, seen)
            if gaussian:
                inputs["centre"] = kernels.uniform(0.5, m - 1.5, b)
                inputs["deviation"] = torch.tensor(1.0)
                weights = weights * torch.exp(-(position - inputs["centre"][:, None]) ** 2 / (2 * inputs["deviation"] ** 2))
            context = (weights.T[..., None] * h3).sum(0)
            fixed = {"lengths": lengths.double(), "first": first.double(), "last": last.double()}
            results = {"scores": torch.where(seen, scores, torch.zeros(())), "weights": weights, "context": context}
            out.case(f"alignment {kind} {b}x{m}x{u}", {**inputs, **fixed}, results, context)


def write_adam(out):
    for decay, clip in [(0.0, 1.0), (0.1, 0.5)]:
        value = randn(3, 5)
        p = torch.nn.Parameter(value.detach().clone())
        optimiser = torch.optim.AdamW([p], lr=0.01, betas=(0.9, 0.99), eps=1e-8, weight_decay=decay)
        gradients = [rounded(torch.randn(3, 5)) for _ in range(10)]
        for g in gradients:
            p.grad = g * clip
            optimiser.step()
        state = optimiser.state[p]
        out.file.write(f"case adam {decay} {clip}\n")
        for k, v in {"value": value, "gradients": torch.cat(gradients), "result": p, "m": state["exp_avg"], "v": state["exp_avg_sq"]}.items():
            out.matrix(k, v)
        out.file.write("end\n")


def write_module_cases(path):
    """Some cases for the JavaScript module, as a module that Node and a page read alike."""
    cases = []

    def tensor(t):
        return {"shape": list(t.shape), "data": [float(kernels.shortest(x)) for x in t.detach().to(torch.float32).flatten().tolist()]}

    def case(name, call, args, expected):
        cases.append({"name": name, "call": call, "args": {k: tensor(v) for k, v in args.items()}, "expected": expected})

    for call, layer in (("lstm", torch.nn.LSTMCell), ("gru", torch.nn.GRUCell)):
        cell, x, h, c = layer(3, 4), randn(5, 3), randn(1, 4), randn(1, 4)
        args = {"x": x, "wx": cell.weight_ih.T, "wh": cell.weight_hh.T, "bx": cell.bias_ih, "bh": cell.bias_hh, "h0": h[0]}
        if call == "lstm":
            args["c0"] = c[0]
        args = {k: v.detach().to(torch.float32).to(torch.float64) for k, v in args.items()}
        with torch.no_grad():
            for own, k in ((cell.weight_ih, "wx"), (cell.weight_hh, "wh"), (cell.bias_ih, "bx"), (cell.bias_hh, "bh")):
                own.copy_(args[k].T if own.dim() == 2 else args[k])
        states = []
        for row in x:
            h, c = cell(row[None], (h, c)) if call == "lstm" else (cell(row[None], h), c)
            states.append((h[0], c[0]))
        expected = {"h": tensor(torch.stack([s[0] for s in states]))}
        if call == "lstm":
            expected["c"] = tensor(torch.stack([s[1] for s in states]))
        case(f"{call} of {len(x)} steps", call, args, expected)
    args = {"x": randn(3, 6, scale=3), "gamma": randn(6), "beta": randn(6)}
    case("layer norm", "layerNorm", args, tensor(F.layer_norm(args["x"], (6,), args["gamma"], args["beta"])))
    for norm, activation in (("post", "relu"), ("pre", "gelu")):
        layer, x = encoder.encoder_layer(6, 9, 3, norm, activation), randn(4, 6)
        args = {"x": x, **encoder.layer_parameters(layer, lambda p: p)}
        case(f"encoder layer, {norm}-norm, {activation}", "encoderLayer", args, tensor(encoder.run_layer(layer, x, norm, None, None)))
        cases[-1]["args"].update(heads=3, norm=norm, activation=activation)
    with open(path, "w") as file:
        file.write("// Written by tests/parity/make_training_fixtures.py with PyTorch.\nexport default [\n")
        file.writelines(f"  {json.dumps(c)},\n" for c in cases)
        file.write("];\n")


def main():
    out = kernels.Writer(OUT)
    for write in (write_recurrent, write_layer_norm, write_cross_entropy, write_embedding, write_alignment, write_adam):
        write(out)
    out.file.close()
    write_module_cases(MODULE_CASES)
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
