// Whether this browser runs WebAssembly's relaxed SIMD, whose multiply-add rounds once where the machine does. The proposal has no flag to
// ask for: a module with one such instruction is valid or it is not.

const MODULE = Uint8Array.of(
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // magic number and version
  1, 4, 1, 0x60, 0, 0, // types: one function without parameters and results
  3, 2, 1, 0, // functions: one, of that type
  10, 20, 1, 18, 0, // code: one body of 18 bytes, no locals
  0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, // three times: i32.const 0, i8x16.splat
  0xfd, 0x85, 0x02, 0x1a, 0x0b, // f32x4.relaxed_madd, drop, end
);

export const hasRelaxedSimd = () => WebAssembly.validate(MODULE);
