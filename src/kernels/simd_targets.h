// Selects the SIMD targets that the kernels are compiled for. It must be included before anything of Highway.
//
// In single precision these are all targets that the compiler supports; one of them is chosen at run time. Double precision only serves to
// check derivatives and has no SIMD, because Highway has no double vectors for WebAssembly.
#pragma once

#ifdef ATTN_REAL_DOUBLE
#define HWY_COMPILE_ONLY_SCALAR
#endif
