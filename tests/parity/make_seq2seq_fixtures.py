#!/usr/bin/python3
"""Writes fixtures/seq2seq.txt: whole encoder-decoders as PyTorch computes them: loss, all gradients, and the first ten training losses.

Run with Debian's python3-torch; the output is committed. The encoder is torch.nn.RNN, GRU or LSTM, the decoder the cells' functions of torch,
in double precision from weights that single precision holds. Format as in make_fixtures.py; a case is called `seq2seq CELL SCORE TIMING REACH`
and what else is chosen, tokens are rows padded with 0; a parameter is stored by our name for it, and its gradient with `d_` before.
"""
import os

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from make_fixtures import Writer

START, END = 1, 2
SOURCES = [[3, 4, 5, 6], [5, 3], [6, 6, 4]]
TARGETS = [[4, 3, 7], [6, 5, 3, 4], [5]]
SOURCE_WORDS, TARGET_WORDS, E, U, WINDOW = 7, 8, 3, 4, 1
LENGTHS = torch.tensor([len(s) + 1 for s in SOURCES])
AT = torch.arange(max(LENGTHS))[:, None]  # positions [m,1], beside examples [b]
MODULES = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}
CELLS = {"rnn": torch.rnn_tanh_cell, "gru": torch.gru_cell, "lstm": torch.lstm_cell}
GATES = {"rnn": 1, "gru": 3, "lstm": 4}
NAMES = {"wx": "weight_ih", "wh": "weight_hh", "bx": "bias_ih", "bh": "bias_hh"}


def without_bias(inputs, outputs):
    return nn.Linear(inputs, outputs, bias=False)


