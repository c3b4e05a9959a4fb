// Writes animations that play for ever, as GIF files. The format is that of the GIF89a specification (CompuServe, 31 July 1990); only the
// block that asks for the repetition is Netscape's. One palette serves all frames, and a frame holds nothing but what has changed.

const BINS = 1 << 16; // a colour's bin has 5 bits of its red, 6 of its green and 5 of its blue
const CLEAR = 256, END = 257, FIRST = 258, MOST_CODES = 4096;
/** The index that lets the frame before show through; the other indices are colours. */
const THROUGH = 255;

/** Bytes that grow at their end. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  byte(value) {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = value;
  }

  bytes(...values) {
    for (const value of values) this.byte(value);
  }

  /** Numbers of two bytes, the lower one first. */
  words(...values) {
    for (const value of values) this.bytes(value & 255, value >> 8);
  }

  text(letters) {
    for (const letter of letters) this.byte(letter.charCodeAt(0));
  }

  set(at, value) {
    this.#bytes[at] = value;
  }

  get all() {
    return this.#bytes.slice(0, this.length);
  }
}

/** Codes of growing width as bytes, in blocks of at most 255 with their length before them. */
class CodeBlocks {
  #bits = 0;
  #held = 0;
  #start = -1; // where the present block has its length

  constructor(out) {
    this.out = out;
  }

