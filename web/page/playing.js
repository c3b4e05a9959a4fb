// A process that plays: between its steps no frame is asked for.

/** A function that is handed the module when it wants no more frames, and calls `act` when the next step of what plays is due. */
export function restOf(act) {
  let timer = 0;
  return (module) => {
    clearTimeout(timer);
    const rest = module._lab_rest();
    if (rest >= 0) timer = setTimeout(act, rest);
  };
}
