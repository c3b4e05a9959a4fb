// What of WebAssembly this browser runs. Neither SIMD nor relaxed SIMD, whose multiply-add rounds once where the machine does, has a flag to
// ask for: a module with one such instruction is valid or it is not.

/** A module whose one function, without parameters and results, has the instructions `code`. */
const moduleOf = (...code) => Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic number and version
  1, 4, 1, 0x60, 0, 0, // types: one function without parameters and results
  3, 2, 1, 0, // functions: one, of that type
  10, code.length + 4, 1, code.length + 2, 0, ...code, 0x0b, // code: one body without locals, and its end
);

const SPLAT = [0x41, 0, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
const RELAXED_MADD = [0xfd, 0x85, 0x02], DROP = [0x1a];

/** Whether it runs the program at all: some browsers are too old, and some are forbidden to compile anything. */
export function runsWebAssembly() {
  try {
    return new WebAssembly.Module(moduleOf(...SPLAT, ...DROP)) !== null;
  } catch {
    return false;
  }
}

export const hasRelaxedSimd = () => runsWebAssembly() && WebAssembly.validate(moduleOf(...SPLAT, ...SPLAT, ...SPLAT, ...RELAXED_MADD, ...DROP));
