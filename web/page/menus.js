// The list of lessons in the head of every page.

/** The list of lessons closes with Escape, which gives the focus back, and with a press elsewhere. */
export function closeMenus(root) {
  root.addEventListener('keydown', (event) => {
    const menu = event.key === 'Escape' && event.target.closest?.('details.contents[open]');
    if (!menu) return;
    menu.open = false;
    menu.querySelector('summary').focus();
  });
  root.addEventListener('pointerdown', (event) => {
    for (const menu of root.querySelectorAll('details.contents[open]')) menu.open = menu.contains(event.target);
  });
}
