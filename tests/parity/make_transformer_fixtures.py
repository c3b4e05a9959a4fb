#!/usr/bin/python3
"""Writes fixtures/transformer.txt: whole Transformers as PyTorch computes them: every layer's output, loss, all gradients, and the first
ten training losses.

Run with Debian's python3-torch; the output is committed. The layers are torch.nn.TransformerEncoderLayer and TransformerDecoderLayer on
padded batches with masks, in double precision from weights that single precision holds; only where positions act inside the
self-attention (relative, rotary), or its scores are not scaled, that part is written out here. Format as in make_fixtures.py; a case is
called `transformer SHAPE POSITIONS NORM ACTIVATION` and what else is chosen, tokens are rows padded with 0; a parameter is stored by our
name for it, and its gradient with `d_` before.
"""
import os

import torch
from torch import nn

from make_fixtures import Writer

START, END = 1, 2
SOURCES = [[3, 4, 5, 6], [5, 3], [6, 6, 4]]
TARGETS = {"encoder": [[4, 3, 7, 5], [6, 5], [3, 3, 6]]}
TARGETS["decoder"] = TARGETS["encoder_decoder"] = [[4, 3, 6], [6, 5, 3, 4], [5]]
D, HEADS, FF, REACH, LONGEST, WORDS = 4, 2, 6, 2, 10, 8


class OwnSelfAttention:
    """Self-attention from the layer's own weights, with what torch's has not."""

    def own(self, positions, scale):
        self.positions, self.scale = positions, scale
        if positions == "relative":
            self.offsets = nn.Parameter(torch.zeros(2 * REACH + 1, HEADS))
        return self

    def _sa_block(self, x, attn_mask, key_padding_mask):
        if self.positions not in ("relative", "rotary") and self.scale:
            return super()._sa_block(x, attn_mask, key_padding_mask)
        b, n, _ = x.shape
        projected = nn.functional.linear(x, self.self_attn.in_proj_weight, self.self_attn.in_proj_bias)
        q, k, v = (part.reshape(b, n, HEADS, -1).transpose(1, 2) for part in projected.chunk(3, -1))
        if self.positions == "rotary":
            q, k = turned(q), turned(k)
        scores = q @ k.transpose(-1, -2) * ((D // HEADS) ** -0.5 if self.scale else 1)
        if self.positions == "relative":
            at = torch.arange(n)
            scores = scores + self.offsets[(at[None] - at[:, None]).clamp(-REACH, REACH) + REACH].permute(2, 0, 1)
        hidden = key_padding_mask[:, None, None]
        if attn_mask is not None:
            hidden = hidden | attn_mask
        weights = torch.softmax(scores.masked_fill(hidden, float("-inf")), -1)
        return self.self_attn.out_proj((weights @ v).transpose(1, 2).reshape(b, n, D))


class EncoderLayer(OwnSelfAttention, nn.TransformerEncoderLayer):
    pass


class DecoderLayer(OwnSelfAttention, nn.TransformerDecoderLayer):
    pass


def angles(n, width):
    return torch.arange(n)[:, None] * 10000 ** (-torch.arange(0, width, 2) / width)


def turned(x):
    """Pairs of neighbouring columns as complex numbers, times the unit number of their angle."""
    angle = angles(x.shape[-2], x.shape[-1])
    z = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2)) * torch.polar(torch.ones_like(angle), angle)
    return torch.view_as_real(z).flatten(-2)


def sinusoids(n):
    return torch.stack([torch.sin(angles(n, D)), torch.cos(angles(n, D))], -1).flatten(-2)


class Network(nn.Module):
    def __init__(self, name, layers):
        super().__init__()
        shape, positions, norm, activation, *choices = name
        self.kind, self.cross = positions, shape == "encoder_decoder"
        self.words = nn.Embedding(WORDS, D)
        if positions == "learned":
            self.positions = nn.Embedding(LONGEST, D)
        options = dict(dim_feedforward=FF, dropout=0, activation=activation, batch_first=True, norm_first=norm == "pre")
        self.layers = nn.ModuleList(layer(D, HEADS, **options).own(positions, "unscaled" not in choices) for layer in layers)
        if norm == "none":
            for layer in self.layers:
                for part in ("norm1", "norm2", "norm3"):
                    if hasattr(layer, part):
                        setattr(layer, part, nn.Identity())
        if norm == "pre":
            self.norm = nn.LayerNorm(D)

    def embed(self, ids):
        x = self.words(ids) * D**0.5
        if self.kind == "learned":
            x = x + self.positions(torch.arange(ids.shape[1]))
        return x + sinusoids(ids.shape[1]) if self.kind == "sinusoidal" else x

    def forward(self, ids, memory=None, memory_padding=None, causal=False):
        """-> the output, and every layer's."""
        x, layers, padding = self.embed(ids), [], ids == 0
        mask = torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).triu(1) if causal else None
        for layer in self.layers:
            if memory is None:
                x = layer(x, src_mask=mask, src_key_padding_mask=padding)
            else:
                x = layer(x, memory, tgt_mask=mask, tgt_key_padding_mask=padding, memory_key_padding_mask=memory_padding)
            layers.append(x)
        return (self.norm(x) if hasattr(self, "norm") else x), layers


def padded(rows):
    return torch.tensor([r + [0] * (max(map(len, rows)) - len(r)) for r in rows])


