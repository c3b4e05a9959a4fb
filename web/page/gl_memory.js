// What WebGL tells of its own state only after the graphics process has been asked, which may be busy with the page. Dear ImGui asks for
// eight such values in every frame.

const textures = new WeakMap();

/** How many textures a context that was given to remember() has; 0 where there is none. */
export const texturesOf = (gl) => textures.get(gl)?.size ?? 0;

/** Counts the textures of `gl` from now on. */
function count(gl) {
  const alive = new Set(), [make, remove] = [gl.createTexture.bind(gl), gl.deleteTexture.bind(gl)];
  gl.createTexture = () => {
    const texture = make();
    alive.add(texture);
    return texture;
  };
  gl.deleteTexture = (texture) => {
    alive.delete(texture);
    remove(texture);
  };
  gl.canvas.addEventListener('webglcontextlost', () => alive.clear());
  textures.set(gl, alive);
}

/** From now on `gl` answers for viewport, scissor box and blending from memory. */
export function remember(gl) {
  const known = new Map();
  const initial = () => {
    const box = [0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight];
    known.set(gl.VIEWPORT, box).set(gl.SCISSOR_BOX, box);
    blend(gl.ONE, gl.ZERO);
    blendEquation(gl.FUNC_ADD);
  };
  const blend = (source, target, alphaSource = source, alphaTarget = target) =>
    known.set(gl.BLEND_SRC_RGB, source).set(gl.BLEND_DST_RGB, target)
      .set(gl.BLEND_SRC_ALPHA, alphaSource).set(gl.BLEND_DST_ALPHA, alphaTarget);
  const blendEquation = (color, alpha = color) => known.set(gl.BLEND_EQUATION_RGB, color).set(gl.BLEND_EQUATION_ALPHA, alpha);
  const also = (name, note) => {
    const told = gl[name].bind(gl);
    gl[name] = (...values) => {
      note(...values);
      told(...values);
    };
  };
  also('viewport', (...box) => known.set(gl.VIEWPORT, box));
  also('scissor', (...box) => known.set(gl.SCISSOR_BOX, box));
  also('blendFunc', blend);
  also('blendFuncSeparate', blend);
  also('blendEquation', blendEquation);
  also('blendEquationSeparate', blendEquation);
  const ask = gl.getParameter.bind(gl);
  gl.getParameter = (name) => known.get(name) ?? ask(name);
  gl.canvas.addEventListener('webglcontextrestored', initial);
  initial();
  count(gl);
}
