// A reader's own data, as a hand brings it to the page.

/** As from another program. */
export const paste = (page, text) => page.evaluate((table) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', table);
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);

/** A file dropped on the figure; `content` is a string or an array of bytes. */
export const drop = (page, content, name = 'mine.csv') => page.evaluate(([inside, file]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([typeof inside === 'string' ? inside : new Uint8Array(inside)], file));
  document.querySelector('.figure').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}, [content, name]);
