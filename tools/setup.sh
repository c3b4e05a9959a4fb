#!/usr/bin/env bash
# Sets a machine up for the build; needs bash. Nothing is installed, fetched or built twice.
#
#   tools/setup.sh native|web|test...   installs and fetches what these builds need: `native` for cmake --preset native (and asan), `web` for
#                                       --preset web, `test` for what the tests need beside both
#
# run.sh, test.sh, bench.sh and evaluate.sh source it, for these:
#
#   attn_begin STEPS          how many steps will be announced
#   attn_step TEXT            announces the next one: [2/6] TEXT
#   attn_long TEXT COMMAND... runs COMMAND with its output in a log, says every few seconds how far it is, and on failure why it failed
#   attn_time TEXT SECONDS    notes what something took; attn_times prints all notes of this run
#   attn_packages BUILD...    installs what these builds miss of the package lists below (Debian), or says what is missing (elsewhere); for the
#                             web also Emscripten: the user's own, a recent one into the cache folder, or the distribution's
#   attn_sources              SDL2's, ImGui's and md4c's sources from the distribution into the cache folder
#   attn_npm                  the npm packages of package-lock.json
#   attn_prepare N BUILD...   announces these three as steps, and that N follow
#   attn_configure PRESET, attn_build PRESET [TARGET...]
#   attn_parts KNOWN... -- ASKED...
#                             takes the words of a command line, all that are known where none is given; on an unknown one it shows the comment
#                             that the script opens with and stops. attn_wants WORD: is it among them?
#
# Anywhere but on Debian, CMake itself fetches the pinned upstream releases (cmake/dependencies.cmake).

ATTN_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
ATTN_CACHE=${ATTENTION_LAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/attention-lab}
export ATTENTION_LAB_CACHE=$ATTN_CACHE
ATTN_LOGS=$ATTN_ROOT/build/logs
ATTN_STEP=0
ATTN_STEPS=0
ATTN_EMSCRIPTEN=$ATTN_CACHE/emscripten
mkdir -p "$ATTN_LOGS" "$ATTN_CACHE"
source "$ATTN_ROOT/tools/apt.sh"

# Package lists: what every build needs (the web build no more than that), what the native one needs beside it, what running the tests does.
ATTN_PACKAGES_BUILD="ca-certificates cmake ninja-build ccache libeigen3-dev libhwy-dev xz-utils googletest python3"
ATTN_PACKAGES_NATIVE="g++ libsdl2-dev libmd4c-dev libgl-dev libopengl-dev libegl-dev libgles-dev pkg-config libpango1.0-dev libgtest-dev libbenchmark-dev"
ATTN_PACKAGES_TEST="clang-format binutils chromium xvfb xauth libgl1-mesa-dri libegl1 binaryen python3-numpy"

attn_begin() { ATTN_STEPS=$1; ATTN_STEP=0; : >"$ATTN_LOGS/times"; }
attn_step() { ATTN_STEP=$((ATTN_STEP + 1)); printf '[%d/%d] %s\n' "$ATTN_STEP" "$ATTN_STEPS" "$1"; }
attn_time() { printf '%6d s  %s\n' "$2" "$1" >>"$ATTN_LOGS/times"; }
attn_times() { awk 'BEGIN {print "Times:"} {print; all += $1} END {printf "%6d s  in all\n", all}' "$ATTN_LOGS/times"; }
attn_note() { printf '      %s\n' "$1"; }
attn_die() { printf '\nstopped: %s\n' "$1" >&2; shift; for line in "$@"; do printf '  %s\n' "$line" >&2; done; exit 1; }

# The last line of a log that is not empty, without control characters and cut to the width of a terminal. apt's progress is given in per
# cent.
attn_last_line() {
  tail -c 4000 "$1" 2>/dev/null | tr '\r' '\n' | tr -cd '[:print:]\n' | grep -v '^ *$' | tail -n 1 |
    sed 's/^\(dl\|pm\)status:[^:]*:\([0-9]*\)[^:]*:/\2 % /; s/^\(\[[0-9]* of [0-9]*\] [A-Z][a-z]* [A-Za-z]* [a-z]* \).*\//\1/' | cut -c 1-100
}

