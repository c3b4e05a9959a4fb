# The programs, each where its entry point exists.

file(GLOB attn_entry_points CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}" src/programs/main_*.cpp src/programs/stills.cpp
     src/programs/kernels_js.cpp tests/bench/*_bench.cpp tests/bench/*_bench_web.cpp)

find_program(NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH)
if(NOT NODE)
  message(FATAL_ERROR "Node.js was not found. tools/setup.sh native, or web, installs all that the preset needs (Debian), or says what is missing.")
endif()
if(NOT EXISTS "${CMAKE_SOURCE_DIR}/node_modules/subset-font")
  message(FATAL_ERROR "The npm packages of the build are missing. tools/setup.sh native, or web, installs all that the preset needs; "
                      "`npm ci` these packages alone.")
endif()

add_custom_command(
  OUTPUT "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf"
  COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/fonts.mjs" --out "${CMAKE_BINARY_DIR}/fonts"
  DEPENDS tools/fonts.mjs package-lock.json
  COMMENT "Cutting the fonts down to the characters of the course"
  VERBATIM)
add_custom_target(fonts DEPENDS "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf")

# What the native program's reader shows lies beside it: the lessons' texts, their formulas, and the source that ran.
if(NOT EMSCRIPTEN)
  file(GLOB_RECURSE attn_assets CONFIGURE_DEPENDS assets/* src/*.h src/*.cpp)
  add_custom_command(
    OUTPUT "${CMAKE_BINARY_DIR}/assets.stamp"
    COMMAND ${CMAKE_COMMAND} -E copy_directory "${CMAKE_SOURCE_DIR}/assets" "${CMAKE_BINARY_DIR}/assets"
    COMMAND ${CMAKE_COMMAND} -E copy_directory "${CMAKE_SOURCE_DIR}/src" "${CMAKE_BINARY_DIR}/assets/source"
    COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/formulas.mjs" --lessons "${CMAKE_SOURCE_DIR}/assets/lessons" --out
            "${CMAKE_BINARY_DIR}/assets/formulas"
    COMMAND ${CMAKE_COMMAND} "-DOUTLINE=${CMAKE_SOURCE_DIR}/web/content/outline.json" "-DOUT=${CMAKE_BINARY_DIR}/assets/outline.tsv" -P
            "${CMAKE_SOURCE_DIR}/cmake/outline.cmake"
    COMMAND ${CMAKE_COMMAND} -E touch "${CMAKE_BINARY_DIR}/assets.stamp"
    DEPENDS ${attn_assets} tools/formulas.mjs tools/site/symbols.mjs web/content/outline.json cmake/outline.cmake
    COMMENT "Lesson texts, formulas and sources for the reader"
    VERBATIM)
  add_custom_target(assets ALL DEPENDS "${CMAKE_BINARY_DIR}/assets.stamp")
endif()

# attn_lab_module(program name): `program` as the pages load it, <build>/lab/<name>.*, by the target <name>. With a wasm-split that can make
# many parts it is cut into a primary part and the lessons', else it stays in one piece.
function(attn_lab_module program name)
  set(parts "")
  if(ATTN_BINARYEN)
    set(parts --binaryen "${ATTN_BINARYEN}")
    target_link_options(${program} PRIVATE -O1 -Wl,--emit-relocs)
  else()
    target_link_options(${program} PRIVATE -Oz)
  endif()
  add_custom_command(
    OUTPUT "${CMAKE_BINARY_DIR}/lab/${name}.parts.json"
    COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/lab_module.mjs" --js "$<TARGET_FILE:${program}>" --wasm
            "$<TARGET_FILE_DIR:${program}>/$<TARGET_FILE_BASE_NAME:${program}>.wasm" --out "${CMAKE_BINARY_DIR}/lab" --name ${name} ${parts}
    DEPENDS ${program} "$<TARGET_FILE:${program}>" tools/lab_module.mjs tools/parts/linked.mjs tools/parts/ownership.mjs package-lock.json
    COMMENT "Cutting ${program} into parts"
    VERBATIM)
  add_custom_target(${name} DEPENDS "${CMAKE_BINARY_DIR}/lab/${name}.parts.json")
endfunction()

if(EMSCRIPTEN)
  # Modules for pages: ES modules with a factory, no code evaluated from strings (the pages' policy forbids it), little memory to begin with,
  # and no more than 4 MB beyond what is asked for, since a model of the reader's may fill half of what a page can have.
  set(attn_module_options ${ATTN_WEB_STACK} -sMODULARIZE=1 -sEXPORT_ES6=1 -sDYNAMIC_EXECUTION=0 -sALLOW_MEMORY_GROWTH=1
      -sMEMORY_GROWTH_GEOMETRIC_CAP=4194304 -sMALLOC=emmalloc -sNO_FILESYSTEM=1)

  # The program twice, with plain and with relaxed SIMD where the compiler can; `ARGN` are the libraries that come first.
  function(attn_lab_program program module)
    add_executable(${program} $<TARGET_OBJECTS:attn_lab_objects>)
    target_link_libraries(${program} PRIVATE ${ARGN} attn_window attn_lessons attn_compute_gl)
    target_link_options(${program} PRIVATE ${attn_module_options} -sEXPORT_NAME=createLab -sENVIRONMENT=web,worker -sINITIAL_MEMORY=16MB
                        -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sGL_SUPPORT_AUTOMATIC_ENABLE_EXTENSIONS=0 -sEXPORTED_FUNCTIONS=_main,_malloc,_free
                        -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPF32,HEAPU8)
    attn_lab_module(${program} ${module})
  endfunction()
  if("src/programs/main_web.cpp" IN_LIST attn_entry_points)
    add_library(attn_lab_objects OBJECT src/programs/main_web.cpp src/programs/bindings_web.cpp src/programs/bindings_team.cpp)  # nothing but JavaScript calls the bindings
    target_link_libraries(attn_lab_objects PRIVATE attn_window attn_lessons attn_compute_gl)
    attn_precompiled(attn_lab_objects interface)
    attn_lab_program(attention-lab lab-module)
    if(TARGET attn_kernels_relaxed)
      attn_lab_program(attention-lab-relaxed lab-module-relaxed attn_kernels_relaxed)
    endif()
  endif()

  # One file for other people's code: plain WebAssembly without any of Emscripten's JavaScript, put into our own module. And where the
  # compiler can, a second one with relaxed SIMD, which the first fetches if it lies beside.
  function(attn_kernel_module name kernels module)
    add_executable(${name} src/programs/kernels_js.cpp)
    get_filename_component(stem ${module} NAME_WLE)
    set_target_properties(${name} PROPERTIES OUTPUT_NAME ${stem} SUFFIX .wasm)
    target_link_libraries(${name} PRIVATE ${kernels})
    target_compile_options(${name} PRIVATE -Os)  # the loops that take time are the kernels'
    target_link_options(${name} PRIVATE ${ATTN_WEB_STACK} -sSTANDALONE_WASM=1 --no-entry -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=4MB -O3)
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/kernel_module.mjs" ${ARGN} $<TARGET_FILE:${name}>
              "${CMAKE_SOURCE_DIR}/web/kernels/${module}" "${CMAKE_BINARY_DIR}/${module}"
      VERBATIM)
    file(GLOB scripts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/web/kernels/*.mjs")
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${scripts} "${CMAKE_SOURCE_DIR}/tools/kernel_module.mjs")
  endfunction()
  if("src/programs/kernels_js.cpp" IN_LIST attn_entry_points)
    if(TARGET attn_kernels_relaxed)
      attn_kernel_module(attention-kernels attn_kernels attention-kernels.mjs)
      attn_kernel_module(attention-kernels-relaxed attn_kernels_relaxed attention-kernels.relaxed.mjs)
      add_dependencies(attention-kernels attention-kernels-relaxed)
    else()
      attn_kernel_module(attention-kernels attn_kernels attention-kernels.mjs --alone)
    endif()

    # The same as a package for npm, <build>/package/attention-kernels.
    set(attn_kernel_files "$<TARGET_FILE:attention-kernels>")
    if(TARGET attention-kernels-relaxed)
      list(APPEND attn_kernel_files attention-kernels-relaxed "$<TARGET_FILE:attention-kernels-relaxed>")
    endif()
    add_custom_command(
      OUTPUT "${CMAKE_BINARY_DIR}/package/attention-kernels/package.json"
      COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/package.mjs" --modules "${CMAKE_BINARY_DIR}" --out
              "${CMAKE_BINARY_DIR}/package/attention-kernels"
      DEPENDS attention-kernels ${attn_kernel_files} web/kernels/attention-kernels.d.ts web/kernels/README.md web/kernels/CHANGELOG.md
              package.json LICENSE tools/package.mjs
      COMMENT "Making the npm package"
      VERBATIM)
    add_custom_target(npm_package ALL DEPENDS "${CMAKE_BINARY_DIR}/package/attention-kernels/package.json")
  endif()
elseif("src/programs/main_native.cpp" IN_LIST attn_entry_points)
  add_executable(attention-lab src/programs/main_native.cpp)
  target_link_libraries(attention-lab PRIVATE attn_programs attn_reader attn_lessons attn_compute_gl)
  add_dependencies(attention-lab assets)
  attn_precompiled(attention-lab interface)
endif()

# A program without a window that knows every lesson.
function(attn_lesson_program name source)
  if(source IN_LIST attn_entry_points)
    add_executable(${name} ${source})
    attn_console_program(${name})
    target_link_libraries(${name} PRIVATE attn_programs attn_lessons attn_compute)
    attn_precompiled(${name} interface)
  endif()
endfunction()
attn_lesson_program(attention-train src/programs/main_train.cpp)
attn_lesson_program(attention-stills src/programs/stills.cpp)  # the pages' still pictures come from it

set(attn_bench_sources ${attn_entry_points})
list(FILTER attn_bench_sources INCLUDE REGEX "_bench\\.cpp$")
if(attn_bench_sources AND NOT EMSCRIPTEN)
  add_executable(bench_native ${attn_bench_sources})
  target_link_libraries(bench_native PRIVATE attn_window attn_lessons attn_compute benchmark::benchmark)
endif()
set(attn_bench_sources ${attn_entry_points})
list(FILTER attn_bench_sources INCLUDE REGEX "_bench_web\\.cpp$")
if(attn_bench_sources AND EMSCRIPTEN)
  add_executable(bench_web ${attn_bench_sources})
  set_target_properties(bench_web PROPERTIES SUFFIX .mjs)
  target_link_libraries(bench_web PRIVATE attn_lessons attn_compute)
  target_link_options(bench_web PRIVATE ${attn_module_options} -sENVIRONMENT=web,node -O3)
endif()
if(EMSCRIPTEN AND TARGET attn_kernels_relaxed AND EXISTS "${CMAKE_SOURCE_DIR}/tests/bench/gpt2_web.cpp")
  add_executable(gpt2_web tests/bench/gpt2_web.cpp)
  set_target_properties(gpt2_web PROPERTIES SUFFIX .mjs EXCLUDE_FROM_ALL ON)
  target_link_libraries(gpt2_web PRIVATE attn_kernels_relaxed attn_models)
  target_link_options(gpt2_web PRIVATE ${attn_module_options} -sENVIRONMENT=web,node --no-entry -O3 -sEXPORTED_FUNCTIONS=_malloc,_free
                      -sEXPORTED_RUNTIME_METHODS=UTF8ToString,HEAPF32,HEAPU8)
endif()

# The static site: pages, modules, fonts and still pictures in one folder, <build>/site.
if(EMSCRIPTEN)
  set(attn_site_inputs "${CMAKE_BINARY_DIR}/fonts/inter-regular.ttf" package-lock.json)
  if(TARGET attention-kernels)
    list(APPEND attn_site_inputs attention-kernels "$<TARGET_FILE:attention-kernels>")
  endif()
  foreach(module lab-module lab-module-relaxed)
    if(TARGET ${module})
      list(APPEND attn_site_inputs ${module} "${CMAKE_BINARY_DIR}/lab/${module}.parts.json")
    endif()
  endforeach()
  if(TARGET attention-stills)
    file(GLOB attn_weights CONFIGURE_DEPENDS assets/weights/*.safetensors)
    add_custom_command(
      OUTPUT "${CMAKE_BINARY_DIR}/stills.stamp"
      COMMAND ${NODE} "$<TARGET_FILE:attention-stills>" --out "${CMAKE_BINARY_DIR}/stills" --weights "${CMAKE_SOURCE_DIR}/assets/weights"
      COMMAND ${CMAKE_COMMAND} -E touch "${CMAKE_BINARY_DIR}/stills.stamp"
      DEPENDS attention-stills ${attn_weights}
      COMMENT "Drawing every lesson's still pictures"
      VERBATIM)
    add_custom_target(stills DEPENDS "${CMAKE_BINARY_DIR}/stills.stamp")  # of its own, so that it waits for no other program
    list(APPEND attn_site_inputs stills "${CMAKE_BINARY_DIR}/stills.stamp")
  endif()
  if(EXISTS "${CMAKE_SOURCE_DIR}/tools/site.mjs")
    file(GLOB_RECURSE attn_page_sources CONFIGURE_DEPENDS web/* assets/* tools/*.mjs src/*.cpp src/*.h)
    set(attn_site_options "")
    if(ATTN_SOURCE)
      set(attn_site_options --budget off)  # the names of sources are many bytes
    endif()
    add_custom_command(
      OUTPUT "${CMAKE_BINARY_DIR}/site.stamp"
      COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/site.mjs" --wasm "${CMAKE_BINARY_DIR}" --stills "${CMAKE_BINARY_DIR}/stills"
              --fonts "${CMAKE_BINARY_DIR}/fonts" --out "${CMAKE_BINARY_DIR}/site" ${attn_site_options}
      COMMAND ${CMAKE_COMMAND} -E touch "${CMAKE_BINARY_DIR}/site.stamp"
      DEPENDS ${attn_page_sources} ${attn_site_inputs}
      COMMENT "Making the pages"
      VERBATIM)
    add_custom_target(site DEPENDS "${CMAKE_BINARY_DIR}/site.stamp")
  else()
    add_custom_target(site DEPENDS ${attn_site_inputs})
  endif()
endif()
