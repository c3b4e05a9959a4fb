#!/usr/bin/python3
"""Writes fixtures/vision.txt: networks that look at images as PyTorch computes them: the logits, the loss, all gradients, and the first ten
training losses; of a Vision Transformer also the tokens, the stream within and after every layer, and every attention map of the first image.

See make_fixtures.py for the format and for how it is run. The Vision Transformer is written from its definition (Dosovitskiy et al. 2021,
section 3.1) with PyTorch's own layers, the network beside it from the head of our convolution_network.h. Both are in double precision, from
weights that single precision holds. A case is called `transformer KIND` (`places`, `nowhere`: without positions, `some`: it is shown only the
patches of the first image that `seen` lists) or `convolution KIND` (`padded`, `within`). Images are rows; a parameter is stored by our name for
it, and its gradient with `d_` before. `maps.LAYER.HEAD` is [1 + n, 1 + n].
"""
import os

import torch
from torch import nn

import make_fixtures as kernels
from make_fixtures import rounded

OUT = os.path.join(os.path.dirname(kernels.OUT), "vision.txt")
PATCH, WIDTH, HEADS, LAYERS, HIDDEN, CLASSES = 3, 6, 3, 2, 8, 4
SIDE = 6
LABELS = [2, 0, 3]


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        self.feed = nn.Sequential(nn.Linear(WIDTH, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, WIDTH))

    def forward(self, x):
        """x [b,n,d] -> the stream after the block, the stream between its parts, maps [b,heads,n,n]."""
        y = self.norm_1(x)
        attended, maps = self.attention(y, y, y, average_attn_weights=False)
        between = x + attended
        return between + self.feed(self.norm_2(between)), between, maps


class VisionTransformer(nn.Module):
    def __init__(self, has_places):
        super().__init__()
        patches = (SIDE // PATCH) ** 2
        self.patches = nn.Conv2d(1, WIDTH, PATCH, stride=PATCH)
        self.class_token = nn.Parameter(torch.zeros(1, 1, WIDTH))
        self.places = nn.Parameter(torch.zeros(1, 1 + patches, WIDTH)) if has_places else None
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, CLASSES)

    def forward(self, images, record=lambda name, value: None, seen=None):
        """images [b, s s] -> logits [b,c]. `record(name, value)` is told every part; `seen`: the patches that are shown, else all."""
        tokens = self.patches(images.reshape(-1, 1, SIDE, SIDE)).flatten(2).transpose(1, 2)
        seen = list(range(tokens.shape[1])) if seen is None else seen
        tokens = tokens[:, seen]
        record("tokens", tokens)
        x = torch.cat([self.class_token.expand(len(images), 1, WIDTH), tokens], 1)
        if self.places is not None:
            x = x + self.places[:, [0] + [1 + patch for patch in seen]]
        for i, block in enumerate(self.blocks):
            record(f"input.{i}", x)
            x, between, maps = block(x)
            record(f"between.{i}", between), record(f"output.{i}", x), record(f"maps.{i}", maps)
        x = self.norm(x[:, :1])
        record("output", x)
        return self.head(x[:, 0])

    def named(self):
        """Our name -> (the parameter, what makes ours of its value or gradient)."""
        out = {"class": (self.class_token, lambda p: p[0])}
        if self.places is not None:
            out["positions"] = (self.places, lambda p: p[0])

        def add(name, layer, weight):
            out[name + ".weight"] = (layer.weight, weight)
            out[name + ".bias"] = (layer.bias, row)

        add("patches", self.patches, lambda p: p.flatten(1).T)
        for i, block in enumerate(self.blocks):
            add(f"h.{i}.ln_1", block.norm_1, row)
            out[f"h.{i}.attn.c_attn.weight"] = (block.attention.in_proj_weight, turned)
            out[f"h.{i}.attn.c_attn.bias"] = (block.attention.in_proj_bias, row)
            add(f"h.{i}.attn.c_proj", block.attention.out_proj, turned)
            add(f"h.{i}.ln_2", block.norm_2, row)
            add(f"h.{i}.mlp.c_fc", block.feed[0], turned)
            add(f"h.{i}.mlp.c_proj", block.feed[2], turned)
        add("ln_f", self.norm, row)
        add("head", self.head, turned)
        return out


class ConvolutionNetwork(nn.Module):
    def __init__(self, side, channels, padded):
        super().__init__()
        self.side = side
        widths = [1, channels, 2 * channels, 2 * channels]
        self.layers = nn.ModuleList(
            nn.Conv2d(widths[i], widths[i + 1], 3, stride=1 if i == 0 else 2, padding=1 if padded else 0) for i in range(3))
        self.head = nn.Linear(widths[3], CLASSES)

    def forward(self, images):
        x = images.reshape(-1, 1, self.side, self.side)
        for layer in self.layers:
            x = nn.functional.relu(layer(x))
        return self.head(nn.functional.adaptive_avg_pool2d(x, 1).flatten(1))

    def named(self):
        """The rows of our weights are the places of the window, with the channels of each side by side."""
        out = {}
        for i, layer in enumerate(self.layers):
            out[f"conv.{i}.weight"] = (layer.weight, lambda p: p.permute(2, 3, 1, 0).flatten(0, 2))
            out[f"conv.{i}.bias"] = (layer.bias, row)
        out["head.weight"], out["head.bias"] = (self.head.weight, turned), (self.head.bias, row)
        return out


def row(p):
    return p.reshape(1, -1)


def turned(p):
    return p.T


def draw_weights(model):
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(rounded(torch.randn_like(p) / 2))
            if "norm" in name and name.endswith("weight"):
                p.copy_(rounded(p + 1))


def write_training(out, model, images):
    labels = torch.tensor(LABELS)

    def loss_now():
        return nn.functional.cross_entropy(model(images), labels)

    out.matrix("labels", labels.reshape(1, -1))
    out.matrix("logits", model(images))
    loss = loss_now()
    loss.backward()
    out.matrix("loss", loss)
    for name, (p, ours) in model.named().items():
        out.matrix(name, ours(p)), out.matrix("d_" + name, ours(p.grad))
    out.losses(model, torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1), loss_now)


def write_transformer(out, kind):
    model = VisionTransformer(kind != "nowhere")
    draw_weights(model)
    images = rounded(torch.rand(len(LABELS), SIDE * SIDE))
    out.file.write(f"case transformer {kind}\n")
    out.matrix("images", images)
    if kind == "some":
        seen = [3, 0]
        out.matrix("seen", torch.tensor([seen]))
        out.matrix("logits", model(images[:1], out.record, seen))
        for name, (p, ours) in model.named().items():
            out.matrix(name, ours(p))
    else:
        model(images[:1], out.record)
        write_training(out, model, images)
    out.file.write("end\n")


def write_convolution(out, kind):
    side, channels = (8 if kind == "padded" else 12), 2  # a window that lies within the image has no place on a smaller one
    model = ConvolutionNetwork(side, channels, kind == "padded")
    draw_weights(model)
    images = rounded(torch.rand(len(LABELS), side * side))
    out.file.write(f"case convolution {kind}\n")
    out.matrix("images", images)
    write_training(out, model, images)
    out.file.write("end\n")


def main():
    torch.manual_seed(20201022)
    out = kernels.Writer(OUT)
    for kind in ("places", "nowhere", "some"):
        write_transformer(out, kind)
    for kind in ("padded", "within"):
        write_convolution(out, kind)
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
