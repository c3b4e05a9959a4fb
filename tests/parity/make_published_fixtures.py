#!/usr/bin/python3
"""Writes fixtures/published/: small random models in the layouts in which GPT-2, BERT and DistilBERT are published, and fixtures/published.txt:
what PyTorch computes with them: the stream within and after every layer, every attention map, the logits.

Run with Debian's python3-torch; the output is committed. Each model is there in F32, F16 and BF16, with its config and its tokenizer; what
is expected is computed in double precision from the numbers that the file holds. A case is called `FOLDER`; `tokens` is a row.
"""
import json
import os
import struct

import torch

from bert_torch import Bert, distilbert_name
from gpt2_torch import Gpt2
from make_fixtures import Writer

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures")
TYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}
SIZES = dict(context=24, width=8, layers=2, heads=2, hidden=16)
MERGES = [("t", "h"), ("th", "e"), ("\u0120", "the"), ("\u0120", "a"), ("i", "n"), ("o", "n"), ("e", "r"), ("a", "t"), ("r", "e"), ("n", "d"),
          ("\u0120", "s"), ("\u0120", "c"), ("\u0120c", "at"), ("\u0120s", "at"), ("\u0120", "on"), ("in", "g")]
WORDS = "the cat sat on a mat dog ran in it was ##s ##ed ##ing red , . ! ?".split()


def bytes_in_order():
    """GPT-2's letters for the 256 bytes, in the order of its vocabulary: what can be seen stands for itself, the rest for letters from 256 on."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in seen]
    return [chr(byte) for byte in seen] + [chr(256 + i) for i in range(len(hidden))]


def gpt2_tokenizer():
    tokens = bytes_in_order() + ["".join(pair) for pair in MERGES] + ["<|endoftext|>"]
    merges = "#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right in MERGES)
    return len(tokens), {"vocab.json": json.dumps({token: i for i, token in enumerate(tokens)}), "merges.txt": merges}


def bert_tokenizer():
    letters = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + letter for letter in letters)]
    tokens += [word for word in WORDS if word not in tokens]
    return len(tokens), {"vocab.txt": "\n".join(tokens) + "\n"}


def safetensors(tensors, kind):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, value in tensors.items():
        its_kind = "I64" if value.dtype == torch.int64 else kind
        value = value.contiguous()
        content = (value if its_kind == "I64" else value.view(torch.int16) if kind == "BF16" else value).numpy().tobytes()
        header[name] = {"dtype": its_kind, "shape": list(value.shape), "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def write(writer, name, kind, model, config, tokenizer, tokens, rename=lambda name: name, more={}):
    """`more` are tensors that the layout has and that say no token."""
    folder = os.path.join(HERE, "published", f"{name}-{kind.lower()}")
    os.makedirs(folder, exist_ok=True)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.to(TYPES[kind]).to(torch.float64))
    tensors = {rename(its): value.detach().to(TYPES[kind]) for its, value in model.state_dict().items()}
    tensors.update({its: value if value.dtype == torch.int64 else value.to(TYPES[kind]) for its, value in more.items()})
    files = {"config.json": json.dumps(config, indent=2) + "\n", **tokenizer}
    for file, content in files.items():
        with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
            out.write(content)
    with open(os.path.join(folder, "model.safetensors"), "wb") as out:
        out.write(safetensors(tensors, kind))

    writer.file.write(f"case published {name}-{kind.lower()}\n")
    writer.matrix("tokens", torch.tensor([tokens]))

    with torch.no_grad():
        writer.matrix("logits", model(torch.tensor([tokens]), writer.record)[0])
    writer.file.write("end\n")


def random_weights(model):
    with torch.no_grad():
        for name, values in model.named_parameters():
            values.copy_(torch.randn_like(values) * 0.4)
            if values.dim() == 1 and name.endswith("weight"):
                values.add_(1)
    return model


def main():
    writer = Writer(os.path.join(HERE, "published.txt"))
    vocabulary, files = gpt2_tokenizer()
    text = [50, 260, 268, 11, 269, 270, 257, 1]  # any tokens of the vocabulary
    for kind in TYPES:
        model = random_weights(Gpt2(vocabulary, **SIZES, activation="gelu_new"))
        # Without the prefix and with the masks of the older files, as gpt2 itself is published.
        masks = {f"h.{layer}.attn.bias": torch.ones(1, 1, SIZES["context"], SIZES["context"]).tril() for layer in range(SIZES["layers"])}
        config = {"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "layer_norm_epsilon": 1e-05, "model_type": "gpt2",
                  "n_ctx": SIZES["context"], "n_embd": SIZES["width"], "n_head": SIZES["heads"], "n_layer": SIZES["layers"],
                  "n_positions": SIZES["context"], "n_inner": SIZES["hidden"], "vocab_size": vocabulary}
        prefix = (lambda name: name) if kind == "F32" else (lambda name: "transformer." + name)
        write(writer, "gpt2", kind, model, config, files, text, prefix, masks if kind == "F32" else {})
    vocabulary, files = bert_tokenizer()
    text = [2, 57, 58, 4, 60, 61, 62, 3]
    for kind in TYPES:
        width, context = SIZES["width"], SIZES["context"]
        model = random_weights(Bert(vocabulary, **SIZES))
        # The norms under their old names in one of them; and what the layout has beside.
        old = lambda name: name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
        more = {"bert.pooler.dense.weight": torch.randn(width, width), "bert.pooler.dense.bias": torch.randn(width),
                "cls.seq_relationship.weight": torch.randn(2, width), "cls.seq_relationship.bias": torch.randn(2),
                "bert.embeddings.position_ids": torch.arange(context).reshape(1, -1)}
        config = {"architectures": ["BertForMaskedLM"], "hidden_act": "gelu", "hidden_size": width, "intermediate_size": SIZES["hidden"],
                  "layer_norm_eps": 1e-12, "max_position_embeddings": context, "model_type": "bert", "num_attention_heads": SIZES["heads"],
                  "num_hidden_layers": SIZES["layers"], "type_vocab_size": 2, "vocab_size": vocabulary}
        write(writer, "bert", kind, model, config, files, text, old if kind == "F32" else (lambda name: name), more)
        model = random_weights(Bert(vocabulary, **SIZES, types=0))
        config = {"activation": "gelu", "architectures": ["DistilBertForMaskedLM"], "dim": width, "hidden_dim": SIZES["hidden"],
                  "max_position_embeddings": context, "model_type": "distilbert", "n_heads": SIZES["heads"], "n_layers": SIZES["layers"],
                  "vocab_size": vocabulary}
        write(writer, "distilbert", kind, model, config, files, text, distilbert_name)


if __name__ == "__main__":
    torch.manual_seed(20181011)
    torch.set_default_dtype(torch.float64)
    main()