  code(value, width) {
    this.#bits |= value << this.#held;
    for (this.#held += width; this.#held >= 8; this.#held -= 8, this.#bits >>>= 8) this.#byte(this.#bits & 255);
  }

  #byte(value) {
    if (this.#start < 0) {
      this.#start = this.out.length;
      this.out.byte(0);
    }
    this.out.byte(value);
    if (this.out.length - this.#start > 255) this.#close();
  }

  #close() {
    if (this.#start >= 0) this.out.set(this.#start, this.out.length - this.#start - 1);
    this.#start = -1;
  }

  end() {
    if (this.#held > 0) this.#byte(this.#bits & 255);
    this.#close();
    this.out.byte(0);
  }
}

const longer = new Uint16Array(MOST_CODES * 256); // the code of a known row of indices with one more behind it; 0 where there is none

/** The image data of appendix F, "Variable-Length-Code LZW Compression". */
function compress(indices, out) {
  out.byte(8); // bits of an index
  const blocks = new CodeBlocks(out);
  let width, codes, known = indices[0];
  const clear = () => {
    longer.fill(0);
    [width, codes] = [9, FIRST];
  };
  clear();
  blocks.code(CLEAR, width);
  for (let i = 1; i < indices.length; ++i) {
    const at = known * 256 + indices[i];
    if (longer[at] > 0) {
      known = longer[at];
      continue;
    }
    blocks.code(known, width);
    known = indices[i];
    if (codes === MOST_CODES) {
      blocks.code(CLEAR, width);
      clear();
      continue;
    }
    if (codes === 1 << width) ++width;
    longer[at] = codes++;
  }
  blocks.code(known, width);
  blocks.code(END, width);
  blocks.end();
}

/** A set of bins with its mean colour, and the channel along which its colours lie farthest from that. */
function boxOf(bins, { counts, sums }) {
  const mean = [0, 0, 0], squares = [0, 0, 0];
  let count = 0;
  for (const bin of bins) {
    count += counts[bin];
    for (let c = 0; c < 3; ++c) {
      mean[c] += sums[3 * bin + c];
      squares[c] += sums[3 * bin + c] ** 2 / counts[bin];
    }
  }
  const errors = squares.map((square, c) => square - mean[c] ** 2 / count);
  const error = Math.max(...errors);
  return { bins, mean: mean.map((sum) => sum / count), error, channel: errors.indexOf(error) };
}

/** At most `most` boxes. The one with the largest error is cut at its mean, until there are as many or none has more than one colour. */
function cutBoxes(bins, most, seen) {
  const boxes = [boxOf(bins, seen)];
  while (boxes.length < most) {
    const worst = boxes.reduce((a, b) => (b.error > a.error ? b : a));
    const { channel, mean } = worst;
    const isLow = (bin) => seen.sums[3 * bin + channel] / seen.counts[bin] <= mean[channel];
    const [low, high] = [worst.bins.filter(isLow), worst.bins.filter((bin) => !isLow(bin))];
    if (worst.error < 1 || low.length === 0 || high.length === 0) break;
    boxes.splice(boxes.indexOf(worst), 1, boxOf(low, seen), boxOf(high, seen));
  }
  return boxes;
}

export class Gif {
  #frames = [];
  #seen = { counts: new Uint32Array(BINS), sums: new Float64Array(3 * BINS) };

  constructor(width, height) {
    Object.assign(this, { width, height });
  }

  /** Adds a frame, given as the RGBA bytes of opaque pixels. */
  add(rgba) {
    const { counts, sums } = this.#seen, frame = new Uint16Array(this.width * this.height);
    for (let i = 0, at = 0; i < frame.length; ++i, at += 4) {
      const bin = ((rgba[at] & 0xf8) << 8) | ((rgba[at + 1] & 0xfc) << 3) | (rgba[at + 2] >> 3);
      frame[i] = bin;
      ++counts[bin];
      for (let c = 0; c < 3; ++c) sums[3 * bin + c] += rgba[at + c];
    }
    this.#frames.push(frame);
  }

  /** Resolves to the file. `delays` says for each frame how many hundredths of a second it stays. */
  async bytes(delays) {
    const bins = [...this.#seen.counts.keys()].filter((bin) => this.#seen.counts[bin] > 0);
    const boxes = cutBoxes(bins, THROUGH, this.#seen);
    const index = new Uint8Array(BINS);
    boxes.forEach((box, i) => box.bins.forEach((bin) => { index[bin] = i; }));
    const out = new Bytes();
    out.text('GIF89a');
    out.words(this.width, this.height);
    out.bytes(0xf7, 0, 0); // a palette of 256 colours for all frames
    for (let i = 0; i < 256; ++i) out.bytes(...(boxes[i]?.mean.map(Math.round) ?? [0, 0, 0]));
    out.bytes(0x21, 0xff, 11);
    out.text('NETSCAPE2.0');
    out.bytes(3, 1, 0, 0, 0); // again and again, without end
    for (const [i, frame] of this.#frames.entries()) {
      await new Promise((soon) => { setTimeout(soon); }); // so that the page still answers
      this.#write(out, index, frame, this.#frames[i - 1], delays[i]);
    }
    out.byte(0x3b);
    return out.all;
  }

  #write(out, index, frame, before, delay) {
    const { left, top, width, height } = before ? this.#changed(index, frame, before) : { left: 0, top: 0, width: this.width, height: this.height };
    const indices = new Uint8Array(width * height);
    for (let y = 0, i = 0; y < height; ++y) {
      for (let x = 0, at = (top + y) * this.width + left; x < width; ++x, ++at, ++i)
        indices[i] = before && index[frame[at]] === index[before[at]] ? THROUGH : index[frame[at]];
    }
    out.bytes(0x21, 0xf9, 4, 0x05); // the next frame is drawn over this one, with an index that leaves what is there
    out.words(delay);
    out.bytes(THROUGH, 0, 0x2c);
    out.words(left, top, width, height);
    out.byte(0);
    compress(indices, out);
  }

  /** The smallest rectangle that holds all pixels which differ; where none does, the first pixel. */
  #changed(index, frame, before) {
    let left = this.width, right = -1, top = -1, bottom = -1;
    for (let y = 0, at = 0; y < this.height; ++y) {
      for (let x = 0; x < this.width; ++x, ++at) {
        if (index[frame[at]] === index[before[at]]) continue;
        if (top < 0) top = y;
        bottom = y;
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
    }
    return bottom < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}
