// The tokenizers of published models beside two packages that have them: GPT-2's byte pairs with the published vocabulary (gpt-tokenizer),
// and BERT's word pieces (@huggingface/tokenizers), over many writings, signs, controls, and characters drawn at random. And the files that
// the course writes of its own tokens, as the latter reads them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Tokenizer } from '@huggingface/tokenizers';
import { encode } from 'gpt-tokenizer/encoding/r50k_base';

import { gpt2Vocabulary } from './gpt2_vocabulary.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.join(process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native'), 'tokenize_lines');
const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-tokens-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name, text) => {
  const to = path.join(folder, name);
  writeFileSync(to, text);
  return to;
};

/** The tokens of each text, or the sentence with which the program refuses. */
function ours(args, texts) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input: texts.map((text) => JSON.stringify(text)).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error?.code !== 'EPIPE') assert.ifError(error); // that it refuses before it has read everything is well
  if (status !== 0) return stderr.trim();
  return stdout.split('\n').slice(0, texts.length).map((line) => line.split(' ').filter(Boolean).map(Number));
}
/** What the program prints of each text, line by line. */
function lines(args, texts) {
  const { status, stdout, stderr } = spawnSync(program, args, { input: texts.map((text) => JSON.stringify(text)).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').slice(0, texts.length);
}
function compare(args, texts, theirs) {
  const found = ours(args, texts);
  assert.ok(Array.isArray(found), `${found}`);
  texts.forEach((text, i) => assert.deepEqual(found[i], [...theirs(text)], JSON.stringify(text)));
}

// ---- texts -----------------------------------------------------------------------------------------------------------------------------

const written = [
  '', ' ', '   ', '\n', ' \n \n', "It's we'll they've I'm you're he'd 'S 'LL don't", 'Hello, world! 3.14159 1,000,000 x² ½ Ⅷ ٣٤', '    four  spaces   at the end   ',
  'def f(x):\n\treturn x ** 2  # a program\r\n', 'naïve café Zürich Łódź ÅÄÖ ſ ß İstanbul ǅ ﬁ Ω Å', 'e\u0301 a\u0308\u0323 q\u0307\u0323 \u0301alone', 'Привет, мир! Ёлка й', 'Γειά σου Κόσμε ΟΔΥΣΣΕΥΣ', 'שלום עולם', 'السَّلام عليكم',
  'नमस्ते दुनिया क्षि', 'สวัสดีชาวโลก', '你好，世界。㐀𠀀豈', 'こんにちは ｶﾀｶﾅ', '안녕하세요 각 힣', '👍🏽 👨‍👩‍👧‍👦 🇫🇷 ☎️ ♥', 'zero\u200bwidth \u200ejoin\u200d er\u00adsoft', '\u0000\u0001\u0007\u001b[31m\u007f\u0080\u009f', 'a\u00a0b\u2003c\u3000d\u2028e\u1680f', '\ufffd \ue000 \u{10ffff} \u0378',
  '----------------------------------------------------------------------------------------------------------------------------------------', '!?…—–“”‘’«»¿¡†‡§¶·•', '$€£¥ +−×÷=<>|~^`´¨ @#%&*()[]{}/\\', `${'a'.repeat(300)} ${'ab'.repeat(60)}`, 'x'.repeat(100), 'x'.repeat(101), '<|endoftext', '[CLS] [UNK]',
];
const lessons = readdirSync(path.join(root, 'assets/lessons')).filter((name) => name.endsWith('.md')).flatMap((name) => readFileSync(path.join(root, 'assets/lessons', name), 'utf8').split('\n\n'));

/** Characters at random, of all planes, more of those below U+0250. The two at which JavaScript's \s differs from Unicode's white space are left out. */
function drawn(count) {
  let state = 20190214;
  const below = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % n;
  const letters = 'etaoin shrdlu\'s';
  const one = () => {
    const kind = below(10);
    if (kind < 5) return letters[below(letters.length)];
    const code = kind < 7 ? below(0x250) : kind < 9 ? below(0x10000) : below(0x110000);
    return (code >= 0xd800 && code < 0xe000) || code === 0x85 || code === 0xfeff ? ' ' : String.fromCodePoint(code);
  };
  return Array.from({ length: count }, () => Array.from({ length: below(30) }, one).join(''));
}
const all = [...written, ...lessons, ...drawn(4000)];

// ---- GPT-2 -----------------------------------------------------------------------------------------------------------------------------

describe('GPT-2', () => {
  const { vocabulary, merges } = gpt2Vocabulary();
  const json = file('vocab.json', JSON.stringify(vocabulary)), txt = file('merges.txt', `#version: 0.2\n${merges.join('\n')}\n`);

  test('the published vocabulary is whole', () => assert.equal(Object.keys(vocabulary).length, 50257));
  test('every text gets the tokens that it should', () => compare(['pairs', json, txt], all, (text) => encode(text)));
  test('the end of a text is a token', () => assert.deepEqual(ours(['pairs', json, txt], ['a<|endoftext|>b', '<|endoftext|>'])[0], [64, 50256, 65]));
  test('a tokenizer.json says the same, with merges as pairs or as texts', () => {
    const withMerges = (list) => JSON.stringify({ version: '1.0', added_tokens: [{ id: 50256, content: '<|endoftext|>', special: true }], normalizer: null, model: { type: 'BPE', dropout: null, vocab: vocabulary, merges: list } });
    const expected = ours(['pairs', json, txt], written);
    assert.deepEqual(ours(['json', file('a.json', withMerges(merges))], written), expected);
    assert.deepEqual(ours(['json', file('b.json', withMerges(merges.map((merge) => merge.split(' '))))], written), expected);
  });
  test('files that do not fit are refused with a sentence', () => {
    const refusal = (v, m) => ours(['pairs', file('v.json', v), file('m.txt', m)], ['a']);
    const whole = JSON.stringify(vocabulary);
    assert.match(refusal('{"a": 1', merges.join('\n')), /^vocab\.json should have "\}", at byte 7 of it\.$/);
    assert.match(refusal(whole, 'Ġ t\nnot a pair\n'), /^merges\.txt should have two tokens and a space in each line, and line 2 is "not a pair"\.$/);
    assert.match(refusal(whole, 'qz zq\n'), /^merges\.txt joins "qz" and "zq" before "qz" is there\.$/);
    assert.match(refusal('{"!": 0}', 'Ġ t\n'), /^vocab\.json has 1 tokens, and merges\.txt makes 257\.$/);
    assert.match(refusal(whole.replace('"!":0', '"!":7'), `${merges.join('\n')}`), /^vocab\.json numbers its tokens with gaps, or two alike\.$/);
    assert.match(refusal(whole.replace('"!":0', '"!!!!!?":0'), merges.join('\n')), /^vocab\.json should have "!", which merges\.txt makes of the bytes\.$/);
    assert.match(refusal('\xff', ''), /vocab\.json/);
    assert.match(ours(['json', file('c.json', '{"model": {"type": "Unigram"}}')], ['a']), /^tokenizer\.json should have a model of the type BPE, WordPiece or WordLevel, and it is "Unigram"\.$/);
  });
});

// ---- BERT ------------------------------------------------------------------------------------------------------------------------------

describe('BERT', () => {
  const words = [...new Set(lessons.join(' ').toLowerCase().match(/[a-z]{2,}/g))].slice(0, 4000);
  const letters = [...new Set([...Array(0x250).keys()].slice(33).map((code) => String.fromCodePoint(code)).concat([...written.join('')]))].filter((sign) => /^[^\s\p{C}]$/u.test(sign));
  const vocabulary = [...new Set(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...letters, ...letters.map((sign) => `##${sign}`), ...words, 'Hello', 'Zürich', 'Привет', '##ing', '##ed', '##tion', '##er'])];
  const txt = file('vocab.txt', `${vocabulary.join('\n')}\n`);
  const description = (lowercase) => ({
    version: '1.0', truncation: null, padding: null, added_tokens: ['[SEP]', '[MASK]'].map((content) => ({ id: vocabulary.indexOf(content), content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase },
    pre_tokenizer: { type: 'BertPreTokenizer' }, post_processor: null, decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100, vocab: Object.fromEntries(vocabulary.map((token, i) => [token, i])) },
  });

  /** Ideographs beyond U+FFFF, which are words by themselves in the released code. The package looks at halves of them and does not see it. */
  const rareChinese = /[\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;
  test('a rare ideograph is a word, too', () => assert.equal(ours(['pieces', txt], ['a\u{20001}a'])[0].length, 3));

  for (const lowercase of [true, false])
    test(lowercase ? 'uncased' : 'cased', () => {
      const theirs = new Tokenizer(description(lowercase), {});
      compare([lowercase ? 'lower-pieces' : 'pieces', txt], all.filter((text) => !rareChinese.test(text)), (text) => theirs.encode(text, { add_special_tokens: false }).ids);
      const json = file(`${lowercase}.json`, JSON.stringify(description(lowercase)));
      assert.deepEqual(ours(['json', json], written), ours([lowercase ? 'lower-pieces' : 'pieces', txt], written));
    });

  test('marks are tokens', () => assert.deepEqual(ours(['lower-pieces', txt], ['a [MASK] b[SEP]'])[0], ['a', '[MASK]', 'b', '[SEP]'].map((token) => vocabulary.indexOf(token))));
  test('files that do not fit are refused with a sentence', () => {
    assert.match(ours(['pieces', file('w.txt', 'a\nb\n')], ['a']), /^vocab\.txt has no \[UNK\]; a vocabulary of BERT has one token a line, this among them\.$/);
    assert.match(ours(['pieces', file('x.txt', '[UNK]\n[CLS]\n[SEP]\n[MASK]\na\na\n')], ['a']), /^vocab\.txt has "a" twice\.$/);
  });
});

// ---- the course's own ------------------------------------------------------------------------------------------------------------------

describe('what the course writes', () => {
  const text = file('text.txt', `${lessons.join('\n\n')}\n${written.join('\n')}`);
  const long = ['x'.repeat(127), 'x'.repeat(128), 'x'.repeat(129), ` ${'x'.repeat(129)}`, 'é'.repeat(300), `${'!'.repeat(128)}'s`, `${'!'.repeat(127)}'s`, `${' '.repeat(129)}a`, `${' '.repeat(128)}a`, `${'\n'.repeat(300)}b`, '7'.repeat(300), '字'.repeat(200)];
  const stories = [
    '', 'Lily had', 'lily  had\ta\nRED\rball .', 'Emma had a pretty book. One day she came home without her book.', '\u201cThank you, Tom!\u201d said Lily.', '\u201eThank you\u201d', '"Thank you , Lily ! " she said\u00a0.',
    'LILY HAD A BALL', 'Once there was a little girl called Sue.\u0000She had a cat', '...,,!?:', 'one\u001fday',
  ];
  const kinds = [
    ['characters', ['characters', text, '256'], [...all, ...long]],
    ['few characters', ['characters', text, '30'], [...all, ...long]], // many are unknown
    ['byte pairs', ['byte-pairs', text, '1024'], [...all, ...long]],
    ['words of the stories', ['stories'], stories],
  ];
  for (const [name, args, texts] of kinds)
    test(`${name}: the file cuts and writes every text as the course does, and the course reads it`, () => {
      const { stdout } = spawnSync(program, ['--write', ...args], { encoding: 'utf8' }), json = file('ours.json', stdout);
      const theirs = new Tokenizer(JSON.parse(stdout), { unk_token: '\ufffd', clean_up_tokenization_spaces: false });
      const tokens = ours(args, texts), again = ours(['json', json], texts), back = lines(['--decode', 'json', json], texts).map((line) => JSON.parse(line));
      assert.ok(tokens.flat().length > texts.length && !tokens.flat().some(Number.isNaN));
      texts.forEach((one, i) => {
        const ids = theirs.encode(one).ids;
        assert.deepEqual([...ids], tokens[i], JSON.stringify(one));
        assert.deepEqual(again[i], tokens[i], JSON.stringify(one));
        if (ids.length > 0) assert.equal(theirs.decode(ids, { skip_special_tokens: true }), back[i], JSON.stringify(one));
      });
      const same = args[0] === 'stories' ? ours(args, back) : lines(['--decode', ...args], texts).map((line) => JSON.parse(line));
      assert.deepEqual(same, args[0] === 'stories' ? tokens : back, 'a story comes back in lower case, and is read as the same one');
    });

  test('a word that the stories lack is refused by the course before it is saved, and after', () => {
    const json = file('ours.json', spawnSync(program, ['--write', 'stories'], { encoding: 'utf8' }).stdout);
    for (const args of [['stories'], ['json', json]]) assert.deepEqual(lines(args, ['lily had a zeppelin', 'lily had a b\u00e4ll', 'it\u2019s', 'lily <end>']), Array(4).fill('refused'));
    assert.deepEqual(ours(['json', json], ['a<|endoftext|>'])[0].at(-1), 2);
  });
});
