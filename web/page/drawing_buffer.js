// A canvas builds a new drawing buffer, empty, and waits for the graphics process whenever its width or its height is assigned, be it the
// value that it has. The program assigns them six times while it starts.

const SIDES = ['width', 'height'];

/** From now on `canvas` keeps the size that it is told to itself; the function returned puts it into effect, where it is another. */
export function deferSize(canvas) {
  const told = {};
  const real = Object.fromEntries(SIDES.map((side) => [side, Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side)]));
  for (const side of SIDES) {
    Object.defineProperty(canvas, side, {
      get: () => told[side] ?? real[side].get.call(canvas),
      set: (pixels) => { told[side] = Math.floor(pixels); },
    });
  }
  return () => {
    for (const side of SIDES) {
      if (side in told && real[side].get.call(canvas) !== told[side]) real[side].set.call(canvas, told[side]);
    }
  };
}

/** Calls `act`, which asks the browser for its ratio of pixels and is told `ratio`. */
export function withPixelRatio(ratio, act) {
  const real = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio');
  Object.defineProperty(window, 'devicePixelRatio', { configurable: true, value: ratio });
  try {
    act();
  } finally {
    Object.defineProperty(window, 'devicePixelRatio', real);
  }
}
