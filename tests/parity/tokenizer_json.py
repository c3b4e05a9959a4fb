"""Reads the tokenizer.json of a saved language model without any code of ours, with the standard library alone.

The layout is that of Hugging Face's tokenizers. Known are the models BPE of bytes and WordLevel, and of the other parts those that such a
file has; anything else stops with its name. Where the `tokenizers` package is installed, it has to say the same tokens.
"""
import json
import re
import sys
import unicodedata

from check_weights import check

try:
    from tokenizers import Tokenizer as TheirTokenizer
except ImportError:
    TheirTokenizer = None


def ranges_of(has):
    """The characters that have something, as the inside of a class of a regular expression."""
    out, begin = [], None
    for code in range(sys.maxunicode + 2):
        if code <= sys.maxunicode and has(chr(code)):
            begin = code if begin is None else begin
        elif begin is not None:
            out.append(f'\\U{begin:08x}-\\U{code - 1:08x}')
            begin = None
    return ''.join(out)


SPACES = '\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'  # Unicode's White_Space


def regex_of(pattern):
    """A pattern of the file for Python's re, which knows no \\p{L} and has another \\s."""
    if 'Regex' not in pattern:
        return re.compile(re.escape(pattern['String']))
    text = pattern['Regex'].replace('[\\s\\S]', '(?s:.)')
    for name in ('L', 'N'):
        if f'\\p{{{name}}}' in text:
            inside = ranges_of(lambda sign, kind=name: unicodedata.category(sign).startswith(kind))
            text = re.sub(r'(\[\^[^\]]*)\\p\{' + name + r'\}', lambda found: found[1] + inside, text)
            text = text.replace(f'\\p{{{name}}}', f'[{inside}]')
    text = re.sub(r'\[\^\\s', lambda _: '[^' + SPACES, text)
    return re.compile(text.replace('\\s', f'[{SPACES}]').replace('\\S', f'[^{SPACES}]'))


def byte_signs():
    """GPT-2's alphabet: each byte as a printable character."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return {**{byte: chr(byte) for byte in printable}, **{byte: chr(256 + i) for i, byte in enumerate(others)}}


SIGNS = byte_signs()


def parts_of(part, members):
    if part is None:
        return []
    return [inner for one in part[members] for inner in parts_of(one, members)] if part['type'] == 'Sequence' else [part]


def split(pieces, part):
    """Cuts pieces at what the pattern finds."""
    pattern, out = regex_of(part['pattern']), []
    check(not part.get('invert'), 'tokenizer.json: a split is inverted')
    for piece in pieces:
        at = 0
        for found in pattern.finditer(piece):
            out += [piece[at:found.start()], found[0] if part['behavior'] == 'Isolated' else '']
            at = found.end()
        out.append(piece[at:])
    return [piece for piece in out if piece]


class Tokenizer:
    def __init__(self, file):
        with open(file, encoding='utf-8') as source:
            self.json = json.load(source)
        self.model = self.json['model']
        check(self.model['type'] in ('BPE', 'WordLevel'), f"{file}: the model is {self.model['type']}")
        self.special = {token['content']: token['id'] for token in self.json['added_tokens']}
        self.ids = {**self.model['vocab'], **self.special}
        self.names = {token: name for name, token in self.ids.items()}
        check(sorted(self.names) == list(range(len(self.names))), f'{file}: tokens are numbered with gaps')
        merges = [merge if isinstance(merge, list) else merge.split(' ') for merge in self.model.get('merges', [])]
        self.ranks = {tuple(pair): rank for rank, pair in enumerate(merges)}
        self.theirs = TheirTokenizer.from_file(file) if TheirTokenizer else None

    def normalized(self, text):
        for part in parts_of(self.json['normalizer'], 'normalizers'):
            check(part['type'] in ('Lowercase', 'Replace'), f"tokenizer.json: the normalizer {part['type']}")
            text = text.lower() if part['type'] == 'Lowercase' else regex_of(part['pattern']).sub(lambda _, by=part: by['content'], text)
        return text

    def pieces(self, text):
        out = [text] if text else []
        for part in parts_of(self.json['pre_tokenizer'], 'pretokenizers'):
            check(part['type'] in ('Split', 'ByteLevel'), f"tokenizer.json: the pre-tokenizer {part['type']}")
            if part['type'] == 'Split':
                out = split(out, part)
            else:
                check(not part['use_regex'] and not part['add_prefix_space'], 'tokenizer.json: bytes that are cut once more')
                out = [''.join(SIGNS[byte] for byte in piece.encode()) for piece in out]
        return out

    def joined(self, piece):
        """The tokens of a piece by its merges."""
        parts = list(piece)
        while True:
            ranks = [self.ranks.get(pair, len(self.ranks)) for pair in zip(parts, parts[1:])]
            if not ranks or min(ranks) == len(self.ranks):
                return parts
            at = ranks.index(min(ranks))
            parts[at:at + 2] = [parts[at] + parts[at + 1]]

    def plain_tokens(self, text):
        for piece in self.pieces(self.normalized(text)):
            for name in self.joined(piece) if self.model['type'] == 'BPE' else [piece]:
                token = self.ids.get(name, self.ids.get(self.model['unk_token']))
                check(token is not None, f'tokenizer.json has no token for {name!r}')
                yield token

    def encode(self, text):
        special = re.compile('|'.join(map(re.escape, self.special)) if self.special else '(?!)')
        out, at = [], 0
        for found in special.finditer(text):
            out += [*self.plain_tokens(text[at:found.start()]), self.special[found[0]]]
            at = found.end()
        out += self.plain_tokens(text[at:])
        post = self.json['post_processor']
        if post is not None:
            check(post['type'] == 'TemplateProcessing', f"tokenizer.json: the post-processor {post['type']}")
            own = [self.special[item['SpecialToken']['id']] if 'SpecialToken' in item else None for item in post['single']]
            out = [token for item in own for token in (out if item is None else [item])]
        check(self.theirs is None or self.theirs.encode(text).ids == out, 'the package tokenizers cuts this text otherwise')
        return out

    def decode(self, tokens):
        words = [self.names[token] for token in tokens if self.names[token] not in self.special]
        for part in parts_of(self.json['decoder'], 'decoders'):
            kind = part['type']
            check(kind in ('ByteLevel', 'Fuse', 'Replace', 'WordPiece'), f'tokenizer.json: the decoder {kind}')
            if kind == 'ByteLevel':
                bytes_of = {sign: byte for byte, sign in SIGNS.items()}
                words = [bytes(bytes_of[sign] for sign in ''.join(words)).decode(errors='replace')]
            elif kind == 'Fuse':
                words = [''.join(words)]
            elif kind == 'Replace':
                words = [word.replace(part['pattern']['String'], part['content']) for word in words]
            else:
                check(not part['cleanup'], 'tokenizer.json: a decoder that cleans up')
                words = [word if i == 0 else word[len(part['prefix']):] if word.startswith(part['prefix']) else f' {word}' for i, word in enumerate(words)]
        return ''.join(words)
