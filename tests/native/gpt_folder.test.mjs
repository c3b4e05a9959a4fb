// A language model saved as a folder, as PyTorch reads it without our code: the same tokens and the same logits.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const native = process.env.ATTN_NATIVE_BUILD ?? path.join(root, 'build/native');
const folder = mkdtempSync(path.join(os.tmpdir(), 'attention-folder-'));
after(() => rmSync(folder, { recursive: true }));

const python = process.env.PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3');
const torch = spawnSync(python, ['-c', 'import torch']).status === 0;
const lab = (...args) => spawnSync(path.join(native, 'attention-lab'), ['--lesson', 'language-models', ...args], { encoding: 'utf8', timeout: 240_000 });
const check = (...args) => spawnSync(python, [path.join(root, 'tests/parity/check_gpt_folder.py'), ...args], { encoding: 'utf8' });
/** What the reading of a text by the saved tokenizer.json gives, in the program's own code. */
const reading = (name, text, ...mode) => spawnSync(path.join(native, 'tokenize_lines'), [...mode, 'json', path.join(name, 'tokenizer.json')], { input: JSON.stringify(text), encoding: 'utf8' }).stdout.trim();

const training = ['weights=seed', 'steps=20'];
const MODELS = {
  'the words of the stories, as the course ships them': [['reads=stories'], 'Lily had a red ball. \u201cThank you, Tom!\u201d said Lily'],
  characters: [['reads=text', 'tokens=characters', ...training], 'Lily had a ball.\n  Zo\u00eb \u{1f600} said: Ja!'],
  'byte pairs': [['reads=text', 'tokens=pairs', 'pieces=512', 'layers=3', ...training], 'Lily had a ball.\n  Zo\u00eb \u{1f600} said: Ja!'],
};

describe('a saved model', { timeout: 600_000 }, () => {
  for (const [name, [settings, text]] of Object.entries(MODELS))
    test(`${name}: PyTorch says the same tokens and logits`, { skip: !torch && 'python3-torch is missing' }, () => {
      const to = path.join(folder, name.slice(0, 9).trim()), json = path.join(folder, 'results.json'), logits = path.join(folder, 'logits.txt');
      const saved = lab(...settings.flatMap((one) => ['--set', one]), '--set', `prompt=${text}`, '--set', 'length=1', '--save-model', to, '--export', json);
      assert.equal(saved.status, 0, saved.stderr);
      assert.deepEqual(readdirSync(to).sort(), ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json']);
      const tokens = reading(to, text), { shape, data } = JSON.parse(readFileSync(json, 'utf8')).results.logits;
      const rows = tokens.split(' ').map((_, i) => data.slice(i * shape[1], (i + 1) * shape[1]));
      assert.ok(rows.length > 8 && rows.length <= shape[0]);
      writeFileSync(logits, `${rows.map((row) => row.join(' ')).join('\n')}\n`);
      const run = check(to, '--text', text, '--logits', logits);
      assert.equal(run.status, 0, run.stdout + run.stderr);
      assert.equal(/^tokens: (.*)$/m.exec(run.stdout)[1], tokens);
      assert.equal(JSON.parse(/^text: (.*)$/m.exec(run.stdout)[1]), JSON.parse(reading(to, text, '--decode')));
      writeFileSync(logits, `${rows.reverse().map((row) => row.join(' ')).join('\n')}\n`);
      assert.match(check(to, '--text', text, '--logits', logits).stderr, /has other logits/);
    });

  test('the program opens it again, and says why others cannot be saved', () => {
    const to = path.join(folder, 'again');
    assert.equal(lab('--set', 'reads=stories', '--save-model', to).status, 0);
    assert.match(lab('--model', to, '--prompt', 'Lily had', '--describe').stdout, /GPT-2: 2 layers/);
    assert.match(lab('--model', to, '--save-model', to).stderr, /opened from files/);
    assert.match(lab('--set', 'reads=copies', '--save-model', to).stderr, /no published layout/);
    assert.match(lab('--set', 'reads=stories', '--save-model', path.join(to, 'config.json')).stderr, /cannot be made/);
  });
});
