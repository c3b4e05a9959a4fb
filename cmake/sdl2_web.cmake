# SDL2 for WebAssembly from `sdl2_SOURCE_DIR`, compiled into this build with SDL's own fixed configuration for Emscripten: window, input,
# timer and OpenGL only. (SDL's CMake project would probe the compiler for minutes to arrive at the same.)
#
# Joysticks are left out. What ImGui's SDL2 backend asks of them is answered in sdl2_left_out.c.
set(attn_sdl_parts "." atomic cpuinfo dynapi events file libm loadso/dlopen locale
    locale/emscripten misc misc/emscripten filesystem/emscripten render stdlib thread thread/generic timer timer/unix video
    video/emscripten video/yuv2rgb)
set(attn_sdl_sources)
foreach(part IN LISTS attn_sdl_parts)
  file(GLOB part_sources "${sdl2_SOURCE_DIR}/src/${part}/*.c")
  list(APPEND attn_sdl_sources ${part_sources})
endforeach()
# The code that copies pixels between software surfaces is a tenth of the program and never called: OpenGL draws everything.
list(FILTER attn_sdl_sources EXCLUDE REGEX "/video/SDL_(blit[_A-Za-z0-9]*|RLEaccel)\\.c$")
list(APPEND attn_sdl_sources "${CMAKE_SOURCE_DIR}/cmake/sdl2_left_out.c")
add_library(sdl2_web STATIC EXCLUDE_FROM_ALL ${attn_sdl_sources})
target_include_directories(sdl2_web SYSTEM PUBLIC "${sdl2_SOURCE_DIR}/include")
target_include_directories(sdl2_web SYSTEM PRIVATE "${sdl2_SOURCE_DIR}/src/video/khronos")
target_compile_definitions(sdl2_web PRIVATE
  SDL_AUDIO_DISABLED=1 SDL_JOYSTICK_DISABLED=1 SDL_SENSOR_DISABLED=1 SDL_RENDER_DISABLED=1 SDL_POWER_DISABLED=1)
target_compile_options(sdl2_web PRIVATE -Oz -w)
add_library(SDL2::SDL2 ALIAS sdl2_web)
