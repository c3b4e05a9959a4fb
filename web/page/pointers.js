// Wheel and fingers: the page scrolls over the figure unless the hand is on something that can be dragged or scrolled in it.

const HOLDS = new Set(['drag', 'paint', 'zoom']);

/** `element` is an ancestor of `keys`, which holds the canvas; listening there in the capture phase comes before the module's listeners. */
export function filterPointers(element, keys, lab) {
  const local = (point) => {
    const box = keys.getBoundingClientRect();
    return [(point.clientX - box.left) / lab.zoom, (point.clientY - box.top) / lab.zoom];
  };
  const ask = (name, point) => (lab.started ? lab.call(name, ...local(point)) : '');

  element.addEventListener('wheel', (event) => {
    if (!keys.contains(event.target)) return;
    const active = keys.contains(document.activeElement);
    if (event.ctrlKey || !active || ask('wheel_at', event) !== true) event.stopPropagation();
  }, { capture: true, passive: true });

  let held = false;
  const touch = (event) => {
    if (!keys.contains(event.target)) return;
    if (event.type === 'touchstart') held = event.touches.length === 1 && HOLDS.has(ask('grip_at', event.touches[0]));
    if (!held) event.stopPropagation(); // the browser scrolls, or makes a mouse click of a tap
    else if (event.cancelable) event.preventDefault();
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'])
    element.addEventListener(type, touch, { capture: true, passive: false });

  keys.addEventListener('pointerdown', (event) => {
    keys.focus({ preventScroll: true });
    if (event.pointerType === 'mouse') event.target.setPointerCapture?.(event.pointerId); // a release outside an iframe still arrives
  });
}
