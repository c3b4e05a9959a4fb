// Which SIMD targets the kernels are compiled for; included before anything of Highway.
//
// In single precision: whatever the compiler can make, chosen at run time. In double precision, which only serves to check derivatives:
// no SIMD, because Highway has no double vectors for WebAssembly.
#pragma once

#ifdef ATTN_REAL_DOUBLE
#define HWY_COMPILE_ONLY_SCALAR
#endif
