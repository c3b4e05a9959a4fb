# Dear ImGui from `imgui_SOURCE_DIR`: `imgui` is the core, which needs no window and no GPU; `imgui_backends` joins it to SDL2 and OpenGL.
add_library(imgui STATIC EXCLUDE_FROM_ALL
  "${imgui_SOURCE_DIR}/imgui.cpp" "${imgui_SOURCE_DIR}/imgui_draw.cpp"
  "${imgui_SOURCE_DIR}/imgui_tables.cpp" "${imgui_SOURCE_DIR}/imgui_widgets.cpp"
  "${imgui_SOURCE_DIR}/misc/cpp/imgui_stdlib.cpp")
target_include_directories(imgui SYSTEM PUBLIC "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/misc/cpp" "${imgui_SOURCE_DIR}/backends")
target_compile_definitions(imgui PUBLIC
  IMGUI_USE_WCHAR32                   # sentences in any script
  IMGUI_DISABLE_OBSOLETE_FUNCTIONS
  IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS IMGUI_DISABLE_DEFAULT_FONT   # weight that no figure uses
  IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS)

add_library(imgui_backends STATIC EXCLUDE_FROM_ALL
  "${imgui_SOURCE_DIR}/backends/imgui_impl_sdl2.cpp" "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
target_link_libraries(imgui_backends PUBLIC imgui SDL2::SDL2)
if(EMSCRIPTEN)
  # Without the definition the renderer falls back to WebGL 1. The SDL2 backend uses EM_JS without including its header.
  target_compile_definitions(imgui_backends PUBLIC IMGUI_IMPL_OPENGL_ES3)
  target_compile_options(imgui_backends PRIVATE -include emscripten.h)
  target_compile_options(imgui PRIVATE -Oz)
  target_compile_options(imgui_backends PRIVATE -Oz)
else()
  target_compile_options(imgui PRIVATE -O1)
  target_compile_options(imgui_backends PRIVATE -O1)
  target_link_libraries(imgui_backends PUBLIC OpenGL::OpenGL ${CMAKE_DL_LIBS})
endif()
