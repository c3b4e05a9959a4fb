#!/usr/bin/python3
"""Writes fixtures/memory.txt and, of the single functions, ../web/kernel_memory_torch_cases.mjs: the heads and the memory of a Neural Turing
Machine, and whole machines, as PyTorch computes them.

Run with Debian's python3-torch; the output is committed. Written from Graves et al. 2014, equations 1 to 9, with torch's own functions: the
cosine by the definition with epsilon 1e-8 beside the product of the lengths, the circular convolution as a sum of torch.roll, sharpening as
a power. In double precision from numbers that single precision holds. Format as in make_fixtures.py; of whole machines a parameter is stored
by our name for it and its gradient with `d_` before; the steps of a batch lie one below the other.
"""
import json
import os

import torch
from torch import nn

from make_fixtures import Writer, randn, rounded, shortest, uniform

EPSILON = 1e-8
HERE = os.path.dirname(os.path.abspath(__file__))
module_cases = []


def add_module_case(name, call, inputs, expected):
    """A call of the JavaScript module, of tensors [n] and [n, m]; numbers are tensors [1] that it takes as numbers."""
    def tensor(t):
        return {"shape": list(t.shape), "data": [float(shortest(x)) for x in t.detach().to(torch.float32).flatten().tolist()]}

    numbers = ("strength", "gate", "sharpen")
    def argument(k, v):
        return float(shortest(v.item())) if k in numbers else tensor(v[0] if v.dim() == 2 and k != "memory" else v)

    args = {k: argument(k, v) for k, v in inputs.items()}
    module_cases.append({"name": name, "call": call, "args": args,
                         "expected": {k: tensor(v) for k, v in expected.items()} if isinstance(expected, dict) else tensor(expected)})


def address(memory, key, strength, gate, shift, sharpen, previous):
    """memory [..., N, M], key [..., M], strength, gate, sharpen [..., 1], shift [..., s], previous [..., N] -> the four stages [..., N]."""
    cosine = (memory @ key.unsqueeze(-1)).squeeze(-1) / (memory.norm(dim=-1) * key.norm(dim=-1, keepdim=True) + EPSILON)
    content = torch.softmax(strength * cosine, -1)
    gated = gate * content + (1 - gate) * previous
    reach = (shift.shape[-1] - 1) // 2
    shifted = sum(shift[..., k : k + 1] * torch.roll(gated, k - reach, -1) for k in range(shift.shape[-1]))
    powers = shifted**sharpen
    return content, gated, shifted, powers / powers.sum(-1, keepdim=True)


def write_all(memory, weights, erase, add):
    """weights: a list of [..., N]; erase, add: of [..., M]."""
    for w, e in zip(weights, erase):
        memory = memory * (1 - w.unsqueeze(-1) * e.unsqueeze(-2))
    for w, a in zip(weights, add):
        memory = memory + w.unsqueeze(-1) * a.unsqueeze(-2)
    return memory


def distribution(n):
    t = torch.rand(n) + 0.05
    return (t / t.sum()).to(torch.float32).to(torch.float64).requires_grad_()


def kernels(writer):
    for cells, width, shifts, strength, sharpen in ((6, 4, 3, 2.5, 1.5), (1, 3, 3, 1.0, 2.0), (17, 5, 5, 8.0, 12.0), (4, 2, 9, 0.0, 1.0)):
        inputs = {"memory": randn(cells, width), "key": randn(width), "strength": torch.tensor([strength]), "gate": uniform(0.1, 0.9, 1),
                  "shift": distribution(shifts), "sharpen": torch.tensor([sharpen]), "previous": distribution(cells)}
        for name in ("strength", "sharpen"):
            inputs[name].requires_grad_()
        stages = dict(zip(("content", "gated", "shifted", "weights"), address(**inputs)))
        writer.case(f"ntm_address {cells}x{width} shifts {shifts}", inputs, stages, stages["weights"])
        add_module_case(f"address of {cells}x{width}, {shifts} moves", "ntmAddress", inputs, stages)
    for cells, width in ((5, 3), (1, 4)):
        inputs = {"memory": randn(cells, width), "weights": uniform(0, 1, cells)}
        read = inputs["weights"] @ inputs["memory"]
        writer.case(f"ntm_read {cells}x{width}", inputs, {"read": read}, read)
        add_module_case(f"reading {cells}x{width}", "ntmRead", inputs, read)
        for heads in (1, 3):
            inputs = {"memory": randn(cells, width), "weights": uniform(0, 1, heads, cells), "erase": uniform(0, 1, heads, width),
                      "add": randn(heads, width)}
            written = write_all(*(inputs[k] if k == "memory" else list(inputs[k]) for k in inputs))
            writer.case(f"ntm_write {cells}x{width} heads {heads}", inputs, {"written": written}, written)
            if heads == 1:
                add_module_case(f"writing {cells}x{width}", "ntmWrite", inputs, written)


