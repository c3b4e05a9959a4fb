# The project's own kinds of target: one library for each folder of src, test programs, and programs for Node.

# What every target of ours is compiled with. No fast-math: kernels rely on infinities and on exact comparisons.
add_library(attn_options INTERFACE)
target_compile_features(attn_options INTERFACE cxx_std_20)
target_include_directories(attn_options INTERFACE src)
target_compile_options(attn_options INTERFACE -Wall -Wextra -Werror)
if(EMSCRIPTEN)
  target_compile_options(attn_options INTERFACE -msimd128 -fno-exceptions -fno-rtti)
else()
  target_compile_options(attn_options INTERFACE -ffp-contract=off)  # the same numbers as WebAssembly, which has no fused multiply-add
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(attn_options INTERFACE -Wno-restrict)  # g++ 12 sees overlaps in string concatenation that are none (PR105651)
endif()
if(ATTN_SANITIZE)
  target_compile_options(attn_options INTERFACE -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_link_options(attn_options INTERFACE -fsanitize=address,undefined)
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
  list(FILTER sources EXCLUDE REGEX "/(main_[a-z]+|stills)\\.cpp$")
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

# attn_<folder>, linked to `ARGN`. For size on the web: what is slow there is in the numeric layers.
function(attn_layer folder)
  attn_sources(${folder} sources)
  attn_library(attn_${folder} SOURCES ${sources} LINK ${ARGN})
  if(EMSCRIPTEN AND sources)
    target_compile_options(attn_${folder} PRIVATE -Oz)
  endif()
endfunction()

# attn_<folder> and a twin with double-precision `Real`, attn_<folder>_double, for Jacobian tests.
function(attn_numeric_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ON;LINK")
  list(TRANSFORM arg_ON PREPEND attn_ OUTPUT_VARIABLE layers)
  attn_sources(${folder} sources)
  attn_library(attn_${folder} SOURCES ${sources} LINK ${layers} ${arg_LINK})
  list(TRANSFORM layers APPEND _double)
  attn_library(attn_${folder}_double SOURCES ${sources} LINK ${layers} ${arg_LINK})
  if(sources)
    set_target_properties(attn_${folder}_double PROPERTIES EXCLUDE_FROM_ALL ON)
    target_compile_definitions(attn_${folder}_double PUBLIC ATTN_REAL_DOUBLE=1)
  else()
    target_compile_definitions(attn_${folder}_double INTERFACE ATTN_REAL_DOUBLE=1)
  endif()
endfunction()

# A program for the command line; on the web a single .js file that Node runs and that sees the real file system.
function(attn_console_program name)
  if(EMSCRIPTEN)
    target_link_options(${name} PRIVATE ${ATTN_WEB_STACK} -sENVIRONMENT=node -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sSINGLE_FILE=1
                        -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB)
  endif()
endfunction()

# A GoogleTest program from the sources that match a pattern below tests/, run by ctest under its own name; no target where none match.
# Its results are written to <build>/results/<name>.xml, where tools/test.sh counts them.
function(attn_test name pattern)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "EXCEPT" "LINK")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/${pattern}")
  if(arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "${arg_EXCEPT}")
  endif()
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  attn_console_program(${name})
  target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE ${arg_LINK} attn_options GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE "ATTN_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\"" "ATTN_BUILD_DIR=\"${CMAKE_BINARY_DIR}\""
                             "ATTN_FIXTURES_DIR=\"${CMAKE_SOURCE_DIR}/tests/parity/fixtures\"")
  add_test(NAME ${name} COMMAND ${name} "--gtest_output=xml:${CMAKE_BINARY_DIR}/results/${name}.xml")
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
endfunction()