class Model(nn.Module):
    """Names follow the published designs; `named()` gives ours. Choices beside the four: both, depth2, feeding, reversed, shared."""

    def __init__(self, cell, score, timing, reach, *choices):
        super().__init__()
        self.cell, self.score, self.timing, self.reach, self.choices = cell, score, timing, reach, choices
        self.depth, self.both = 1 + ("depth2" in choices), "both" in choices
        self.source, self.target = nn.Embedding(SOURCE_WORDS, E), nn.Embedding(TARGET_WORDS, E)
        self.encoder = MODULES[cell](E, U // 2 if self.both else U, num_layers=self.depth, bidirectional=self.both)
        self.bridge = nn.ModuleList(nn.Linear(U, U) for _ in range(self.depth))
        self.decoder = self.encoder if "shared" in choices else MODULES[cell](E, U, num_layers=self.depth)
        with_context = score != "none" and timing == "previous"
        if with_context:
            self.context = without_bias(U, GATES[cell] * U)
        elif score != "none":
            self.attentional = nn.Linear(2 * U, U)
        if "feeding" in choices:
            self.feed = without_bias(U, GATES[cell] * U)
        if score in ("additive", "general"):
            self.wq = without_bias(U, U)
        if score == "additive":
            self.wk = without_bias(U, U)
        if score == "concat":
            self.w = without_bias(2 * U, U)
        if score in ("additive", "concat"):
            self.v = without_bias(U, 1)
        if reach == "local_p":
            self.centre, self.centre_score = without_bias(U, U), without_bias(U, 1)
        self.word = nn.Linear(2 * U if with_context else U, TARGET_WORDS)

    def named(self):
        """Our name -> the tensor (its `.grad` likewise) that is ours, or whose transpose is."""
        out = {"source.table": self.source.weight, "target.table": self.target.weight}

        def add_layers(ours, module, directions):
            for layer in range(self.depth):
                for direction, suffix in directions:
                    for name, theirs in NAMES.items():
                        out[f"{ours}.{layer}{direction}.{name}"] = getattr(module, f"{theirs}_l{layer}{suffix}")

        shared = self.decoder is self.encoder
        add_layers("recurrent" if shared else "encoder", self.encoder, ((".forward", ""), (".backward", "_reverse")) if self.both else (("", ""),))
        if not shared:
            add_layers("decoder", self.decoder, (("", ""),))
        linear = {f"bridge.{i}": bridge for i, bridge in enumerate(self.bridge)}
        linear.update({ours: getattr(self, theirs) for ours, theirs in {
            "decoder.context": "context", "decoder.feed": "feed", "attentional": "attentional", "centre": "centre",
            "centre.score": "centre_score", "word": "word"}.items() if hasattr(self, theirs)})
        for name, layer in linear.items():
            out[name + ".w"] = layer.weight
            if layer.bias is not None:
                out[name + ".b"] = layer.bias
        out.update({"alignment." + name: getattr(self, name).weight for name in ("wq", "wk", "w", "v") if hasattr(self, name)})
        return out

    def encode(self):
        """Annotations [m,b,u] in the sources' order, and the decoder's first states."""
        ids = torch.zeros(len(AT), len(SOURCES), dtype=torch.long)
        backwards = "reversed" in self.choices
        for i, s in enumerate(SOURCES):
            ids[: LENGTHS[i], i] = torch.tensor((s[::-1] if backwards else s) + [END])
        output, last = self.encoder(pack_padded_sequence(self.source(ids), LENGTHS, enforce_sorted=False))
        h, _ = pad_packed_sequence(output)
        if backwards:
            read_at = torch.where(AT < LENGTHS - 1, LENGTHS - 2 - AT, AT)
            h = h.gather(0, read_at[..., None].expand_as(h))
        last = (last[0] if self.cell == "lstm" else last).reshape(self.depth, -1, len(SOURCES), h.shape[-1] // (1 + self.both))
        return h, [torch.tanh(bridge(torch.cat(list(layer), -1))) for bridge, layer in zip(self.bridge, last)]

    def scores(self, s, h):
        if self.score == "additive":
            return self.v(torch.tanh(self.wq(s) + self.wk(h))).squeeze(-1)
        if self.score == "concat":
            return self.v(torch.tanh(self.w(torch.cat([s.expand_as(h), h], -1)))).squeeze(-1)
        return ((self.wq(s) if self.score == "general" else s) * h).sum(-1)

    def align(self, s, h, step):
        allowed = AT < LENGTHS
        if self.reach == "local_m":
            centre = (LENGTHS - 1).clamp(max=step)
        if self.reach == "local_p":
            centre = (LENGTHS - 1) * torch.sigmoid(self.centre_score(torch.tanh(self.centre(s)))).squeeze(-1)
        if self.reach != "global":
            allowed = allowed & ((AT - centre).abs() <= WINDOW)
        weights = torch.softmax(self.scores(s, h).masked_fill(~allowed, -1e30), 0)
        if self.reach == "local_p":
            weights = weights * torch.exp(-(AT - centre) ** 2 / (2 * (WINDOW / 2) ** 2))
        return (weights[..., None] * h).sum(0)

    def step(self, x, beside, states):
        """All layers; `beside` is what enters the lowest one's gates through a matrix of its own, as pairs of that matrix and its input."""
        new = []
        for i, state in enumerate(states):
            wx, wh, bx, bh = (getattr(self.decoder, f"{name}_l{i}") for name in NAMES.values())
            if i == 0:
                x, wx = torch.cat([x] + [y for _, y in beside], -1), torch.cat([wx] + [layer.weight for layer, _ in beside], -1)
            state = CELLS[self.cell](x, state, wx, wh, bx, bh)
            new.append(state)
            x = state[0] if self.cell == "lstm" else state
        return new, x

    def loss(self):
        h, first = self.encode()
        steps = max(len(t) for t in TARGETS) + 1
        inputs = [[START] + t + [0] * (steps - 1 - len(t)) for t in TARGETS]
        wanted = torch.tensor([t + [END] + [-1] * (steps - 1 - len(t)) for t in TARGETS]).T
        states, s = [(f, f) if self.cell == "lstm" else f for f in first], first[-1]
        fed, logits = torch.zeros(len(SOURCES), U), []
        for i in range(steps):
            x = self.target(torch.tensor([row[i] for row in inputs]))
            if hasattr(self, "context"):
                c = self.align(s, h, i)
                states, s = self.step(x, [(self.context, c)], states)
                logits.append(self.word(torch.cat([s, c], -1)))
                continue
            states, s = self.step(x, [(self.feed, fed)] if hasattr(self, "feed") else [], states)
            if hasattr(self, "attentional"):
                fed = torch.tanh(self.attentional(torch.cat([self.align(s, h, i), s], -1)))
            logits.append(self.word(fed if hasattr(self, "attentional") else s))
        return nn.functional.cross_entropy(torch.cat(logits), wanted.flatten(), ignore_index=-1)


def as_ours(name, tensor):
    """torch multiplies by transposes, and has biases without rows."""
    return tensor.reshape(1, -1) if tensor.dim() == 1 else tensor if name.endswith("table") else tensor.T


def tokens(rows):
    return torch.tensor([r + [0] * (max(map(len, rows)) - len(r)) for r in rows], dtype=torch.float64)


def write(writer, name):
    model = Model(*name.split())
    with torch.no_grad():
        for p in model.parameters():
            p.copy_((torch.randn_like(p) * 40).round().div(100).to(torch.float32).to(torch.float64))
    assert {id(p) for p in model.parameters()} == {id(p) for p in model.named().values()}, name
    writer.file.write(f"case seq2seq {name}\n")
    writer.matrix("sources", tokens(SOURCES))
    writer.matrix("targets", tokens(TARGETS))
    writer.matrix("window", torch.tensor(float(WINDOW)))
    loss = model.loss()
    loss.backward()
    writer.matrix("loss", loss)
    for ours, tensor in model.named().items():
        writer.matrix(ours, as_ours(ours, tensor))
        writer.matrix("d_" + ours, as_ours(ours, tensor.grad))
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.02, weight_decay=0.1)
    writer.losses(model, optimiser, model.loss)
    writer.file.write("end\n")


CASES = ["gru additive previous global both", "lstm general current global feeding", "lstm none previous global",
         "rnn concat current global depth2", "gru dot current local_m", "gru general current local_p feeding",
         "gru additive previous global reversed", "lstm none previous global shared", "gru additive previous global depth2 both",
         "rnn dot previous local_p depth2 shared reversed"]

if __name__ == "__main__":
    torch.manual_seed(20140901)
    out = Writer(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "seq2seq.txt"))
    for case in CASES:
        write(out, case)
