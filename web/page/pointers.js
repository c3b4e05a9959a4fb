// Wheel and fingers: the page scrolls over the figure unless the hand is on something that can be dragged or scrolled in it. What can be
// zoomed there takes the wheel with Ctrl (so do trackpads tell of a pinch) or once the figure has been pressed, and two fingers.

const HOLDS = new Set(['drag', 'paint', 'zoom']);
const NOTCH = 1.25; // how much nearer one notch of the wheel brings a map
const NOTCH_PIXELS = 100;
const HINT_MS = 3000;

const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const between = ([a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });

/**
 * `element` is an ancestor of `keys`, which holds the canvas; listening there in the capture phase comes before the module's listeners.
 * `say(message, ms)` shows a hint.
 */
export function filterPointers(element, keys, lab, say) {
  const local = (point) => {
    const box = keys.getBoundingClientRect();
    return [(point.clientX - box.left) / lab.zoom, (point.clientY - box.top) / lab.zoom];
  };
  const ask = (name, point) => (lab.started ? lab.call(name, ...local(point)) : '');

  element.addEventListener('wheel', (event) => {
    if (!keys.contains(event.target)) return;
    const active = keys.contains(document.activeElement), zooms = ask('grip_at', event) === 'zoom';
    if (event.ctrlKey ? zooms : active && ask('wheel_at', event) === true) return event.preventDefault();
    event.stopPropagation();
    if (zooms && !event.ctrlKey) say('With Ctrl the wheel zooms here, and without it once the picture has been pressed.', HINT_MS);
  }, { capture: true, passive: false });

  let held = -1, spread = 0; // the finger that the module follows; how far two fingers are apart
  const pinch = (event) => {
    event.preventDefault();
    const fingers = [...event.touches], now = apart(fingers);
    if (held < 0) event.target.dispatchEvent(new MouseEvent('mousemove', { ...between(fingers), bubbles: true }));
    if (spread > 0 && now > 0) {
      const deltaY = -NOTCH_PIXELS * Math.log(now / spread) / Math.log(NOTCH);
      event.target.dispatchEvent(new WheelEvent('wheel', { ...between(fingers), deltaY, ctrlKey: true, bubbles: true, cancelable: true }));
    }
    spread = now;
  };
  const touch = (event) => {
    if (!keys.contains(event.target)) return;
    const { type, touches, changedTouches } = event;
    if (type === 'touchstart' && touches.length === 1) held = HOLDS.has(ask('grip_at', touches[0])) ? touches[0].identifier : -1;
    if (type === 'touchstart') spread = touches.length === 2 && ask('grip_at', touches[0]) === 'zoom' ? apart(touches) : 0;
    const ends = ['touchend', 'touchcancel'].includes(type) && [...changedTouches].some(({ identifier }) => identifier === held);
    if (spread > 0 && !ends) {
      event.stopPropagation();
      if (touches.length === 2) pinch(event);
    } else if (held < 0) {
      event.stopPropagation(); // the browser scrolls, or makes a mouse click of a tap
    } else if (event.cancelable) {
      event.preventDefault();
    }
    if (ends) held = -1;
    if (touches.length < 2) spread = 0;
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'])
    element.addEventListener(type, touch, { capture: true, passive: false });

  keys.addEventListener('pointerdown', (event) => {
    keys.focus({ preventScroll: true });
    if (event.pointerType === 'mouse') event.target.setPointerCapture?.(event.pointerId); // a release outside an iframe still arrives
  });
}
