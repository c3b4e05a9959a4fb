// Text that a page's scripts and the makers of its HTML (templates/, tools/site/) write alike. Knows no document.

export const escapeHtml = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A number for the eye: four significant digits, a real minus sign, powers of ten as one writes them. */
export function shortNumber(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  if (Math.abs(value) < 1e5 && (value === 0 || Math.abs(value) >= 1e-4)) return String(Number(value.toPrecision(4))).replace('-', '\u2212');
  if (Math.abs(value) >= 1e5 && Math.abs(value) < 1e9) return Math.round(value).toLocaleString('en-US').replace('-', '\u2212');
  const [digits, exponent] = value.toExponential(1).split('e');
  return `${digits.replace('-', '\u2212')}·10${Number(exponent).toString().replace(/./g, (sign) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(sign)])}`;
}

/** A part of one as a percentage. */
export const percentage = (value) => value === null || !Number.isFinite(value) ? shortNumber(value) : `${shortNumber(Number((100 * value).toPrecision(3)))} %`;

/** The cell of a result at `indices` as a sentence says it: a share as a percentage, or that it is not counted, as while a model is in training. */
export function saidNumber(result, indices) {
  const value = cellOf(result, indices);
  if (!result.share) return shortNumber(value);
  return value === null || !Number.isFinite(value) ? '(not counted)' : percentage(value);
}

/** {name, indices} of a live value as texts write it: `name`, `name[i]`, `name[i,j]`; indices is null without any. */
export function parseReference(reference) {
  const [, name, list] = /^([^[]+)(?:\[([\d,]+)\])?$/.exec(reference);
  return { name, indices: list ? list.split(',').map(Number) : null };
}

/** The number of a result {shape, data} at `indices`, which count from its last axis; null for none there, and for the whole of a table. */
export function cellOf({ shape, data }, indices) {
  if (!indices) return data.length === 1 ? data[0] : null;
  const padded = indices.length < shape.length ? [...Array(shape.length - indices.length).fill(0), ...indices] : indices;
  let offset = 0;
  for (let axis = 0; axis < shape.length; ++axis) {
    const index = padded[axis] ?? 0;
    if (index >= shape[axis]) return null;
    offset = offset * shape[axis] + index;
  }
  return data[offset];
}

/** Why the picture does not show the value of a parameter, an entry of lab.params(), and what it shows instead; empty where it does. */
export const complaintOf = ({ complaint }) => (complaint ? `${complaint} The picture shows the last one that could be read.` : '');
