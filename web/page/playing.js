// The rest between two steps of a process that plays: no frame is asked for meanwhile.

/** Returns the function to call with the module when it wants no more frames; it calls `act` when the next step of what plays is due. */
export function restOf(act) {
  let timer = 0;
  return (module) => {
    clearTimeout(timer);
    const rest = module._lab_rest();
    if (rest >= 0) timer = setTimeout(act, rest);
  };
}
