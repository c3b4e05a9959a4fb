#!/usr/bin/python3
"""Writes fixtures/seq2seq.txt: whole encoder-decoders as PyTorch computes them: loss, all gradients, and the first ten training losses.

Run with Debian's python3-torch; the output is committed. Built from torch.nn.GRU, LSTM, GRUCell, LSTMCell and Linear, in double precision
from weights that single precision holds. Format as in make_fixtures.py; tokens are rows padded with 0; a parameter is stored by our name for
it, and its gradient with `d_` before.
"""
import os

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from make_fixtures import Writer

START, END = 1, 2
SOURCES = [[3, 4, 5, 6], [5, 3], [6, 6, 4]]
TARGETS = [[4, 3, 7], [6, 5, 3, 4], [5]]
SOURCE_WORDS, TARGET_WORDS, E, U = 7, 8, 3, 4


class Model(nn.Module):
    """Names follow the published designs; `named()` gives ours."""

    def __init__(self, cell, score):
        super().__init__()
        self.cell, self.score = cell, score
        self.both = score == "additive"
        self.source, self.target = nn.Embedding(SOURCE_WORDS, E), nn.Embedding(TARGET_WORDS, E)
        kind = nn.GRU if cell == "gru" else nn.LSTM
        self.encoder = kind(E, U // 2 if self.both else U, bidirectional=self.both)
        self.bridge = nn.Linear(U, U)
        extra = 0 if score == "none" else U
        self.decoder = (nn.GRUCell if cell == "gru" else nn.LSTMCell)(E + extra, U)
        if score == "additive":
            self.wq, self.wk, self.v = nn.Linear(U, U, bias=False), nn.Linear(U, U, bias=False), nn.Linear(U, 1, bias=False)
        if score == "general":
            self.wq, self.attentional = nn.Linear(U, U, bias=False), nn.Linear(2 * U, U)
        self.word = nn.Linear(2 * U if self.both else U, TARGET_WORDS)

    def named(self):
        """Our name -> a function of the tensors (weights or gradients) of ours, transposed where a product has its factors the other way."""
        out = {"source.table": (self.source.weight, None), "target.table": (self.target.weight, None)}
        for ours, suffix in ([("encoder.0.forward", ""), ("encoder.0.backward", "_reverse")] if self.both else [("encoder.0", "")]):
            for name, torchs in {"wx": "weight_ih_l0", "wh": "weight_hh_l0", "bx": "bias_ih_l0", "bh": "bias_hh_l0"}.items():
                out[f"{ours}.{name}"] = (getattr(self.encoder, torchs + suffix), "T")
        out["bridge.0.w"], out["bridge.0.b"] = (self.bridge.weight, "T"), (self.bridge.bias, "T")
        out["decoder.0.wx"] = (self.decoder.weight_ih, "left")
        if self.score != "none":
            out["decoder.feed.w" if self.score == "general" else "decoder.context.w"] = (self.decoder.weight_ih, "right")
        out["decoder.0.wh"] = (self.decoder.weight_hh, "T")
        out["decoder.0.bx"], out["decoder.0.bh"] = (self.decoder.bias_ih, "T"), (self.decoder.bias_hh, "T")
        if self.score != "none":
            out["alignment.wq"] = (self.wq.weight, "T")
        if self.score == "additive":
            out["alignment.wk"], out["alignment.v"] = (self.wk.weight, "T"), (self.v.weight, "T")
        if self.score == "general":
            out["attentional.w"], out["attentional.b"] = (self.attentional.weight, "T"), (self.attentional.bias, "T")
        out["word.w"], out["word.b"] = (self.word.weight, "T"), (self.word.bias, "T")
        return out

    def encode(self):
        lengths = [len(s) + 1 for s in SOURCES]
        ids = torch.zeros(max(lengths), len(SOURCES), dtype=torch.long)
        for i, s in enumerate(SOURCES):
            ids[: lengths[i], i] = torch.tensor(s + [END])
        packed = pack_padded_sequence(self.source(ids), lengths, enforce_sorted=False)
        output, last = self.encoder(packed)
        h, _ = pad_packed_sequence(output)
        last = last if self.cell == "gru" else last[0]
        first = torch.tanh(self.bridge(torch.cat(list(last), -1)))
        mask = torch.arange(max(lengths))[:, None] < torch.tensor(lengths)[None, :]
        return h, mask, first

    def align(self, s, h, mask):
        if self.score == "additive":
            scores = self.v(torch.tanh(self.wq(s) + self.wk(h))).squeeze(-1)
        else:
            scores = (self.wq(s) * h).sum(-1)
        weights = torch.softmax(scores.masked_fill(~mask, -1e30), 0)
        return (weights[..., None] * h).sum(0)

    def step(self, x, state):
        if self.cell == "gru":
            return (self.decoder(x, state[0]), None)
        return self.decoder(x, state)

    def loss(self):
        h, mask, first = self.encode()
        steps = max(len(t) for t in TARGETS) + 1
        inputs = [[START] + t + [0] * (steps - 1 - len(t)) for t in TARGETS]
        wanted = torch.tensor([t + [END] + [-1] * (steps - 1 - len(t)) for t in TARGETS]).T
        state, fed, logits = (first, first), torch.zeros(len(SOURCES), U), []
        for i in range(steps):
            x = self.target(torch.tensor([row[i] for row in inputs]))
            if self.score == "additive":
                c = self.align(state[0], h, mask)
                state = self.step(torch.cat([x, c], -1), state)
                logits.append(self.word(torch.cat([state[0], c], -1)))
            elif self.score == "general":
                state = self.step(torch.cat([x, fed], -1), state)
                c = self.align(state[0], h, mask)
                fed = torch.tanh(self.attentional(torch.cat([c, state[0]], -1)))
                logits.append(self.word(fed))
            else:
                state = self.step(x, state)
                logits.append(self.word(state[0]))
        return nn.functional.cross_entropy(torch.cat(logits), wanted.flatten(), ignore_index=-1)


def as_ours(tensor, how):
    if how == "left":
        return tensor[:, :E].T
    if how == "right":
        return tensor[:, E:].T
    return tensor.reshape(1, -1) if tensor.dim() == 1 else tensor.T if how == "T" else tensor


def tokens(rows):
    return torch.tensor([r + [0] * (max(map(len, rows)) - len(r)) for r in rows], dtype=torch.float64)


def write(writer, cell, score):
    model = Model(cell, score)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_((torch.randn_like(p) * 40).round().div(100).to(torch.float32).to(torch.float64))
    writer.file.write(f"case seq2seq {cell} {score}\n")
    writer.matrix("sources", tokens(SOURCES))
    writer.matrix("targets", tokens(TARGETS))
    loss = model.loss()
    loss.backward()
    writer.matrix("loss", loss)
    for name, (tensor, how) in model.named().items():
        writer.matrix(name, as_ours(tensor, how))
        writer.matrix("d_" + name, as_ours(tensor.grad, how))
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.02, weight_decay=0.1)
    losses = []
    for _ in range(10):
        optimiser.zero_grad()
        loss = model.loss()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimiser.step()
        losses.append(loss.item())
    writer.matrix("losses", torch.tensor(losses))
    writer.file.write("end\n")


if __name__ == "__main__":
    torch.manual_seed(20140901)
    out = Writer(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "seq2seq.txt"))
    write(out, "gru", "additive")
    write(out, "lstm", "general")
    write(out, "lstm", "none")
