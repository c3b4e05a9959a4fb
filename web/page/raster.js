// A vector picture as pixels.

/** `svg` as an image that can be drawn. */
export async function imageOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The PNG, two pixels to a unit, of `svg`. */
export async function pngOf(svg) {
  const image = await imageOf(svg);
  const sheet = Object.assign(document.createElement('canvas'), { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
  sheet.getContext('2d').drawImage(image, 0, 0, sheet.width, sheet.height);
  return new Promise((done) => { sheet.toBlob(done, 'image/png'); });
}
