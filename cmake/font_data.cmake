# The bundled fonts, as source of attn_canvas.
add_custom_command(
  OUTPUT "${CMAKE_BINARY_DIR}/generated/font_data.cpp"
  COMMAND ${CMAKE_COMMAND} "-DFONTS=${CMAKE_BINARY_DIR}/fonts" "-DOUT=${CMAKE_BINARY_DIR}/generated/font_data.cpp"
          -P "${CMAKE_SOURCE_DIR}/cmake/embed_fonts.cmake"
  DEPENDS cmake/embed_fonts.cmake "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf"
  VERBATIM)
target_sources(attn_canvas PRIVATE "${CMAKE_BINARY_DIR}/generated/font_data.cpp")
# Compiled by itself, so that a program may have fonts of its own in its place.
set_source_files_properties("${CMAKE_BINARY_DIR}/generated/font_data.cpp" PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
