#!/usr/bin/python3
"""Reads safetensors files without any code of ours: check_weights.py FILE...

Follows the published description of the format (8 bytes of length, a JSON header, the tensors' bytes without gaps), with the standard
library alone. Where the `safetensors` package is installed, its own reader has to find the same tensors. Prints one line a file, and stops
with what is wrong at the first that is not as described.
"""
import json
import math
import struct
import sys

try:
    from safetensors import deserialize
except ImportError:
    deserialize = None


def check(condition, message):
    if not condition:
        sys.exit(message)


def numbers_of(kind, content):
    """F32, F16 or BF16 as floats."""
    if kind == 'BF16':
        return [struct.unpack('<f', b'\0\0' + content[at:at + 2])[0] for at in range(0, len(content), 2)]
    letter, size = {'F32': ('f', 4), 'F16': ('e', 2)}[kind]
    return struct.unpack(f'<{len(content) // size}{letter}', content)


def read(file, content):
    """Name -> type, shape, bytes."""
    (length,) = struct.unpack('<Q', content[:8])
    check(length % 8 == 0, f'{file}: the data begins at byte {8 + length}, which is no multiple of 8')
    header = json.loads(content[8:8 + length])
    data = content[8 + length:]
    metadata = header.pop('__metadata__', {})
    check(all(isinstance(text, str) for text in metadata.values()), f'{file}: the metadata are not all texts')
    tensors, at = {}, 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]['data_offsets']):
        begin, end = entry['data_offsets']
        check(begin == at and end <= len(data), f'{file}: {name} lies at {begin} to {end}, not from {at} on')
        kind, shape, at = entry['dtype'], entry['shape'], end
        size = {'F32': 4, 'F16': 2, 'BF16': 2}[kind]
        check(end - begin == size * math.prod(shape), f'{file}: {name} has {end - begin} bytes for {shape} of {kind}')
        tensors[name] = (kind, shape, data[begin:end])
    check(at == len(data), f'{file}: {len(data) - at} bytes belong to no tensor')
    return tensors


def main():
    for file in sys.argv[1:]:
        with open(file, 'rb') as source:
            content = source.read()
        tensors, count = read(file, content), 0
        check(tensors, f'{file}: no tensors')
        for name, (kind, _, its) in tensors.items():
            numbers = numbers_of(kind, its)
            check(all(map(math.isfinite, numbers)), f'{file}: {name} has numbers that are none')
            count += len(numbers)
        if deserialize:
            theirs = {name: (t['dtype'], list(t['shape']), bytes(t['data'])) for name, t in deserialize(content)}
            check(theirs == tensors, f'{file}: the safetensors package reads other tensors')
        print(f'{file}: {len(tensors)} tensors, {count} numbers{", also by safetensors" if deserialize else ""}')


if __name__ == '__main__':
    main()
