# The programs, each where its entry point exists.

file(GLOB attn_entry_points CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}" src/app/main_*.cpp src/app/stills.cpp src/app/train.cpp
     src/kernels_js/bindings.cpp tests/bench/*_bench.cpp tests/bench/*_bench_web.cpp)

# The lesson texts and fonts that the native program reads lie beside it.
find_program(NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH)
if(NODE AND EXISTS "${CMAKE_SOURCE_DIR}/tools/fonts.mjs" AND EXISTS "${CMAKE_SOURCE_DIR}/node_modules")
  add_custom_command(
    OUTPUT "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf"
    COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/fonts.mjs" --out "${CMAKE_BINARY_DIR}/fonts"
    DEPENDS tools/fonts.mjs package-lock.json
    COMMENT "Cutting the fonts down to the characters of the course"
    VERBATIM)
  add_custom_target(fonts ALL DEPENDS "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf")
endif()

if(EMSCRIPTEN)
  # Modules for pages: ES modules with a factory, no code evaluated from strings (the pages' policy forbids it), little memory to begin with.
  set(attn_module_options ${ATTN_WEB_STACK} -sMODULARIZE=1 -sEXPORT_ES6=1 -sDYNAMIC_EXECUTION=0 -sALLOW_MEMORY_GROWTH=1
      -sMALLOC=emmalloc -sNO_FILESYSTEM=1)

  if("src/app/main_web.cpp" IN_LIST attn_entry_points)
    add_executable(attention-lab src/app/main_web.cpp)
    set_target_properties(attention-lab PROPERTIES SUFFIX .mjs)
    target_link_libraries(attention-lab PRIVATE attn_app attn_compute_gl)
    target_link_options(attention-lab PRIVATE ${attn_module_options} -sENVIRONMENT=web -sINITIAL_MEMORY=16MB
                        -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -lembind -Oz)
  endif()

  if("src/kernels_js/bindings.cpp" IN_LIST attn_entry_points)
    add_executable(attention-kernels src/kernels_js/bindings.cpp)
    set_target_properties(attention-kernels PROPERTIES SUFFIX .mjs)
    target_link_libraries(attention-kernels PRIVATE attn_kernels)
    target_link_options(attention-kernels PRIVATE ${attn_module_options} -sENVIRONMENT=web,worker,node -sINITIAL_MEMORY=4MB -O3)
  endif()
elseif("src/app/main_native.cpp" IN_LIST attn_entry_points)
  add_executable(attention-lab src/app/main_native.cpp)
  target_link_libraries(attention-lab PRIVATE attn_app attn_compute_gl)
endif()

if("src/app/train.cpp" IN_LIST attn_entry_points)
  add_executable(attention-train src/app/train.cpp)
  attn_console_program(attention-train)
  target_link_libraries(attention-train PRIVATE attn_models attn_tasks)
endif()

# Draws every lesson without a window or a GPU; the pages' still pictures come from it.
if("src/app/stills.cpp" IN_LIST attn_entry_points)
  add_executable(attention-stills src/app/stills.cpp)
  attn_console_program(attention-stills)
  target_link_libraries(attention-stills PRIVATE attn_app attn_compute)
endif()

set(attn_bench_sources ${attn_entry_points})
list(FILTER attn_bench_sources INCLUDE REGEX "_bench\\.cpp$")
if(attn_bench_sources AND NOT EMSCRIPTEN)
  add_executable(bench_native ${attn_bench_sources})
  target_link_libraries(bench_native PRIVATE attn_lessons attn_compute benchmark::benchmark_main)
endif()
set(attn_bench_sources ${attn_entry_points})
list(FILTER attn_bench_sources INCLUDE REGEX "_bench_web\\.cpp$")
if(attn_bench_sources AND EMSCRIPTEN)
  add_executable(bench_web ${attn_bench_sources})
  set_target_properties(bench_web PROPERTIES SUFFIX .mjs)
  target_link_libraries(bench_web PRIVATE attn_lessons attn_compute)
  target_link_options(bench_web PRIVATE ${attn_module_options} -sENVIRONMENT=web,node -O3)
endif()
