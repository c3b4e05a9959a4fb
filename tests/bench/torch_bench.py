#!/usr/bin/python3
"""The attention cases of kernel_cases.h, the training steps of seq2seq_case.h, transformer_case.h, gpt_case.h, vision_case.h and turing_case.h and the GPT-2 of gpt2_case.h in PyTorch, one thread, minimum CPU time in milliseconds: run it beside bench_native and compare ratios.

Debian's OpenBLAS falls back to SSE3 on recent processors, which makes PyTorch several times slower than it is; this script asks for the
AVX-512 or AVX2 kernels unless OPENBLAS_CORETYPE is set already.
"""
import os
import time

if "OPENBLAS_CORETYPE" not in os.environ:
    with open("/proc/cpuinfo") as cpu:
        os.environ["OPENBLAS_CORETYPE"] = "SkylakeX" if "avx512f" in cpu.read() else "Haswell"
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import torch  # noqa: E402

torch.set_num_threads(1)


def best(run, seconds=1.0):
    for _ in range(3):
        run()
    shortest, end = float("inf"), time.process_time() + seconds
    while True:
        start = time.process_time()
        run()
        now = time.process_time()
        shortest = min(shortest, now - start)
        if now > end:
            return shortest * 1e3


def attention(q, k, v, hidden):
    scores = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
    if hidden is not None:
        scores = scores.masked_fill(hidden, float("-inf"))
    return torch.softmax(scores, -1) @ v


