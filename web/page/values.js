// Values as the text that addresses and calls carry.

/** A value as the parameter's text: rows of a matrix or of points "1,2;3,4", rows of a mask "110;111". */
export function toText(value) {
  if (!Array.isArray(value)) return String(value);
  if (value.length === 0) return '';
  const rows = Array.isArray(value[0]) || ArrayBuffer.isView(value[0]) ? value : [value];
  const isMask = rows.every((row) => Array.from(row).every((cell) => typeof cell === 'boolean'));
  return rows.map((row) => Array.from(row, (cell) => (isMask ? Number(cell) : cell)).join(isMask ? '' : ',')).join(';');
}

/** Half of a surrogate pair is no character and cannot be encoded. */
const encode = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

export function toQuery(values) {
  return Object.entries(values).map(([id, value]) => `${encode(id)}=${encode(toText(value))}`).join('&');
}
