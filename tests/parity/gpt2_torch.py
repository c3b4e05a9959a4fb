"""GPT-2 in PyTorch, from its published definition (Radford et al. 2019 and the model's released code), without any code of ours.

Names and shapes are those of the published checkpoints, so that a state dictionary is one: a projection multiplies rows by its weight
[in,out]. With hidden 0 a block is attention alone; without `causal` every place sees all. Used by make_gpt_fixtures.py and check_gpt_folder.py.
"""
import math

import torch
from torch import nn

ACTIVATIONS = {"gelu": nn.functional.gelu, "gelu_new": lambda x: nn.functional.gelu(x, approximate="tanh")}


class Projection(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return x @ self.weight + self.bias


class Attention(nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads = heads
        self.causal = causal
        self.c_attn = Projection(width, 3 * width)
        self.c_proj = Projection(width, width)

    def forward(self, x):
        """x [b,n,d] -> output [b,n,d], maps [b,heads,n,n]."""
        batch, n, width = x.shape
        query, key, value = (part.view(batch, n, self.heads, -1).transpose(1, 2) for part in self.c_attn(x).split(width, dim=2))
        scores = query @ key.transpose(2, 3) / math.sqrt(width // self.heads)
        if self.causal:
            scores = scores.masked_fill(torch.ones(n, n, dtype=torch.bool).triu(1), float("-inf"))
        maps = torch.softmax(scores, dim=3)
        return self.c_proj((maps @ value).transpose(1, 2).reshape(batch, n, width)), maps


class FeedForward(nn.Module):
    def __init__(self, width, hidden, activation):
        super().__init__()
        self.activation = ACTIVATIONS[activation]
        self.c_fc = Projection(width, hidden)
        self.c_proj = Projection(hidden, width)

    def forward(self, x):
        return self.c_proj(self.activation(self.c_fc(x)))


class Block(nn.Module):
    def __init__(self, width, heads, hidden, activation, epsilon, causal):
        super().__init__()
        self.ln_1 = nn.LayerNorm(width, eps=epsilon)
        self.attn = Attention(width, heads, causal)
        if hidden:
            self.ln_2 = nn.LayerNorm(width, eps=epsilon)
            self.mlp = FeedForward(width, hidden, activation)

    def forward(self, x):
        """x [b,n,d] -> the stream after the block, the stream between its parts, maps."""
        attended, maps = self.attn(self.ln_1(x))
        between = x + attended
        return (between + self.mlp(self.ln_2(between)) if hasattr(self, "mlp") else between), between, maps


class Gpt2(nn.Module):
    def __init__(self, vocabulary, context, width, layers, heads, hidden, activation="gelu", epsilon=1e-5, causal=True):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, width)
        self.wpe = nn.Embedding(context, width)
        self.h = nn.ModuleList(Block(width, heads, hidden, activation, epsilon, causal) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width, eps=epsilon)

    def forward(self, tokens, record=None):
        """tokens [b,n] -> logits [b,n,v]. `record(name, value)` is told the stream before, within and after every block, and its maps."""
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1]))
        for i, block in enumerate(self.h):
            before = x
            x, between, maps = block(x)
            if record:
                for name, value in (("input", before), ("between", between), ("output", x), ("maps", maps)):
                    record(f"{name}.{i}", value)
        x = self.ln_f(x)
        if record:
            record("output", x)
        return x @ self.wte.weight.T