class Translator(torch.nn.Module):
    """The GRU encoder-decoder with additive attention of seq2seq_case.h. Sequences are [t, b, ...]."""

    def __init__(self, bidirectional, words=30, embedding=32, hidden=64):
        super().__init__()
        self.source, self.target = torch.nn.Embedding(words, embedding), torch.nn.Embedding(words, embedding)
        self.encoder = torch.nn.GRU(embedding, hidden // 2 if bidirectional else hidden, bidirectional=bidirectional)
        self.bridge = torch.nn.Linear(hidden, hidden)
        self.decoder = torch.nn.GRUCell(embedding + hidden, hidden)
        self.query, self.key = torch.nn.Linear(hidden, hidden, bias=False), torch.nn.Linear(hidden, hidden, bias=False)
        self.score = torch.nn.Linear(hidden, 1, bias=False)
        self.word = torch.nn.Linear(2 * hidden, words)

    def forward(self, sources, inputs):
        annotations, last = self.encoder(self.source(sources))
        keys = self.key(annotations)
        h = torch.tanh(self.bridge(torch.cat(list(last), 1)))
        readouts = []
        for x in self.target(inputs):
            weights = torch.softmax(self.score(torch.tanh(keys + self.query(h))), 0)
            context = (weights * annotations).sum(0)
            h = self.decoder(torch.cat([x, context], 1), h)
            readouts.append(torch.cat([h, context], 1))
        return self.word(torch.stack(readouts))


class Transformer(torch.nn.Module):
    """The decoder alone, or encoder and decoder, of transformer_case.h, from torch's own layers. Sequences are [b, t, ...]."""

    def __init__(self, with_encoder, words=30, d=64, heads=4, ff=128, layers=2, length=24, activation="relu"):
        super().__init__()
        options = dict(d_model=d, nhead=heads, dim_feedforward=ff, activation=activation, dropout=0, batch_first=True, norm_first=True)

        def stack(layer):
            return torch.nn.ModuleList(layer(**options) for _ in range(layers))

        self.source, self.target = torch.nn.Embedding(words, d), torch.nn.Embedding(words, d)
        self.encoder = stack(torch.nn.TransformerEncoderLayer) if with_encoder else None
        self.decoder = stack(torch.nn.TransformerDecoderLayer if with_encoder else torch.nn.TransformerEncoderLayer)
        self.norms = torch.nn.ModuleList(torch.nn.LayerNorm(d) for _ in range(2))
        self.word = torch.nn.Linear(d, words)
        angle = torch.arange(length)[:, None] * 10000 ** (-torch.arange(0, d, 2) / d)
        self.positions = torch.stack([torch.sin(angle), torch.cos(angle)], -1).flatten(-2)
        self.hidden = torch.ones(length, length, dtype=torch.bool).triu(1)
        self.scale = d**0.5

    def forward(self, sources, inputs):
        x = self.target(inputs) * self.scale + self.positions
        if self.encoder is None:
            for layer in self.decoder:
                x = layer(x, self.hidden)
            return self.word(self.norms[1](x))
        memory = self.source(sources) * self.scale + self.positions
        for layer in self.encoder:
            memory = layer(memory)
        memory = self.norms[0](memory)
        for layer in self.decoder:
            x = layer(x, memory, self.hidden)
        return self.word(self.norms[1](x))


class VisionTransformer(torch.nn.Module):
    """The model of vision_case.h, from torch's own layers. Images are [b, s, s]; cutting them is faster than a convolution with a stride."""

    def __init__(self, side=24, patch=6, d=48, heads=4, ff=96, layers=2, classes=10):
        super().__init__()
        options = dict(d_model=d, nhead=heads, dim_feedforward=ff, activation="gelu", dropout=0, batch_first=True, norm_first=True)
        self.patch, self.patches = patch, torch.nn.Linear(patch**2, d)
        self.first = torch.nn.Parameter(torch.randn(1, 1, d) * 0.02)
        self.positions = torch.nn.Parameter(torch.randn(1 + (side // patch) ** 2, d) * 0.1)
        self.layers = torch.nn.ModuleList(torch.nn.TransformerEncoderLayer(**options) for _ in range(layers))
        self.norm, self.head = torch.nn.LayerNorm(d), torch.nn.Linear(d, classes)

    def forward(self, images):
        rows = images.unflatten(1, (-1, self.patch)).unflatten(3, (-1, self.patch)).transpose(2, 3)
        tokens = self.patches(rows.reshape(len(images), -1, self.patch**2))
        x = torch.cat([self.first.expand(len(images), -1, -1), tokens], 1) + self.positions
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x[:, 0]))


class TuringMachine(torch.nn.Module):
    """The machine of turing_case.h. What all heads say comes from one product; sequences are [t, b, ...]."""

    def __init__(self, lstm, cells=128, width=20, units=100, inputs=9, outputs=8, heads=2, shifts=3):
        super().__init__()
        self.lstm, self.sizes = lstm, (cells, width, heads, shifts)
        self.controller = (torch.nn.LSTMCell if lstm else torch.nn.Linear)(inputs + width, units)
        self.said = [heads * width, width, width, heads * shifts, heads, heads, heads]
        self.heads, self.bits = torch.nn.Linear(units, sum(self.said)), torch.nn.Linear(units + width, outputs)
        self.first_reads = torch.nn.Parameter(torch.zeros(1, width))

    def begin(self, batch):
        cells, width, heads, _ = self.sizes
        weights = torch.zeros(batch, heads, cells)
        weights[:, :, 0] = 1
        return torch.full((batch, cells, width), 1e-6), weights, torch.tanh(self.first_reads).expand(batch, -1), None

    def step(self, x, state):
        """-> [h_t, r_t] and the next state."""
        memory, previous, reads, state = state
        cells, width, heads, shifts = self.sizes
        both = torch.cat([x, reads], 1)
        state = self.controller(both, state) if self.lstm else None
        h = state[0] if self.lstm else torch.tanh(self.controller(both))
        key, add, erase, shift, strength, gate, gamma = self.heads(h).split(self.said, 1)
        key = torch.tanh(key).view(-1, heads, width)
        lengths = key.norm(dim=2)[:, :, None] * memory.norm(dim=2)[:, None]
        cosines = key @ memory.transpose(1, 2) / (lengths + 1e-8)
        content = torch.softmax(torch.nn.functional.softplus(strength)[:, :, None] * cosines, 2)
        gated = torch.lerp(previous, content, torch.sigmoid(gate)[:, :, None])
        shift = torch.softmax(shift.view(-1, heads, shifts), 2)
        around = torch.cat([gated[:, :, -1:], gated, gated[:, :, :1]], 2)
        shifted = around[:, :, 2:] * shift[:, :, :1] + gated * shift[:, :, 1:2] + around[:, :, :-2] * shift[:, :, 2:]
        powers = shifted ** (1 + torch.nn.functional.softplus(gamma))[:, :, None]
        weights = powers / powers.sum(2, keepdim=True)
        reads, writing = (weights[:, :1] @ memory).squeeze(1), weights[:, 1, :, None]
        memory = memory * (1 - writing * torch.sigmoid(erase)[:, None]) + writing * torch.tanh(add)[:, None]
        return torch.cat([h, reads], 1), (memory, weights, reads, state)

    def forward(self, inputs):
        state, outputs = self.begin(inputs.shape[1]), []
        for x in inputs:
            output, state = self.step(x, state)
            outputs.append(output)
        return self.bits(torch.stack(outputs))


class SequenceLstm(torch.nn.Module):
    def __init__(self, inputs=9, outputs=8, units=128):
        super().__init__()
        self.lstm, self.bits = torch.nn.LSTM(inputs, units), torch.nn.Linear(units, outputs)

    def forward(self, inputs):
        return self.bits(self.lstm(inputs)[0])


def copying_step(model, length=20, batch=16):
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    bits = torch.randint(2, (length, batch, 8)).float()
    inputs = torch.zeros(2 * length + 1, batch, 9)
    inputs[:length, :, :8] = bits
    inputs[length, :, 8] = 1

    def step():
        optimiser.zero_grad()
        torch.nn.functional.binary_cross_entropy_with_logits(model(inputs)[-length:], bits).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10)
        optimiser.step()

    return step


def time_step(model):
    x, state = torch.randn(1, 9), [model.begin(1)]

    @torch.no_grad()
    def step():
        output, state[0] = model.step(x, state[0])
        return model.bits(output)

    return step


def training_step(model, shape, words=30):
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0)
    sources, inputs, wanted = (torch.randint(words, shape) for _ in range(3))

    def step():
        optimiser.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(sources, inputs).flatten(0, 1), wanted.flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimiser.step()

    return step