class Machine(nn.Module):
    """Names of ours come from `named()`. Choices: learned (first memory and weightings), uniform (first weightings), zeros (first reads)."""

    def __init__(self, controller, inputs, outputs, units, cells, width, read, write, shifts, *choices):
        super().__init__()
        self.lstm, self.sizes, self.choices = controller == "lstm", (cells, width, read, write, shifts), choices
        self.controller = (nn.LSTMCell if self.lstm else nn.Linear)(inputs + read * width, units)
        heads = read + write
        self.key, self.shift = nn.Linear(units, heads * width), nn.Linear(units, heads * shifts)
        self.strength, self.gate, self.gamma = (nn.Linear(units, heads) for _ in range(3))
        self.erase, self.add = (nn.Linear(units, write * width) for _ in range(2))
        self.bits = nn.Linear(units + read * width, outputs)
        if "learned" in choices:
            self.first_memory, self.first_weights = nn.Parameter(torch.zeros(cells, width)), nn.Parameter(torch.zeros(heads, cells))
        if "zeros" not in choices:
            self.first_reads = nn.Parameter(torch.zeros(1, read * width))

    def named(self, of):
        """Our name -> our matrix of `of`(parameter): the value or its gradient."""
        said = [self.key, self.add, self.erase, self.shift, self.strength, self.gate, self.gamma]
        c = self.controller
        if self.lstm:
            out = {"controller.wx": of(c.weight_ih).T, "controller.wh": of(c.weight_hh).T, "controller.bx": of(c.bias_ih)[None],
                   "controller.bh": of(c.bias_hh)[None]}
        else:
            out = {"controller.w": of(c.weight).T, "controller.b": of(c.bias)[None]}
        out["heads.w"] = torch.cat([of(layer.weight) for layer in said]).T
        out["heads.b"] = torch.cat([of(layer.bias) for layer in said])[None]
        out["bits.w"], out["bits.b"] = of(self.bits.weight).T, of(self.bits.bias)[None]
        if hasattr(self, "first_memory"):
            out["first.memory"], out["first.weights"] = of(self.first_memory).T, of(self.first_weights)
        if hasattr(self, "first_reads"):
            out["first.reads"] = of(self.first_reads)
        return out

    def forward(self, x):
        """x [t,b,i] -> logits [t,b,o]."""
        cells, width, read, write, shifts = self.sizes
        batch, heads = x.shape[1], read + write
        if "learned" in self.choices:
            memory, first = self.first_memory, torch.softmax(self.first_weights, -1)
        else:
            memory = torch.full((cells, width), 1e-6)
            first = torch.full((heads, cells), 1 / cells) if "uniform" in self.choices else nn.functional.one_hot(torch.zeros(heads).long(), cells)
        memory, weights = memory.expand(batch, -1, -1), first.double().expand(batch, -1, -1)
        reads = (torch.tanh(self.first_reads) if hasattr(self, "first_reads") else torch.zeros(1, read * width)).expand(batch, -1)
        state, logits = None, []
        for step in x:
            both = torch.cat([step, reads], -1)
            if self.lstm:
                state = self.controller(both, state)
                h = state[0]
            else:
                h = torch.tanh(self.controller(both))
            per_head = lambda layer, count, size: layer(h).reshape(batch, count, size)
            *_, weights = address(memory.unsqueeze(1), torch.tanh(per_head(self.key, heads, width)),
                                  nn.functional.softplus(self.strength(h))[..., None], torch.sigmoid(self.gate(h))[..., None],
                                  torch.softmax(per_head(self.shift, heads, shifts), -1),
                                  1 + nn.functional.softplus(self.gamma(h))[..., None], weights)
            reads = (weights[:, :read] @ memory).reshape(batch, -1)
            erase, add = torch.sigmoid(per_head(self.erase, write, width)), torch.tanh(per_head(self.add, write, width))
            memory = write_all(memory, weights[:, read:].unbind(1), erase.unbind(1), add.unbind(1))
            logits.append(self.bits(torch.cat([h, reads], -1)))
        return torch.stack(logits)


