# The project's own kinds of target: one library for each folder of src, test programs, and programs for Node.

# What every target of ours is compiled with. No fast-math: kernels rely on infinities and on exact comparisons.
add_library(attn_options INTERFACE)
target_compile_features(attn_options INTERFACE cxx_std_20)
target_include_directories(attn_options INTERFACE src)
target_compile_options(attn_options INTERFACE -Wall -Wextra -Werror)
if(EMSCRIPTEN)
  # A CHECK says its place, and the folder that the course was built in is nobody's business.
  target_compile_options(attn_options INTERFACE "-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/src/=")
  target_compile_options(attn_options INTERFACE -msimd128 -fno-exceptions -fno-rtti)
else()
  target_compile_options(attn_options INTERFACE -ffp-contract=off)  # the same numbers as WebAssembly, which has no fused multiply-add
  target_compile_definitions(attn_options INTERFACE _REENTRANT)  # as SDL2 and GoogleTest ask, so that one precompiled header serves all
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlaps, overflows and uninitialised values in inlined strings and matrices that are none (PR105651, PR105593).
  target_compile_options(attn_options INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-maybe-uninitialized -Wno-use-after-free)
endif()
if(ATTN_SANITIZE)
  target_compile_options(attn_options INTERFACE -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-sanitize=null,alignment,object-size,vptr)  # AddressSanitizer sees what these four look for, and each check is code to compile
  target_link_options(attn_options INTERFACE -fsanitize=address,undefined)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Two of the instruction sets that the kernels are made for, AVX2 and what every processor has: the others' code is the same.
    target_compile_definitions(attn_options INTERFACE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL)")
  endif()
endif()

# The sources of src/<folder> for this platform, without programs' entry points: `*_web.cpp` only in the web build, `*_native.cpp` only
# natively.
function(attn_sources folder result)
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp")
  if(EMSCRIPTEN)
    list(FILTER sources EXCLUDE REGEX "_native\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "_web\\.cpp$")
  endif()
  list(FILTER sources EXCLUDE REGEX "/(main_[a-z]+|bindings_web|bindings_team|kernels_js|stills)\\.cpp$")
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# A library from sources that may be none yet (headers only).
function(attn_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC attn_options ${arg_LINK})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE attn_options ${arg_LINK})
  endif()
endfunction()

# How code is optimised, and the header that is compiled once for all sources of that kind:
#   numeric    the loops that take time: -O3
#   interface  everything else, on the web also layers and networks, which call those loops: -O1 natively, for size on the web
#   test       test programs: -Og, which compiles in four fifths of the time of -O1
#   double     numeric layers with double-precision `Real`, and the tests of derivatives that use them: -Og
# A header with Eigen costs two seconds wherever it is included, so base/mat.h and the standard library are precompiled.
set(attn_optimised_numeric -O3)
set(attn_optimised_interface $<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O1>)
set(attn_optimised_test -Og)
set(attn_optimised_double -Og)
if(ATTN_SANITIZE)
  # Checks as calls are slower to run and half as long to compile, which pays everywhere but in the loops.
  set(attn_optimised_numeric -O1)
  foreach(kind interface test)
    set(attn_optimised_${kind} -Og $<$<CXX_COMPILER_ID:GNU>:SHELL:--param=asan-instrumentation-with-call-threshold=0>)
  endforeach()
endif()
set(attn_common_headers <algorithm> <cmath> <functional> <memory> <string> <string_view> <utility> <vector> "${CMAKE_SOURCE_DIR}/src/base/mat.h")

# attn_precompiled(target kind): its optimisation, and the precompiled header of that kind.
function(attn_precompiled target kind)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    return()
  endif()
  target_compile_options(${target} PRIVATE ${attn_optimised_${kind}})
  # Most of a compiler's time goes into headers, so four sources become one. Then names in their unnamed namespaces must differ. Not so the
  # loops, whose header makes variants for each instruction set file by file, and folders whose files each name the same things, as the
  # tests of a lesson do.
  set(apart kernels autodiff compute_gl window reader unit_course unit_gl gl_parity parity_tests)
  string(REGEX REPLACE "^attn_|_double$" "" folder ${target})
  if(NOT folder IN_LIST apart AND NOT target MATCHES "^lesson_")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4)
  endif()
  set(header attn_precompiled_${kind})
  if(NOT TARGET ${header})
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/precompiled.cpp" CONTENT "")
    add_library(${header} OBJECT EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/generated/precompiled.cpp")
    target_link_libraries(${header} PRIVATE attn_options attn_eigen)
    target_compile_options(${header} PRIVATE ${attn_optimised_${kind}})
    target_precompile_headers(${header} PRIVATE ${attn_common_headers})
    if(kind STREQUAL double)
      target_compile_definitions(${header} PRIVATE ATTN_REAL_DOUBLE=1)
    endif()
    if(kind STREQUAL test)
      target_link_libraries(${header} PRIVATE GTest::gtest)
      target_precompile_headers(${header} PRIVATE <gtest/gtest.h>)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${header})
endfunction()

# attn_<folder>, linked to `ARGN`.
function(attn_layer folder)
  attn_sources(${folder} sources)
  attn_library(attn_${folder} SOURCES ${sources} LINK ${ARGN})
  attn_precompiled(attn_${folder} interface)
endfunction()