def classifying_step(model, batch=32, classes=10):
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    images, labels = torch.rand(batch, 24, 24), torch.randint(classes, (batch,))

    def step():
        optimiser.zero_grad()
        torch.nn.functional.cross_entropy(model(images), labels).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimiser.step()

    return step


def encoder_layers(n):
    """torch's own layer in evaluation, one fused operation there, and the same layer operation by operation, which can be faster."""
    layer = torch.nn.TransformerEncoderLayer(64, 4, 256, batch_first=True).eval()
    x, projections = torch.randn(1, n, 64), layer.self_attn

    def by_hand():
        q, k, v = torch.nn.functional.linear(x[0], projections.in_proj_weight, projections.in_proj_bias).view(n, 3, 4, 16).permute(1, 2, 0, 3)
        concat = attention(q, k, v, None).transpose(0, 1).reshape(n, 64)
        y = layer.norm1(x[0] + projections.out_proj(concat))
        return layer.norm2(y + layer.linear2(torch.relu(layer.linear1(y))))

    assert torch.allclose(by_hand(), layer(x)[0], atol=1e-5)
    return {"fused": lambda: layer(x), "by hand": by_hand}


class Gpt2:
    """The smallest published GPT-2 with random weights (gpt2_case.h): one text, its last logits, with the cache of what was read."""

    def __init__(self, layers=12, width=768, vocabulary=50257, context=1024):
        linear = lambda inputs, outputs: (torch.randn(inputs, outputs) * 0.02, torch.zeros(outputs))
        self.table, self.places = torch.randn(vocabulary, width) * 0.02, torch.randn(context, width) * 0.02
        self.layers = [[linear(width, 3 * width), linear(width, width), linear(width, 4 * width), linear(4 * width, width)] for _ in range(layers)]
        self.heads, self.gamma, self.beta = width // 64, torch.ones(width), torch.zeros(width)

    def norm(self, x):
        return torch.nn.functional.layer_norm(x, x.shape[-1:], self.gamma, self.beta)

    def read(self, tokens, cache=None):
        n, past = len(tokens), cache[0][0].shape[1] if cache else 0
        x, kept = self.table[tokens] + self.places[past:past + n], []
        hidden = torch.ones(n, past + n, dtype=torch.bool).triu(past + 1) if n > 1 else None
        for i, (attend, project, widen, narrow) in enumerate(self.layers):
            q, k, v = torch.addmm(attend[1], self.norm(x), attend[0]).view(n, 3, self.heads, -1).permute(1, 2, 0, 3)
            if cache:
                k, v = torch.cat([cache[i][0], k], 1), torch.cat([cache[i][1], v], 1)
            kept.append((k, v))
            x = x + torch.addmm(project[1], attention(q, k, v, hidden).transpose(0, 1).reshape(n, -1), project[0])
            inner = torch.nn.functional.gelu(torch.addmm(widen[1], self.norm(x), widen[0]), approximate="tanh")
            x = x + torch.addmm(narrow[1], inner, narrow[0])
        return self.norm(x[-1:]) @ self.table.T, kept


