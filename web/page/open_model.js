// A published model from the reader's own disk: its files go piece by piece to where the program reads them, so that they are in memory
// once. Nothing leaves the page.

const LARGEST_BYTES = 1_600_000_000, PIECE_BYTES = 8_000_000;
const LESSON = 'language-models';

const isWeights = ({ name }) => name.endsWith('.safetensors');
/** What the program looks at, of all that lies in such a folder. Weights of another kind come by their name alone, so that it can say what they are. */
const isRead = (file) => isWeights(file) || /^(config|tokenizer|tokenizer_config|vocab)\.json$|^(merges|vocab)\.txt$/.test(file.name);
const isNamed = ({ name }) => name.endsWith('.bin');

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;

/** A File, or {name, bytes}, as {name, size, piece(from, to)}. */
function asFile(given) {
  if (given instanceof Blob && typeof given.name === 'string')
    return { name: given.name, size: given.size, piece: async (from, to) => new Uint8Array(await given.slice(from, to).arrayBuffer()) };
  const bytes = given?.bytes instanceof ArrayBuffer ? new Uint8Array(given.bytes) : given?.bytes;
  if (typeof given?.name !== 'string' || !(bytes instanceof Uint8Array)) throw new Error('lab.openModel takes Files, or objects {name, bytes} with bytes as a Uint8Array.');
  return { name: given.name, size: bytes.length, piece: async (from, to) => bytes.subarray(from, to) };
}

/** Copies a file to the module's heap; `count(bytes)` hears of each piece. */
async function give(module, file, count) {
  const size = isRead(file) ? file.size : 0, title = new TextEncoder().encode(`${file.name}\0`), address = module._malloc(title.length);
  module.HEAPU8.set(title, address);
  const room = module._lab_give_file(address, size) >>> 0;
  module._free(address);
  if (room === 0) throw new Error(`There is not enough memory for ${file.name}, ${gigabytes(size)}.`);
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const piece = await file.piece(at, Math.min(size, at + PIECE_BYTES)).catch(() => { throw new Error(`${file.name} could not be read.`); });
    module.HEAPU8.set(piece, room + at); // the heap may have grown, and be another view, since the last piece
    count(piece.length);
  }
}

let opening = false;

/** Opens `files` in the lesson that reads them. Resolves to {family, layers, heads, width, vocabulary, bytes, message}; `tell(done, of)` hears how far it is. */
export async function openModel(lab, module, files, tell = () => {}) {
  if (typeof files?.[Symbol.iterator] !== 'function') throw new Error('lab.openModel takes a list of files.');
  const all = [...files].map(asFile).filter((file) => isRead(file) || isNamed(file));
  const of = all.reduce((sum, file) => sum + (isRead(file) ? file.size : 0), 0);
  if (of > LARGEST_BYTES) throw new Error(`These files have ${gigabytes(of)}, and a page can hold models of up to ${gigabytes(LARGEST_BYTES)}. The desktop program opens larger ones.`);
  if (opening) throw new Error('Another model is being opened.');
  opening = true;
  try {
    if (lab.lesson().slug !== LESSON) await lab.open(LESSON);
    await lab.whole(); // the code that reads it is in the later part
    let done = 0;
    for (const file of all)
      await give(module, file, (bytes) => {
        done += bytes;
        tell(done, of);
      });
    const found = lab.call('open_model');
    await lab.whole(); // and another figure may be shown now
    return found;
  } catch (error) {
    lab.call('open_model', 'none');
    throw error;
  } finally {
    opening = false;
  }
}
