# The GPU kernels' shaders become part of attn_compute_gl.
file(GLOB attn_shaders CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/shaders/common.glsl" "${CMAKE_SOURCE_DIR}/shaders/kernels/*.frag")
set(attn_shader_source "${CMAKE_BINARY_DIR}/generated/kernel_shaders.cpp")
add_custom_command(
  OUTPUT "${attn_shader_source}"
  COMMAND ${CMAKE_COMMAND} -D "OUTPUT=${attn_shader_source}" -D "SHADERS=${attn_shaders}" -P "${CMAKE_SOURCE_DIR}/cmake/embed_shaders.cmake"
  DEPENDS ${attn_shaders} cmake/embed_shaders.cmake
  COMMENT "Embedding the shaders"
  VERBATIM)
target_sources(attn_compute_gl PRIVATE "${attn_shader_source}")