class Baseline(nn.Module):
    def __init__(self, inputs, outputs, units, depth):
        super().__init__()
        self.lstm, self.bits = nn.LSTM(inputs, units, depth), nn.Linear(units, outputs)

    def named(self, of):
        out = {"bits.w": of(self.bits.weight).T, "bits.b": of(self.bits.bias)[None]}
        for layer in range(self.lstm.num_layers):
            for ours, theirs in (("wx", "weight_ih"), ("wh", "weight_hh")):
                out[f"lstm.{layer}.{ours}"] = of(getattr(self.lstm, f"{theirs}_l{layer}")).T
            for ours, theirs in (("bx", "bias_ih"), ("bh", "bias_hh")):
                out[f"lstm.{layer}.{ours}"] = of(getattr(self.lstm, f"{theirs}_l{layer}"))[None]
        return out

    def forward(self, x):
        return self.bits(self.lstm(x)[0])


def train(writer, name, model, inputs, outputs, shape=()):
    steps, batch = 6, 3
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(rounded(torch.randn_like(p) * 0.5))
    x, y = torch.randint(0, 2, (steps, batch, inputs)).double(), torch.randint(0, 2, (steps, batch, outputs)).double()
    lengths = torch.tensor([6, 4, 5])
    mask = ((torch.arange(steps)[:, None] < lengths) & (torch.arange(steps)[:, None] > 1)).double()

    def loss_of(logits):
        each = nn.functional.binary_cross_entropy_with_logits(logits, y, reduction="none")
        return (each * mask[..., None]).sum() / (mask.sum() * outputs)

    writer.file.write(f"case {name}\n")
    for key, value in {"sizes": torch.tensor([shape], dtype=torch.float64), "inputs": x.flatten(0, 1), "targets": y.flatten(0, 1),
                       "mask": mask.flatten()}.items():
        writer.matrix(key, value)
    logits = model(x)
    loss = loss_of(logits)
    loss.backward()
    writer.matrix("logits", logits.flatten(0, 1))
    writer.matrix("loss", loss)
    for of, before in ((lambda p: p.detach(), ""), (lambda p: p.grad, "d_")):
        for ours, value in model.named(of).items():
            writer.matrix(before + ours, value)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    writer.losses(model, optimiser, lambda: loss_of(model(x)))
    writer.file.write("end\n")


if __name__ == "__main__":
    torch.manual_seed(20141020)
    out = Writer(os.path.join(HERE, "fixtures", "memory.txt"))
    kernels(out)
    for controller, sizes, *choices in (("lstm", (7, 4, 1, 1, 3)), ("feed_forward", (7, 4, 1, 1, 3)), ("lstm", (5, 3, 2, 3, 5), "uniform", "zeros"),
                                        ("feed_forward", (6, 3, 3, 2, 3), "learned")):
        name = " ".join(["turing_machine", controller, *choices])
        train(out, name, Machine(controller, 3, 2, 5, *sizes, *choices), 3, 2, sizes)
    train(out, "sequence_lstm of two layers", Baseline(3, 2, 5, 2), 3, 2, (5, 2))
    with open(os.path.join(HERE, "..", "web", "kernel_memory_torch_cases.mjs"), "w") as file:
        file.write("// Written by tests/parity/make_memory_fixtures.py with PyTorch.\nexport default [\n")
        file.writelines(f"  {json.dumps(case)},\n" for case in module_cases)
        file.write("];\n")
