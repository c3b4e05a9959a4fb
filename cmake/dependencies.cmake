# Third-party libraries as targets: Eigen3::Eigen, attn_highway, SDL2::SDL2, imgui, imgui_backends, attn_md4c, GTest::gtest_main,
# benchmark::benchmark.
#
# Installed packages are used where they serve; otherwise the pinned upstream release is fetched and verified. tools/setup.sh supplies
# sources from the distribution instead: it writes `sources.cmake` (FETCHCONTENT_SOURCE_DIR_*) into the cache folder read here.
include(FetchContent)

include(cmake/cache_folder.cmake)
include("${attn_cache}/sources.cmake" OPTIONAL)

# Declares a pinned release. With the further argument SOURCES_ONLY, FetchContent_MakeAvailable puts its sources at <name>_SOURCE_DIR
# without running the project's own CMake files: it looks for them in a folder that is not there.
macro(attn_release name url sha256)
  set(attn_subdirectory "")
  if("${ARGN}" STREQUAL SOURCES_ONLY)
    set(attn_subdirectory SOURCE_SUBDIR sources-only)
  endif()
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP TRUE ${attn_subdirectory})
endmacro()
if(EMSCRIPTEN)
  set(attn_web_sources_only SOURCES_ONLY)
endif()
attn_release(eigen https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.bz2
             b4c198460eba6f28d34894e3a5710998818515104d6e74e5cc331ce31e46e626 SOURCES_ONLY)
attn_release(highway https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz
             566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e ${attn_web_sources_only})
attn_release(sdl2 https://github.com/libsdl-org/SDL/releases/download/release-2.26.5/SDL2-2.26.5.tar.gz
             ad8fea3da1be64c83c45b1d363a6b4ba8fd60f5bde3b23ec73855709ec5eabf7 ${attn_web_sources_only})
# Version 1.92.2b; an archive by commit, as the tag's archive has no published digest.
attn_release(imgui https://codeload.github.com/ocornut/imgui/tar.gz/45acd5e0e82f4c954432533ae9985ff0e1aad6d5
             97484925aec2f4d3e913d6644d46b234f8d6d8d98c6aa9c50109e0f0df772090 SOURCES_ONLY)
attn_release(md4c https://github.com/mity/md4c/archive/refs/tags/release-0.4.8.tar.gz
             4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f SOURCES_ONLY)
attn_release(googletest https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz
             81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2 SOURCES_ONLY)
attn_release(benchmark https://github.com/google/benchmark/archive/refs/tags/v1.7.1.tar.gz
             6430e4092653380d9dc4ccb45a1e2dc9259d581f4866dc0759713126056bc1d7)

# Headers only, for both builds.
find_path(ATTN_EIGEN_DIR Eigen/Core PATHS /usr/include/eigen3 /usr/local/include/eigen3 NO_CMAKE_FIND_ROOT_PATH)
if(NOT ATTN_EIGEN_DIR)
  FetchContent_MakeAvailable(eigen)
  set(ATTN_EIGEN_DIR "${eigen_SOURCE_DIR}" CACHE PATH "" FORCE)
endif()
add_library(attn_eigen INTERFACE)
target_include_directories(attn_eigen SYSTEM INTERFACE "${ATTN_EIGEN_DIR}")

# Natively the library holds the run-time dispatch; WebAssembly has one target, and the headers suffice. They are linked alone into the
# build tree, because the folder they are installed in also holds the machine's own C library headers.
add_library(attn_highway INTERFACE)
if(EMSCRIPTEN)
  find_path(ATTN_HIGHWAY_DIR hwy/highway.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ATTN_HIGHWAY_DIR)
    FetchContent_MakeAvailable(highway)
    set(ATTN_HIGHWAY_DIR "${highway_SOURCE_DIR}" CACHE PATH "" FORCE)
  endif()
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/highway")
  file(CREATE_LINK "${ATTN_HIGHWAY_DIR}/hwy" "${CMAKE_BINARY_DIR}/highway/hwy" SYMBOLIC)
  target_include_directories(attn_highway SYSTEM INTERFACE "${CMAKE_BINARY_DIR}/highway")