# Sources of src/<folder> that name what others there name, each in its own way: they are compiled one by one.
function(attn_one_by_one folder)
  list(TRANSFORM ARGN REPLACE "(.+)" "src/${folder}/\\1.cpp" OUTPUT_VARIABLE sources)
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# attn_<folder> and a twin with double-precision `Real`, attn_<folder>_double, for Jacobian tests. KIND is how it is optimised on the web,
# numeric unless said.
function(attn_numeric_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "KIND" "ON;LINK")
  if(NOT arg_KIND OR NOT EMSCRIPTEN)
    set(arg_KIND numeric)
  endif()
  list(TRANSFORM arg_ON PREPEND attn_ OUTPUT_VARIABLE layers)
  attn_sources(${folder} sources)
  attn_library(attn_${folder} SOURCES ${sources} LINK ${layers} ${arg_LINK})
  list(TRANSFORM layers APPEND _double)
  attn_library(attn_${folder}_double SOURCES ${sources} LINK ${layers} ${arg_LINK})
  if(sources)
    attn_precompiled(attn_${folder} ${arg_KIND})
    attn_precompiled(attn_${folder}_double double)
    set_target_properties(attn_${folder}_double PROPERTIES EXCLUDE_FROM_ALL ON)
    target_compile_definitions(attn_${folder}_double PUBLIC ATTN_REAL_DOUBLE=1)
  else()
    target_compile_definitions(attn_${folder}_double INTERFACE ATTN_REAL_DOUBLE=1)
  endif()
endfunction()

# Sources of a numeric layer that are built for size on the web: their loops are in others, or a lesson waits for their download longer than
# for them.
function(attn_small_on_web)
  if(EMSCRIPTEN)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -Os SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# attn_kernels_relaxed: attn_kernels with WebAssembly's relaxed SIMD, from the first compiler on that makes its final instructions. A program
# that links it ahead of everything else takes its kernels from there, for the linker takes what it finds first. Engines without relaxed
# SIMD refuse such a program.
function(attn_relaxed_kernels)
  if(NOT EMSCRIPTEN OR EMSCRIPTEN_VERSION VERSION_LESS 3.1.40)
    return()
  endif()
  attn_sources(kernels sources)
  attn_library(attn_kernels_relaxed SOURCES ${sources} LINK attn_base attn_highway)
  target_compile_definitions(attn_kernels_relaxed PRIVATE ATTN_RELAXED_SIMD=1)
  target_compile_options(attn_kernels_relaxed PRIVATE -mrelaxed-simd ${attn_optimised_numeric})
  target_precompile_headers(attn_kernels_relaxed PRIVATE ${attn_common_headers})
  set_target_properties(attn_kernels_relaxed PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()

# A program for the command line; on the web a single .js file that Node runs and that sees the real file system.
function(attn_console_program name)
  if(EMSCRIPTEN)
    # At -O0 it would be linked with libraries for debugging, which no installation has ready: two and a half minutes of compiling.
    target_link_options(${name} PRIVATE ${ATTN_WEB_STACK} -O1 -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sSINGLE_FILE=1
                        -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  endif()
endfunction()

# How sources of tests are compiled, into a program or into objects for several.
function(attn_test_options name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE ${arg_LINK} attn_options GTest::gtest)
  if(name MATCHES "_jacobian$")
    attn_precompiled(${name} double)
  else()
    attn_precompiled(${name} test)
  endif()
  target_compile_definitions(${name} PRIVATE "ATTN_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\"" "ATTN_BUILD_DIR=\"${CMAKE_BINARY_DIR}\""
                             "ATTN_FIXTURES_DIR=\"${CMAKE_SOURCE_DIR}/tests/parity/fixtures\"")
endfunction()

# A GoogleTest program from the sources that match a pattern below tests/, run by ctest under its own name; no target where none match.
# Files that end in _native_test.cpp are the desktop's. Its results are written to <build>/results/<name>.xml, where tools/test.sh counts them.
#
# By its KIND tools/test.sh chooses the builds that a test is made in, so that it need not be compiled three times. It is its label, and the target
# <kind>_tests builds all of that kind:
#   numeric    numbers that an optimiser or another machine may change
#   interface  all else that needs no lesson
#   lesson     what needs lessons
#   desktop    what the native program consists of, and OpenGL
#   live       trains through hundreds of steps, for what comes of it
foreach(kind numeric interface lesson desktop live)
  add_custom_target(${kind}_tests)
endforeach()
function(attn_test name pattern)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "KIND;EXCEPT" "LINK")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/${pattern}")
  if(EMSCRIPTEN)
    list(FILTER sources EXCLUDE REGEX "_native_test\\.cpp$")
  endif()
  if(arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "${arg_EXCEPT}")
  endif()
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  attn_console_program(${name})
  attn_test_options(${name} LINK ${arg_LINK})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name} "--gtest_output=xml:${CMAKE_BINARY_DIR}/results/${name}.xml")
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
  if(NOT arg_KIND)
    set(arg_KIND interface)
  endif()
  add_dependencies(${arg_KIND}_tests ${name})
  set_tests_properties(${name} PROPERTIES LABELS ${arg_KIND})
  if(name MATCHES "^lesson_")
    set_tests_properties(${name} PROPERTIES COST 100)  # the long ones first, so that no core waits for the last of them
  endif()
endfunction()
