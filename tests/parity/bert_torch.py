"""BERT and DistilBERT in PyTorch, from their published definitions (Devlin et al. 2019, Sanh et al. 2019, and the models' released code),
without any code of ours.

Names and shapes are those of the published checkpoints, so that a state dictionary is one. DistilBERT is a BERT with other names, without
kinds of sentences. Used by make_published_fixtures.py.
"""
import math

import torch
from torch import nn

# What a part of BERT is called in DistilBERT. The order matters: longer beginnings first.
DISTILBERT = (("bert.encoder.layer.", "distilbert.transformer.layer."), ("bert.embeddings.", "distilbert.embeddings."),
              (".attention.self.query.", ".attention.q_lin."), (".attention.self.key.", ".attention.k_lin."),
              (".attention.self.value.", ".attention.v_lin."), (".attention.output.dense.", ".attention.out_lin."),
              (".attention.output.LayerNorm.", ".sa_layer_norm."), (".intermediate.dense.", ".ffn.lin1."), (".output.dense.", ".ffn.lin2."),
              (".output.LayerNorm.", ".output_layer_norm."), ("cls.predictions.transform.dense.", "vocab_transform."),
              ("cls.predictions.transform.LayerNorm.", "vocab_layer_norm."), ("cls.predictions.bias", "vocab_projector.bias"))


def distilbert_name(name):
    for ours, theirs in DISTILBERT:
        name = name.replace(ours, theirs)
    return name


def tree(**parts):
    return nn.ModuleDict(parts)


class Layer(nn.Module):
    def __init__(self, width, heads, hidden, epsilon):
        super().__init__()
        self.heads = heads
        projections = {name: nn.Linear(width, width) for name in ("query", "key", "value")}
        norm = lambda: nn.LayerNorm(width, eps=epsilon)
        self.attention = tree(self=tree(**projections), output=tree(dense=nn.Linear(width, width), LayerNorm=norm()))
        self.intermediate = tree(dense=nn.Linear(width, hidden))
        self.output = tree(dense=nn.Linear(hidden, width), LayerNorm=norm())

    def forward(self, x):
        """x [b,n,d] -> the stream after the layer, the stream between its parts, maps [b,heads,n,n]."""
        batch, n, width = x.shape
        projections, output = self.attention["self"], self.attention["output"]
        query, key, value = (projections[name](x).view(batch, n, self.heads, -1).transpose(1, 2) for name in ("query", "key", "value"))
        maps = torch.softmax(query @ key.transpose(2, 3) / math.sqrt(width // self.heads), dim=3)
        attended = output["dense"]((maps @ value).transpose(1, 2).reshape(batch, n, width))
        between = output["LayerNorm"](x + attended)
        fed = self.output["dense"](nn.functional.gelu(self.intermediate["dense"](between)))
        return self.output["LayerNorm"](between + fed), between, maps


class Bert(nn.Module):
    def __init__(self, vocabulary, context, width, layers, heads, hidden, types=2, epsilon=1e-12):
        super().__init__()
        norm = lambda: nn.LayerNorm(width, eps=epsilon)
        embeddings = tree(word_embeddings=nn.Embedding(vocabulary, width), position_embeddings=nn.Embedding(context, width), LayerNorm=norm())
        if types:
            embeddings["token_type_embeddings"] = nn.Embedding(types, width)
        stack = nn.ModuleList(Layer(width, heads, hidden, epsilon) for _ in range(layers))
        self.bert = tree(embeddings=embeddings, encoder=tree(layer=stack))
        self.cls = nn.Module()
        self.cls.predictions = nn.Module()
        self.cls.predictions.transform = tree(dense=nn.Linear(width, width), LayerNorm=norm())
        self.cls.predictions.bias = nn.Parameter(torch.zeros(vocabulary))

    def forward(self, tokens, record=None):
        """tokens [b,n] -> logits [b,n,v]. `record(name, value)` is told the stream before, within and after every layer, and its maps."""
        embeddings = self.bert["embeddings"]
        words = embeddings["word_embeddings"]
        x = words(tokens) + embeddings["position_embeddings"](torch.arange(tokens.shape[1]))
        if "token_type_embeddings" in embeddings:
            x = x + embeddings["token_type_embeddings"](torch.zeros_like(tokens))
        x = embeddings["LayerNorm"](x)
        for i, layer in enumerate(self.bert["encoder"]["layer"]):
            before = x
            x, between, maps = layer(x)
            if record:
                for name, value in (("input", before), ("between", between), ("output", x), ("maps", maps)):
                    record(f"{name}.{i}", value)
        transform = self.cls.predictions.transform
        x = transform["LayerNorm"](nn.functional.gelu(transform["dense"](x)))
        if record:
            record("output", x)
        return x @ words.weight.T + self.cls.predictions.bias