else()
  find_package(hwy CONFIG QUIET)
  if(NOT hwy_FOUND)
    set(HWY_ENABLE_EXAMPLES OFF CACHE INTERNAL "")
    set(BUILD_TESTING OFF)
    FetchContent_MakeAvailable(highway)
    add_library(hwy::hwy ALIAS hwy)
  endif()
  target_link_libraries(attn_highway INTERFACE hwy::hwy)
endif()

if(EMSCRIPTEN)
  FetchContent_MakeAvailable(sdl2)
  include(cmake/sdl2_web.cmake)
else()
  find_package(SDL2 CONFIG QUIET)
  if(NOT SDL2_FOUND)
    FetchContent_MakeAvailable(sdl2)
  endif()
  # Of the system: OpenGL, and Pango, which shapes and draws what the bundled fonts lack, and writes PNG files.
  find_package(OpenGL QUIET COMPONENTS OpenGL EGL)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(PANGO QUIET IMPORTED_TARGET pangocairo)
  endif()
  if(NOT OpenGL_FOUND OR NOT PANGO_FOUND)
    message(FATAL_ERROR "The desktop program needs the development files of OpenGL with EGL, pkg-config and Pango with cairo; some are missing. "
                        "tools/setup.sh native installs all that this preset needs (Debian), or says what is missing.")
  endif()
endif()

# Found by file: Debian's package configuration of md4c fails unless its HTML renderer is installed too.
if(NOT EMSCRIPTEN)
  find_library(ATTN_MD4C_LIBRARY md4c)
  find_path(ATTN_MD4C_DIR md4c.h)
endif()
if(ATTN_MD4C_LIBRARY AND ATTN_MD4C_DIR)
  add_library(attn_md4c INTERFACE)
  target_include_directories(attn_md4c SYSTEM INTERFACE "${ATTN_MD4C_DIR}")
  target_link_libraries(attn_md4c INTERFACE "${ATTN_MD4C_LIBRARY}")
else()
  FetchContent_MakeAvailable(md4c)
  add_library(attn_md4c STATIC EXCLUDE_FROM_ALL "${md4c_SOURCE_DIR}/src/md4c.c")
  target_include_directories(attn_md4c SYSTEM PUBLIC "${md4c_SOURCE_DIR}/src")
endif()

FetchContent_MakeAvailable(imgui)
include(cmake/imgui.cmake)

if(NOT EMSCRIPTEN)
  find_package(GTest CONFIG QUIET)
endif()
if(NOT GTest_FOUND)
  set(INSTALL_GTEST OFF CACHE INTERNAL "")
  set(BUILD_GMOCK OFF CACHE INTERNAL "")
  if(EMSCRIPTEN)
    set(gtest_disable_pthreads ON CACHE INTERNAL "")  # else a search for threads makes Emscripten build its libraries a second time
  endif()
  FetchContent_MakeAvailable(googletest)
  add_subdirectory("${googletest_SOURCE_DIR}" "${googletest_BINARY_DIR}" EXCLUDE_FROM_ALL SYSTEM)
  target_compile_options(gtest PRIVATE -w)
  target_compile_options(gtest_main PRIVATE -w)
  if(NOT TARGET GTest::gtest_main)
    add_library(GTest::gtest_main ALIAS gtest_main)
  endif()
endif()

if(NOT EMSCRIPTEN)
  find_package(benchmark CONFIG QUIET)
  if(NOT benchmark_FOUND)
    set(BENCHMARK_ENABLE_TESTING OFF CACHE INTERNAL "")
    set(BENCHMARK_ENABLE_INSTALL OFF CACHE INTERNAL "")
    FetchContent_MakeAvailable(benchmark)
  endif()
endif()