attn_long() {
  local text=$1 log start pid status=0 waited=0
  shift
  log=$ATTN_LOGS/$(printf '%s' "$text" | tr -cs 'A-Za-z0-9' '-').log
  start=$SECONDS
  attn_note "$text"
  "$@" >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    waited=$((waited + 1))
    if ((waited % 50 == 0)); then attn_note "  $((SECONDS - start)) s: $(attn_last_line "$log")"; fi
  done
  wait "$pid" || status=$?
  attn_time "$text" $((SECONDS - start))
  if ((status != 0)); then
    tail -n 40 "$log" >&2
    attn_die "$text failed (exit status $status)." "The whole output is in ${log#"$ATTN_ROOT"/}."
  fi
}

attn_parts() {
  local known=() word
  while [[ $1 != -- ]]; do known+=("$1"); shift; done
  shift
  for word in "$@"; do
    [[ " ${known[*]} " == *" $word "* ]] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
  done
  ATTN_PARTS=("$@")
  if (($# == 0)); then ATTN_PARTS=("${known[@]}"); fi
}
attn_wants() { [[ " ${ATTN_PARTS[*]} " == *" $1 "* ]]; }

attn_has() { command -v "$1" >/dev/null 2>&1; }
attn_is_debian() { attn_has apt-get && attn_has dpkg-query && grep -qs '^ID=debian' /etc/os-release; }

# An emcc that is not the distribution's: that of the active emsdk, or one on PATH.
attn_own_emcc() {
  local folder
  if [[ -n ${EMSDK:-} && -x $EMSDK/upstream/emscripten/emcc ]]; then echo "$EMSDK/upstream/emscripten/emcc"; return; fi
  while IFS= read -r -d : folder; do
    if [[ $folder != /usr/bin && $folder != /bin && -x $folder/emcc ]]; then echo "$folder/emcc"; return; fi
  done <<<"$PATH:"
}

attn_node_major() { node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

attn_as_root() {
  if ((EUID == 0)); then "$@"; elif attn_has sudo; then sudo "$@"; else
    attn_die "packages must be installed, which needs root." "Run as root, or install sudo, or have someone run:" "${*}"
  fi
}

# apt reports per cent on descriptor 3, which is opened below sudo because sudo passes no descriptors on. Descriptor 1 is the packages' own
# output.
attn_apt_install() {
  attn_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y update &&
    attn_as_root env DEBIAN_FRONTEND=noninteractive sh -c \
      'apt-get -q -y -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 --no-install-recommends install "$@" 3>&1' sh "$@"
}

# One of the compilers that CMakeLists.txt takes.
attn_has_compiler() {
  local name
  for name in ${CXX:-} c++ g++ clang++; do if attn_has "$name"; then return; fi; done
  return 1
}

# Says what a machine that is not Debian lacks, and how to go on.
attn_explain_missing() {
  local missing=() tool
  attn_has cmake && cmake -P "$ATTN_ROOT/cmake/version_check.cmake" 2>/dev/null || missing+=("CMake 3.25 or newer")
  attn_has ninja || missing+=("Ninja")
  if [[ " $* " == *" web "* && -z $(attn_own_emcc) ]] && ! attn_has emcc; then missing+=("Emscripten (https://emscripten.org/docs/getting_started: emsdk install latest, activate, source emsdk_env.sh)"); fi
  (($(attn_node_major) >= 18)) || missing+=("Node.js 18 or newer")
  attn_has npm || missing+=("npm")
  if [[ " $* " == *" native "* ]]; then
    attn_has_compiler || missing+=("a C++20 compiler: g++, clang++ or what CXX names")
    if attn_has pkg-config; then
      pkg-config --exists gl egl || missing+=("the development files of OpenGL and EGL (pkg-config: gl, egl)")
      pkg-config --exists pangocairo || missing+=("the development files of Pango with cairo (pkg-config: pangocairo)")
      pkg-config --exists sdl2 || pkg-config --exists x11 || pkg-config --exists wayland-client ||
        missing+=("SDL2's development files, or X11's or Wayland's, with which CMake builds SDL2 (pkg-config: sdl2, x11, wayland-client)")
    else
      missing+=("pkg-config, and with it the development files of OpenGL, EGL and Pango with cairo, and SDL2's or X11's")
    fi
  fi
  if [[ " $* " == *" test "* ]]; then
    for tool in clang-format xvfb-run objdump python3; do attn_has "$tool" || missing+=("$tool (for the tests)"); done
    ! attn_has python3 || "${PYTHON:-python3}" -c 'import numpy' 2>/dev/null || missing+=("NumPy for Python (for the tests)")
    [[ -x ${CHROMIUM:-/usr/bin/chromium} ]] || missing+=("Chromium at ${CHROMIUM:-/usr/bin/chromium}, or wherever CHROMIUM says (for the tests)")
  fi
  ((${#missing[@]} == 0)) && return
  attn_die "this is not Debian, so nothing can be installed from here. Missing:" "${missing[@]/#/- }" \
    "With these in place run the script again: whatever else is not there (Eigen, Highway, SDL2, Dear ImGui, md4c, GoogleTest," \
    "Google Benchmark) CMake fetches itself, each a pinned and verified upstream release (cmake/dependencies.cmake)."
}

attn_packages() {
  local wanted=($ATTN_PACKAGES_BUILD) list
  if ! attn_is_debian; then attn_explain_missing "$@"; attn_note "not Debian: CMake will fetch the pinned upstream sources"; return; fi
  for list in "$@"; do
    case $list in
      native) wanted+=($ATTN_PACKAGES_NATIVE) ;;
      test) wanted+=($ATTN_PACKAGES_TEST) ;;
    esac
  done
  (($(attn_node_major) >= 18)) || wanted+=(nodejs)
  attn_has npm || wanted+=(npm)
  attn_install "${wanted[@]}"
  (($(attn_node_major) >= 18)) || attn_die "Node.js is older than 18: $(node --version 2>/dev/null)." "Install a newer one, or remove it so that Debian's is used."
  if [[ " $* " == *" web "* ]]; then attn_compiler; fi
}

# Installs those of the packages that are missing.
attn_install() {
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then attn_note "all packages are installed"; return; fi
  attn_note "missing: ${missing[*]}"
  attn_long "installing ${#missing[@]} packages and what they need (1 to 3 minutes)" attn_apt_install "${missing[@]}"
}

# ---- the compiler ---------------------------------------------------------------------------------------------------------------------

# Newer suites change, so one after the other is tried. On a machine where none has worked, this is not tried again.
attn_fetch_emscripten() { "$ATTN_ROOT/tools/emscripten.sh" "$ATTN_EMSCRIPTEN" sid forky trixie || touch "$ATTN_EMSCRIPTEN.none"; }

# Emscripten, unless the user has one.
attn_compiler() {
  local own; own=$(attn_own_emcc)
  if [[ -n $own ]]; then attn_note "the emcc at $own"; return; fi
  attn_is_debian || return 0
  if [[ ! -f $ATTN_EMSCRIPTEN/origin && ! -f $ATTN_EMSCRIPTEN.none && $(dpkg --print-architecture) == amd64 ]]; then
    attn_long "fetching a recent Emscripten (about 100 MB, 15 to 90 seconds)" attn_fetch_emscripten
  fi
  if [[ -f $ATTN_EMSCRIPTEN/origin ]]; then attn_note "$(cat "$ATTN_EMSCRIPTEN/origin")"; return; fi
  attn_note "no newer suite of Debian has an Emscripten for this machine: the distribution's, and the program in one piece, without relaxed SIMD"
  attn_install emscripten
}

# ---- sources from the distribution ---------------------------------------------------------------------------------------------------

# Downloads the upstream archive of source package $1 from suite $2 and unpacks it to src/$3. The archive is verified by apt through the
# suite's signature, and against the digest $4 if it is the version for which that was taken.
attn_source() {
  local package=$1 suite=$2 name=$3 digest=$4 folder=$ATTN_CACHE/apt/$1 archive
  rm -rf "$folder" && mkdir -p "$folder"
  attn_private_apt "$ATTN_CACHE/apt" deb-src "$suite" update || return 1
  (cd "$folder" && attn_private_apt "$ATTN_CACHE/apt" deb-src "$suite" source --download-only --tar-only "$package") || return 1
  archive=$(find "$folder" -name '*.orig.tar.*' | head -n 1)
  [[ -n $archive ]] || return 1
  if ! echo "$digest  $archive" | sha256sum --check --status; then echo "another version than the one pinned: $(basename "$archive")"; fi
  rm -rf "$ATTN_CACHE/src/$name.part" && mkdir -p "$ATTN_CACHE/src/$name.part"
  tar -xf "$archive" -C "$ATTN_CACHE/src/$name.part" --strip-components=1 || return 1
  rm -rf "${ATTN_CACHE:?}/src/$name" && mv "$ATTN_CACHE/src/$name.part" "$ATTN_CACHE/src/$name"
}

# The same from the first suite that has the package. If none does, CMake fetches the upstream release.
attn_source_from() {
  local package=$1 name=$2 digest=$3 suite
  shift 3
  [[ -d $ATTN_CACHE/src/$name ]] && return
  for suite in "$@"; do attn_source "$package" "$suite" "$name" "$digest" && return; done
  echo "$package was not found in $*: CMake will fetch the upstream release"
}

attn_fetch_sources() {
  local part
  attn_source_from libsdl2 sdl2 b3f2c822151804125d08db94c65852f711c2e5df2145a59da120748dc32eb9c3 bookworm trixie
  attn_source_from imgui imgui e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48 forky sid
  attn_source_from md4c md4c 4a457df853425b6bb6e3457aa1d1a13bccec587a04c38c622b1013a0da41439f bookworm trixie forky
  rm -rf "$ATTN_CACHE/apt"
  {
    echo "# Written by tools/setup.sh, read by cmake/dependencies.cmake."
    for part in sdl2 imgui md4c; do
      if [[ -d $ATTN_CACHE/src/$part ]]; then echo "set(FETCHCONTENT_SOURCE_DIR_${part^^} \"\${CMAKE_CURRENT_LIST_DIR}/src/$part\")"; fi
    done
    if [[ -d /usr/src/googletest ]]; then echo 'set(FETCHCONTENT_SOURCE_DIR_GOOGLETEST /usr/src/googletest)'; fi
  } >"$ATTN_CACHE/sources.cmake"
}

attn_sources() {
  local part complete=1
  attn_is_debian || { attn_note "CMake fetches the upstream releases while configuring"; return; }
  for part in sdl2 imgui md4c; do [[ -d $ATTN_CACHE/src/$part ]] || complete=0; done
  if ((complete)) && [[ -f $ATTN_CACHE/sources.cmake ]] && { [[ ! -d /usr/src/googletest ]] || grep -q GOOGLETEST "$ATTN_CACHE/sources.cmake"; }; then
    attn_note "the sources of SDL2, Dear ImGui and md4c are there"
    return
  fi
  attn_long "fetching the sources of SDL2, Dear ImGui and md4c (about 30 seconds)" attn_fetch_sources
}

# ---- npm and CMake -------------------------------------------------------------------------------------------------------------------

attn_npm() {
  local stamp=$ATTN_ROOT/node_modules/.attention-lab wanted
  wanted=$(sha256sum <"$ATTN_ROOT/package-lock.json")
  if [[ -f $stamp && $(cat "$stamp") == "$wanted" ]]; then attn_note "the npm packages are there"; return; fi
  attn_long "installing the npm packages (about 30 seconds)" npm ci --prefix "$ATTN_ROOT" --no-audit --no-fund
  echo "$wanted" >"$stamp"
}

attn_prepare() {
  attn_begin $((3 + $1))
  attn_step "packages"
  attn_packages "${@:2}"
  attn_step "sources"
  attn_sources
  attn_step "npm packages"
  attn_npm
}

attn_configure() {
  local preset=$1 build=$ATTN_ROOT/build/$1
  # A cache from another compiler or another folder cannot be reused.
  if [[ -f $build/CMakeCache.txt && ! -f $build/build.ninja ]]; then rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"; fi
  if [[ $preset == web && -f $build/CMakeCache.txt ]]; then
    local emcc; emcc=$(attn_own_emcc)
    if [[ -z $emcc && -f $ATTN_EMSCRIPTEN/origin ]]; then emcc=$ATTN_EMSCRIPTEN/root/usr/share/emscripten/emcc; fi
    emcc=${emcc:-/usr/bin/emcc}
    grep -qx "ATTN_EMCC:FILEPATH=$emcc" "$build/CMakeCache.txt" || rm -rf "$build"
  fi
  [[ -f $build/build.ninja ]] && return
  attn_long "configuring the $preset build" cmake --preset "$preset" -S "$ATTN_ROOT"
}

attn_build() {
  local preset=$1
  shift
  attn_configure "$preset"
  attn_long "building $preset" env NINJA_STATUS="[%f of %t] " ninja -C "$ATTN_ROOT/build/$preset" -j "${ATTN_JOBS:-$(nproc)}" "$@"
}

# ---- as a command --------------------------------------------------------------------------------------------------------------------

attn_setup() {
  local list
  for list in "$@"; do
    if [[ ! $list =~ ^(native|web|test)$ ]]; then echo "unknown build '$list'; known are native, web and test" >&2; return 2; fi
  done
  if (($# == 0)); then sed -n '2,/^$/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" | head -n 5 >&2; return 2; fi
  attn_prepare 0 "$@"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
  set -euo pipefail
  attn_setup "$@"
fi
