#!/usr/bin/python3
"""Writes fixtures/captioner.txt: networks that tell a picture in words as PyTorch computes them: how the first picture is told, the loss,
all gradients, and the first ten training losses.

See make_fixtures.py for the format and for how it is run. The network is written from its description (Xu et al. 2015, with what the head
of our captioner.h says is otherwise), with PyTorch's own convolutions, layers and LSTM cell, in double precision, from weights that single
precision holds. A case is called `captioner LOOK` (`soft`, `hard`, `none`) and what else is chosen (`even`, `remembers`). Images are rows,
pixel by pixel with their three colours; captions are rows of words that 0 fills up; `draws` has a row of numbers for each, negative for one
that looks softly. Of the first picture there are `annotations`, and for each word of its caption and for its end a row of `states`,
`scores`, `weights`, `used`, `contexts`, `logits` and `expected`, as far as the look has them. A parameter is stored by our name for it, and
its gradient with `d_` before.
"""
import os

import torch
from torch import nn

import make_fixtures as kernels
from make_fixtures import rounded
from make_vision_fixtures import row, turned

OUT = os.path.join(os.path.dirname(kernels.OUT), "captioner.txt")
SIDE, CHANNELS, WIDTH, UNITS, EMBEDDING, HIDDEN, WORDS = 8, 2, 4, 5, 3, 4, 6
PLACES = (SIDE // 4) ** 2
CAPTIONS = [[3, 1, 4], [5], [2, 4, 1, 1]]
EVENNESS, SCORE_WEIGHT = 0.5, 0.7
LSTM_NAMES = {"wx": ("weight_ih", turned), "wh": ("weight_hh", turned), "bx": ("bias_ih", row), "bh": ("bias_hh", row)}


class Captioner(nn.Module):
    def __init__(self, look, remembers):
        super().__init__()
        self.look = look
        self.convolutions = nn.ModuleList([nn.Conv2d(3, CHANNELS, 4, stride=2, padding=1),
                                           nn.Conv2d(CHANNELS, 2 * CHANNELS, 4, stride=2, padding=1),
                                           nn.Conv2d(2 * CHANNELS, WIDTH, 1)])
        self.places = nn.Parameter(torch.zeros(PLACES, WIDTH))
        self.start_h, self.start_c = nn.Linear(WIDTH, UNITS), nn.Linear(WIDTH, UNITS)
        self.words = nn.Embedding(WORDS, EMBEDDING)
        self.cell = nn.LSTMCell(EMBEDDING, UNITS)
        self.context = nn.Linear(WIDTH, 4 * UNITS, bias=False) if remembers else None
        if look != "none":
            self.wq, self.wk = nn.Linear(UNITS, HIDDEN, bias=False), nn.Linear(WIDTH, HIDDEN, bias=False)
            self.v = nn.Linear(HIDDEN, 1, bias=False)
        if look == "hard":
            self.baseline = nn.Linear(UNITS, 1)
        self.readout_h, self.readout_z = nn.Linear(UNITS, EMBEDDING, bias=False), nn.Linear(WIDTH, EMBEDDING, bias=False)
        self.out = nn.Linear(EMBEDDING, WORDS)

    def annotations(self, image):
        """image [3 s s] -> [n,f]."""
        x = image.reshape(1, SIDE, SIDE, 3).permute(0, 3, 1, 2)
        x = torch.relu(self.convolutions[1](torch.relu(self.convolutions[0](x))))
        return torch.relu(self.convolutions[2](x)[0].flatten(1).T + self.places)

    def step(self, x, h, c, z):
        """The LSTM cell, which hears z beside its input where the network remembers."""
        if self.context is None or z is None:
            return self.cell(x[None], (h, c))
        gates = x[None] @ self.cell.weight_ih.T + self.cell.bias_ih + h @ self.cell.weight_hh.T + self.cell.bias_hh + self.context(z)
        i, f, g, o = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c

    def tell(self, image, caption, draws=None):
        """One picture, told word by word -> lists of what each word has, by our names for them."""
        a = self.annotations(image)
        h, c, z = torch.tanh(self.start_h(a.mean(0)))[None], torch.tanh(self.start_c(a.mean(0)))[None], None
        found = {"states": [], "scores": [], "weights": [], "used": [], "contexts": [], "logits": [], "expected": []}
        for t, word in enumerate([0] + caption):
            x = self.words(torch.tensor(word))
            h, c = self.step(x, h, c, z)
            used = torch.full((PLACES,), 1 / PLACES)
            if self.look != "none":
                scores = self.v(torch.tanh(self.wq(h) + self.wk(a)))[:, 0]
                weights = used = torch.softmax(scores, 0)
                found["scores"].append(scores), found["weights"].append(weights)
            if draws is not None and draws[0] >= 0:
                sums = weights.detach().cumsum(0)
                assert (sums - draws[t]).abs().min() > 1e-3, "what is drawn must not hang on rounding"
                used = nn.functional.one_hot((sums <= draws[t]).sum(), PLACES).to(torch.float64)
            z = used @ a
            found["states"].append(h[0]), found["used"].append(used), found["contexts"].append(z)
            found["logits"].append(self.out(x + self.readout_h(h[0]) + self.readout_z(z)))
            if self.look == "hard":
                found["expected"].append(self.baseline(h[0].detach()))
        return a, {name: torch.stack(rows) for name, rows in found.items() if rows}

    def loss(self, images, draws=None, evenness=0):
        told = sum(len(caption) + 1 for caption in CAPTIONS)
        total = 0
        for i, caption in enumerate(CAPTIONS):
            its_draws = None if draws is None else draws[i].tolist()
            _, found = self.tell(images[i], caption, its_draws)
            likelihoods = torch.log_softmax(found["logits"], 1)[range(len(caption) + 1), caption + [0]]
            total = total - likelihoods.sum() / told
            if evenness > 0:
                total = total + evenness * ((1 - found["weights"].sum(0)) ** 2).mean() / len(CAPTIONS)
            if its_draws is None or its_draws[0] < 0:
                continue
            expected, rewards = found["expected"][:, 0], likelihoods.detach()
            drawn = torch.log((found["weights"] * found["used"]).sum(1))
            more = (-SCORE_WEIGHT * (rewards - expected.detach()) * drawn + (expected - rewards) ** 2 / 2).sum() / told
            total = total + more - more.detach()
        return total

    def named(self):
        """Our name -> (the parameter, what makes ours of its value or gradient)."""
        out = {}
        for i, layer in enumerate(self.convolutions):
            out[f"conv.{i}.weight"] = (layer.weight, lambda p: p.permute(2, 3, 1, 0).flatten(0, 2))
            out[f"conv.{i}.bias"] = (layer.bias, row)
        out["places"], out["words.table"] = (self.places, lambda p: p), (self.words.weight, lambda p: p)
        for ours, (theirs, makes) in LSTM_NAMES.items():
            out["lstm." + ours] = (getattr(self.cell, theirs), makes)
        linear = {"start.h.w": self.start_h, "start.c.w": self.start_c, "readout.h.w": self.readout_h, "readout.z.w": self.readout_z,
                  "words.out.w": self.out}
        if self.context is not None:
            linear["lstm.context"] = self.context
        if self.look != "none":
            linear.update({"alignment.wq": self.wq, "alignment.wk": self.wk, "alignment.v": self.v})
        if self.look == "hard":
            linear["baseline.w"] = self.baseline
        for ours, layer in linear.items():
            out[ours] = (layer.weight, turned)
            if layer.bias is not None:
                out[ours[:-1] + "b"] = (layer.bias, row)
        return out


def write_case(out, look, *choices):
    model = Captioner(look, "remembers" in choices)
    with torch.no_grad():
        for p in model.parameters():
            p.copy_(rounded(torch.randn_like(p) * (1 if p.dim() == 2 else 0.5)))
    images = rounded(torch.rand(len(CAPTIONS), SIDE * SIDE * 3))
    longest = max(map(len, CAPTIONS))
    draws = rounded(torch.rand(len(CAPTIONS), longest + 1)) if look == "hard" else None
    if draws is not None:
        draws[1] = -1
    evenness = EVENNESS if "even" in choices else 0
    out.file.write(" ".join(("case captioner", look) + choices) + "\n")
    out.matrix("images", images)
    out.matrix("captions", torch.tensor([caption + [0] * (longest + 1 - len(caption)) for caption in CAPTIONS]))
    if draws is not None:
        out.matrix("draws", draws), out.matrix("score_weight", torch.tensor(SCORE_WEIGHT))
    if evenness > 0:
        out.matrix("evenness", torch.tensor(evenness))
    annotations, found = model.tell(images[0], CAPTIONS[0], None if draws is None else draws[0].tolist())
    out.matrix("annotations", annotations)
    for name, rows in found.items():
        out.matrix(name, rows)
    loss = model.loss(images, draws, evenness)
    loss.backward()
    out.matrix("loss", loss)
    for name, (p, ours) in model.named().items():
        out.matrix(name, ours(p)), out.matrix("d_" + name, ours(p.grad))
    out.losses(model, torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1), lambda: model.loss(images, draws, evenness))
    out.file.write("end\n")


def main():
    torch.manual_seed(20150212)
    out = kernels.Writer(OUT)
    for kind in ("soft", "soft even", "soft remembers", "hard", "hard even remembers", "none", "none remembers"):
        write_case(out, *kind.split())
    out.file.close()
    print(f"{OUT}: {os.path.getsize(OUT)} bytes")


if __name__ == "__main__":
    main()
