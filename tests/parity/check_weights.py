"""Reads safetensors files without any code of ours: python3 check_weights.py FILE...

Follows the published description of the format (8 bytes of length, a JSON header, the tensors' bytes without gaps), with the standard
library and PyTorch. Where the `safetensors` package is installed, its own reader has to find the same tensors. Prints one line a file.
"""
import json
import struct
import sys

import torch

TYPES = {'F32': torch.float32, 'F16': torch.float16, 'BF16': torch.bfloat16}

try:
    from safetensors.torch import load
except ImportError:
    load = None


def read(content):
    (length,) = struct.unpack('<Q', content[:8])
    assert length % 8 == 0, 'the data begins at a multiple of 8'
    header = json.loads(content[8:8 + length])
    data = bytearray(content[8 + length:])
    tensors, places = {}, []
    for name, entry in header.items():
        if name == '__metadata__':
            assert all(isinstance(text, str) for text in entry.values())
            continue
        begin, end = entry['data_offsets']
        places.append((begin, end))
        tensors[name] = torch.frombuffer(data[begin:end], dtype=TYPES[entry['dtype']]).reshape(entry['shape'])
    at = 0
    for begin, end in sorted(places):
        assert begin == at, 'the tensors fill the data without gaps'
        at = end
    assert at == len(data)
    return tensors


def main():
    for file in sys.argv[1:]:
        with open(file, 'rb') as source:
            content = source.read()
        tensors = read(content)
        assert tensors and all(t.isfinite().all() for t in tensors.values()), file
        if load:
            theirs = load(content)
            assert theirs.keys() == tensors.keys() and all(torch.equal(theirs[name], t) for name, t in tensors.items()), file
        numbers = sum(t.numel() for t in tensors.values())
        print(f'{file}: {len(tensors)} tensors, {numbers} numbers{", also by safetensors" if load else ""}')


main()
