// What WebGL tells of its own state only after the graphics process has been asked, which may be busy with the page. Dear ImGui asks for
// eight such values in every frame.

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
}
