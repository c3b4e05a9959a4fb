#!/usr/bin/python3
"""Writes fixtures/gpt.txt: language models in the form of GPT-2 as PyTorch computes them: the stream within and after every layer, every
attention map, the logits, the loss, all gradients, and the first ten training losses.

Run with Debian's python3-torch; the output is committed. The model is gpt2_torch.py's, in double precision from weights that single
precision holds. Format as in make_fixtures.py; a case is called `gpt KIND` (`feed`, `alone`: without feed-forward parts, `both`: not causal),
windows are rows padded with 0; a parameter is stored by its published name, and its gradient with `d_` before. `maps.LAYER.HEAD` is [n,n]. The
loss of `both` is that of answers at hidden places, the rows of `hidden`: window, place, answer. A case `sorts` has a classifier on the mean of
all places, whose loss is that of a label for each window.
"""
import os

import torch
from torch import nn

from gpt2_torch import Gpt2, Projection
from make_fixtures import Writer

SETTINGS = dict(vocabulary=9, context=7, width=6, layers=2, heads=3)
WINDOWS = [[3, 1, 4, 1, 5, 8, 2, 6], [5, 3, 5], [7, 2], [1, 2, 8, 7, 7]]
CLASSES = 3
LABELS = [2, 0, 1, 1]  # of the windows without their last tokens
HIDDEN = [(0, 1, 6), (0, 4, 5), (0, 6, 2), (1, 0, 3), (3, 2, 1), (3, 3, 8)]  # window (without its last token), place, answer


def loss_of(model):
    """The mean over all places of all windows."""
    total = [nn.functional.cross_entropy(model(torch.tensor([window[:-1]]))[0], torch.tensor(window[1:]), reduction="sum") for window in WINDOWS]
    return sum(total) / sum(len(window) - 1 for window in WINDOWS)


def loss_of_hidden(model):
    """The mean over all hidden places."""
    logits = torch.stack([model(torch.tensor([WINDOWS[window][:-1]]))[0, place] for window, place, _ in HIDDEN])
    return nn.functional.cross_entropy(logits, torch.tensor([answer for _, _, answer in HIDDEN]))


def draw_weights(model):
    with torch.no_grad():
        for parameter, values in model.named_parameters():
            values.copy_((torch.randn_like(values) * 50).round().div(100).to(torch.float32).to(torch.float64))
            if ".ln_" in "." + parameter and parameter.endswith("weight"):
                values.add_(1)


def write_weights(writer, model):
    """Every parameter and its gradient; vectors as rows."""
    for parameter, values in model.named_parameters():
        as_ours = (lambda t: t.reshape(1, -1)) if values.dim() == 1 else (lambda t: t)
        writer.matrix(parameter, as_ours(values))
        writer.matrix("d_" + parameter, as_ours(values.grad))


def write(writer, name, hidden, causal=True):
    model = Gpt2(**SETTINGS, hidden=hidden, causal=causal)
    loss_now = loss_of if causal else loss_of_hidden
    draw_weights(model)
    writer.file.write(f"case gpt {name}\n")
    longest = max(map(len, WINDOWS))
    writer.matrix("windows", torch.tensor([window + [0] * (longest - len(window)) for window in WINDOWS]))

    writer.matrix("logits", model(torch.tensor([WINDOWS[0][:-1]]), writer.record)[0])
    if not causal:
        writer.matrix("hidden", torch.tensor(HIDDEN))
    loss = loss_now(model)
    loss.backward()
    writer.matrix("loss", loss)
    write_weights(writer, model)
    writer.losses(model, torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1), lambda: loss_now(model))
    writer.file.write("end\n")



def write_classifier(writer):
    """Fine-tuning: every place votes, and the mean is the answer."""
    model = Gpt2(**SETTINGS, hidden=8, causal=False)
    model.classifier = Projection(SETTINGS["width"], CLASSES)
    texts = [torch.tensor([window[:-1]]) for window in WINDOWS]
    labels = torch.tensor(LABELS)
    draw_weights(model)

    def logits_now():
        recorded = {}
        outputs = []
        for text in texts:
            model(text, lambda name, value: recorded.__setitem__(name, value))
            outputs.append(recorded["output"].reshape(text.shape[1], -1))
        return torch.stack([model.classifier(output).mean(0) for output in outputs])

    def loss_now():
        return nn.functional.cross_entropy(logits_now(), labels)

    writer.file.write("case sorts mean\n")
    longest = max(map(len, WINDOWS)) - 1
    writer.matrix("windows", torch.tensor([window[:-1] + [0] * (longest - len(window) + 1) for window in WINDOWS]))
    writer.matrix("labels", labels.reshape(1, -1))
    writer.matrix("logits", logits_now())
    loss = loss_now()
    loss.backward()
    writer.matrix("loss", loss)
    write_weights(writer, model)
    writer.losses(model, torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1), loss_now)
    writer.file.write("end\n")


if __name__ == "__main__":
    torch.manual_seed(20190214)
    out = Writer(os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "gpt.txt"))
    write(out, "feed", 8)
    write(out, "alone", 0)
    write(out, "both", 8, causal=False)
    write_classifier(out)