def main():
    torch.manual_seed(1)
    with torch.no_grad():
        model, prompt = Gpt2(), torch.full((64,), 11)
        cache = model.read(prompt)[1]
        print(f"{'GPT-2 small, 64 tokens of prompt, F32':48} {best(lambda: model.read(prompt), 5):10.4f} ms", flush=True)
        print(f"{'GPT-2 small, a token with the cache, F32':48} {best(lambda: model.read(prompt[:1], cache), 5):10.4f} ms", flush=True)
        del model, cache
    for bidirectional in (False, True):
        name = f"training step, encoder in {'both directions' if bidirectional else 'one direction'}"
        print(f"{name:40} {best(training_step(Translator(bidirectional), (10, 32)), 3):10.4f} ms", flush=True)
    for with_encoder in (False, True):
        name = f"training step, Transformer, {'encoder and decoder' if with_encoder else 'decoder'}"
        print(f"{name:40} {best(training_step(Transformer(with_encoder), (32, 24)), 3):10.4f} ms", flush=True)
    # gpt_case.h, but for tables that are tied and positions that are learned
    gpt = Transformer(False, words=295, ff=256, length=64, activation="gelu")
    print(f"{'training step, GPT':40} {best(training_step(gpt, (16, 64), 295), 3):10.4f} ms", flush=True)
    vision, image = VisionTransformer(), torch.rand(1, 24, 24)
    print(f"{'training step, Vision Transformer':40} {best(classifying_step(vision), 3):10.4f} ms", flush=True)
    vision.eval()
    with torch.no_grad():
        print(f"{'forward pass, Vision Transformer':40} {best(lambda: vision(image)):10.4f} ms", flush=True)
    for lstm in (True, False):
        name = f"copy, {'LSTM' if lstm else 'feed-forward'} controller"
        model = TuringMachine(lstm)
        print(f"{f'training step, {name}':40} {best(copying_step(model), 3):10.4f} ms", flush=True)
        print(f"{f'time step, {name}':40} {best(time_step(model)):10.4f} ms", flush=True)
    print(f"{'training step, copy, LSTM alone':40} {best(copying_step(SequenceLstm()), 3):10.4f} ms", flush=True)
    with torch.no_grad():
        for causal in (False, True):
            for n, heads, width in [(6, 1, 4)] + [(n, 8, 64) for n in (16, 64, 256, 512, 2048)]:
                q, k, v = (torch.randn(heads, n, width) for _ in range(3))
                hidden = torch.ones(n, n, dtype=torch.bool).triu(1) if causal else None
                name = f"{heads} heads of {width}{', causal' if causal else ''}, n = {n}"
                print(f"{name:40} {best(lambda: attention(q, k, v, hidden)):10.4f} ms", flush=True)
        for n in (32, 128, 512):
            for how, run in encoder_layers(n).items():
                print(f"{f'encoder layer of 64, 4 heads, n = {n}, {how}':48} {best(run):10.4f} ms", flush=True)


if __name__ == "__main__":
    main()