class Model(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.shape, choices = name[0], name[4:]
        depth = 2 if "deep" in choices else 1
        if self.shape != "decoder":
            self.encoder = Network(name, [EncoderLayer] * depth)
        if self.shape != "encoder":
            self.decoder = Network(name, [DecoderLayer if self.shape == "encoder_decoder" else EncoderLayer] * depth)
        self.word = nn.Linear(D, WORDS)
        if "tied" in choices:
            self.word.weight = (self.encoder if self.shape == "encoder" else self.decoder).words.weight

    def named(self):
        """Our name -> the tensor (or its part) that is ours, or whose transpose is, as a function of value or gradient."""
        out = {}

        def add(name, parameter, part=lambda x: x):
            out[name] = lambda of: part(of(parameter))

        def add_linear(name, layer):
            add(name + ".w", layer.weight), add(name + ".b", layer.bias)

        def add_attention(name, attention):
            for i, part in enumerate("qkv"):
                add(f"{name}.{part}.w", attention.in_proj_weight, lambda x, i=i: x.chunk(3)[i])
                add(f"{name}.{part}.b", attention.in_proj_bias, lambda x, i=i: x.chunk(3)[i])
            add_linear(name + ".o", attention.out_proj)

        def add_norm(name, norm):
            if isinstance(norm, nn.LayerNorm):
                add(name + ".gamma", norm.weight), add(name + ".beta", norm.bias)

        for side, name in (("source", "encoder"), ("target", "decoder")):
            if not hasattr(self, name):
                continue
            network = getattr(self, name)
            add(side + ".table", network.words.weight)
            if hasattr(network, "positions"):
                add(side + ".positions.table", network.positions.weight)
            for i, layer in enumerate(network.layers):
                at = f"{name}.{i}."
                add_attention(at + "self", layer.self_attn)
                if hasattr(layer, "offsets"):
                    add(at + "self.offsets", layer.offsets)
                parts = ["self", "feed"]
                if hasattr(layer, "multihead_attn"):
                    add_attention(at + "cross", layer.multihead_attn)
                    parts = ["self", "cross", "feed"]
                add_linear(at + "feed.in", layer.linear1), add_linear(at + "feed.out", layer.linear2)
                for j, part in enumerate(parts):
                    add_norm(f"{at}norm.{part}", getattr(layer, f"norm{j + 1}"))
            add_norm(name + ".norm", getattr(network, "norm", None))
        add("word.b", self.word.bias)
        if self.word.weight is not getattr(getattr(self, "decoder", None) or self.encoder, "words").weight:
            add("word.w", self.word.weight)
        return out

    def forward(self):
        """-> logits [b,n,v], what is wanted [b,n] (-1: nothing), and the layers' outputs."""
        targets = TARGETS[self.shape]
        if self.shape == "encoder":
            x, layers = self.encoder(padded(SOURCES))
            return self.word(x), padded(targets).masked_fill(padded(SOURCES) == 0, -1), {"encoder": layers}
        if self.shape == "decoder":
            ids = padded([s + [START] + t for s, t in zip(SOURCES, targets)])
            wanted = padded([[-1] * len(s) + t + [END] for s, t in zip(SOURCES, targets)]).masked_fill(ids == 0, -1)
            x, layers = self.decoder(ids, causal=True)
            return self.word(x), wanted, {"decoder": layers}
        read, ids = padded([s + [END] for s in SOURCES]), padded([[START] + t for t in targets])
        memory, encoder_layers = self.encoder(read)
        x, layers = self.decoder(ids, memory, read == 0, causal=True)
        return self.word(x), padded([t + [END] for t in targets]).masked_fill(ids == 0, -1), {"encoder": encoder_layers, "decoder": layers}

    def loss(self):
        logits, wanted, _ = self()
        return nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=-1)


def as_ours(name, tensor):
    """torch multiplies by transposes, and has biases without rows."""
    if tensor.dim() == 1:
        return tensor.reshape(1, -1)
    return tensor if name.endswith(("table", "offsets")) else tensor.T


def write(writer, name):
    model = Model(name.split())
    with torch.no_grad():
        for p in model.parameters():
            p.copy_((torch.randn_like(p) * 40).round().div(100).to(torch.float32).to(torch.float64))
        for module in model.modules():
            if isinstance(module, nn.LayerNorm):
                module.weight.add_(1)
    writer.file.write(f"case transformer {name}\n")
    writer.matrix("sources", padded(SOURCES).to(torch.float64))
    writer.matrix("targets", padded(TARGETS[model.shape]).to(torch.float64))
    with torch.no_grad():
        logits, _, layers = model()
    writer.matrix("logits", logits[0])
    for network, outputs in layers.items():
        for i, output in enumerate(outputs):
            writer.matrix(f"output.{network}.{i}", output[0])
    loss = model.loss()
    loss.backward()
    writer.matrix("loss", loss)
    for ours, part in model.named().items():
        writer.matrix(ours, as_ours(ours, part(lambda p: p.detach())))
        writer.matrix("d_" + ours, as_ours(ours, part(lambda p: p.grad)))
    optimiser = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1)
    writer.losses(model, optimiser, model.loss)
    writer.file.write("end\n")


CASES = ["encoder_decoder sinusoidal pre relu deep", "encoder_decoder learned post gelu tied", "encoder_decoder relative none relu",
         "encoder_decoder rotary pre gelu", "encoder_decoder none post relu deep", "decoder sinusoidal post relu", "decoder rotary pre gelu unscaled",
         "decoder relative pre relu tied", "encoder learned post relu", "encoder sinusoidal pre gelu tied"]

if __name__ == "__main__":
    torch.manual_seed(20170612)
    out = Writer(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "transformer.txt"))
    for case in CASES:
        write(out, case)
