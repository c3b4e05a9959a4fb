// The module of attention-kernels.mjs once more, compiled with relaxed SIMD. That file fetches it where the engine knows it.
export default '@WASM_BASE64@'; // the build puts the module here
