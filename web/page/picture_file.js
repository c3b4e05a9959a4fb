// A picture of the reader's own, from a file or the clipboard, as a drawing: ink from 0 to 1 on a small square sheet.

const LARGEST_PIXELS = 40_000_000;
const LEAST_CONTRAST = 0.12; // of the lightness; below it nothing is drawn on the sheet

/** The parameter that stands for a drawing, which a picture can become. */
export const takesPicture = ({ id, type }) => id === 'drawing' && type === 'matrix';

/**
 * The lightness of a picture [side, side], 0 black to 1 white, row by row. All of the picture is brought onto the square, in the middle; what
 * is left at its sides, and what lets light through, has the lightness of the picture's corners.
 */
function lightness(bitmap, side) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const scale = side / Math.max(bitmap.width, bitmap.height), width = bitmap.width * scale, height = bitmap.height * scale;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height);
  const { data } = pen.getImageData(0, 0, side, side);
  const light = [];
  const covered = [];
  for (let i = 0; i < data.length; i += 4) {
    light.push((0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]) / 255);
    covered.push(data[i + 3] / 255);
  }
  const paper = paperOf(light, covered, side);
  return light.map((value, i) => value * covered[i] + paper * (1 - covered[i]));
}

/** The mean lightness along the edge of what covers the square; white where nothing does. */
function paperOf(light, covered, side) {
  let sum = 0, count = 0;
  for (let i = 0; i < light.length; ++i) {
    const row = Math.floor(i / side), col = i % side;
    const beside = [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]];
    const atEdge = beside.some(([y, x]) => y < 0 || x < 0 || y >= side || x >= side || covered[y * side + x] < 0.5);
    if (covered[i] >= 0.5 && atEdge) sum += light[i], ++count;
  }
  return count ? sum / count : 1;
}

/** {ink [side, side], inverted}: the darkest becomes 1, the paper 0; or the lightest 1 where the paper is dark. Null where all is alike. */
export function inkOf(light, side) {
  const low = Math.min(...light), high = Math.max(...light);
  if (high - low < LEAST_CONTRAST) return null;
  const edge = light.filter((_, i) => i < side || i >= light.length - side || i % side === 0 || i % side === side - 1);
  const inverted = edge.reduce((sum, value) => sum + value, 0) / edge.length < (low + high) / 2;
  const ink = light.map((value) => (inverted ? value - low : high - value) / (high - low));
  return { ink: Array.from({ length: side }, (_, row) => ink.slice(row * side, (row + 1) * side)), inverted };
}

/** Makes the picture in `file` the drawing of the open lesson, and returns what is to be said of it. */
export async function takePicture(lab, file, side) {
  if (file.size === 0) throw new Error(`${file.name} is empty.`);
  const bitmap = await createImageBitmap(file).catch(() => { throw new Error(`${file.name} is no picture that this browser can read.`); });
  try {
    if (bitmap.width * bitmap.height > LARGEST_PIXELS) throw new Error(`${file.name} has more than ${LARGEST_PIXELS / 1e6} million pixels, so nothing was taken.`);
    const drawn = inkOf(lightness(bitmap, side), side);
    if (!drawn) throw new Error(`${file.name} is almost all of one lightness: nothing would be seen on the sheet.`);
    const { ok, errors } = lab.set({ drawing: drawn.ink });
    if (!ok) throw new Error(Object.values(errors).join(' '));
    const note = drawn.inverted ? ' Light on dark was taken as ink on paper.' : '';
    return `${file.name}, ${bitmap.width} by ${bitmap.height} pixels, was brought to ${side} by ${side}.${note}`;
  } finally {
    bitmap.close();
  }
}
