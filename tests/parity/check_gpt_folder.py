#!/usr/bin/python3
"""Opens a saved language model as GPT-2 in PyTorch, without any code of ours: check_gpt_folder.py FOLDER (TOKEN... | --text TEXT) [--logits FILE]

FOLDER has config.json, model.safetensors and for --text tokenizer.json. The config is read as JSON, the weights by check_weights.py's own
reader, the tokenizer by tokenizer_json.py, and the model is gpt2_torch.py's. Every tensor has to be there in the shape that the config says,
and none may be left over. Prints for each TOKEN (a number), or for those of TEXT, the likeliest next ones and their logits. With --logits
FILE, whose lines are the logits after each token, separated by spaces, it also prints the largest difference, and fails where that is more
than 1e-4 of the larger number or of 1. Runs with Debian's python3-torch.
"""
import argparse
import json
import os
import re

import torch

from check_weights import check, numbers_of, read
from gpt2_torch import ACTIVATIONS, Gpt2
from tokenizer_json import Tokenizer

TOLERANCE = 1e-4
NOT_WEIGHTS = re.compile(r'h\.\d+\.attn\.(masked_)?bias')


def model_of(folder):
    with open(os.path.join(folder, 'config.json'), encoding='utf-8') as source:
        config = json.load(source)
    check(config['model_type'] == 'gpt2', f"config.json: the model is a {config['model_type']}")
    activation = config.get('activation_function', 'gelu_new')
    check(activation in ACTIVATIONS, f'config.json: the activation is {activation}')
    check(config.get('tie_word_embeddings', True), 'config.json: the output has weights of its own')
    hidden = config.get('n_inner') or 4 * config['n_embd']
    model = Gpt2(config['vocab_size'], config['n_positions'], config['n_embd'], config['n_layer'], config['n_head'], hidden, activation,
                 config.get('layer_norm_epsilon', 1e-5)).double()
    file = os.path.join(folder, 'model.safetensors')
    with open(file, 'rb') as source:
        tensors = {name.removeprefix('transformer.'): its for name, its in read(file, source.read()).items()}
    expected = model.state_dict()
    for name, values in expected.items():
        check(name in tensors, f'{file}: {name} is missing')
        kind, shape, content = tensors.pop(name)
        check(shape == list(values.shape), f'{file}: {name} is {shape}, by the config {list(values.shape)}')
        values.copy_(torch.tensor(numbers_of(kind, content), dtype=torch.float64).reshape(shape))
    left = [name for name in tensors if name != 'lm_head.weight' and not NOT_WEIGHTS.fullmatch(name)]
    check(not left, f'{file}: {left} are no tensors of GPT-2')
    return model, config


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('folder')
    parser.add_argument('token', type=int, nargs='*')
    parser.add_argument('--text')
    parser.add_argument('--logits')
    asked = parser.parse_args()
    with torch.no_grad():
        model, config = model_of(asked.folder)
        if asked.text is not None:
            tokenizer = Tokenizer(os.path.join(asked.folder, 'tokenizer.json'))
            check(len(tokenizer.ids) == config['vocab_size'], f"tokenizer.json has {len(tokenizer.ids)} tokens, the model {config['vocab_size']}")
            asked.token = tokenizer.encode(asked.text)
            print('tokens:', *asked.token)
            print('text:', json.dumps(tokenizer.decode(asked.token)))
        check(asked.token, 'no tokens')
        check(len(asked.token) <= config['n_positions'], f"{len(asked.token)} tokens, a context of {config['n_positions']}")
        check(all(0 <= token < config['vocab_size'] for token in asked.token), f"tokens are from 0 to {config['vocab_size'] - 1}")
        logits = model(torch.tensor([asked.token]))[0]
    for token, row in zip(asked.token, logits):
        values, best = row.topk(min(3, len(row)))
        print(f'{token} ->', ', '.join(f'{next_one} ({value:.4f})' for next_one, value in zip(best.tolist(), values.tolist())))
    if not asked.logits:
        return
    with open(asked.logits, encoding='utf-8') as source:
        given = torch.tensor([[float(number) for number in line.split()] for line in source], dtype=torch.float64)
    check(given.shape == logits.shape, f'{asked.logits}: {list(given.shape)} numbers, not {list(logits.shape)}')
    off = ((given - logits).abs() / torch.maximum(given.abs(), logits.abs()).clamp(min=1)).max().item()
    print(f'largest difference to {asked.logits}: {off:.2g}')
    check(off <= TOLERANCE, f'{asked.logits} has other logits')


if __name__ == '__main__':
    main()
