// A vector picture as pixels.

/** The PNG, two pixels to a unit, of `svg`. */
export async function pngOf(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const sheet = Object.assign(document.createElement('canvas'), { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    sheet.getContext('2d').drawImage(image, 0, 0, sheet.width, sheet.height);
    return await new Promise((done) => sheet.toBlob(done, 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}
