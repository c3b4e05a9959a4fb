#!/usr/bin/env bash
# Installs the Emscripten of a newer Debian suite into a folder, without root and without touching what the machine has:
#
#   tools/emscripten.sh FOLDER SUITE...      then FOLDER/root/usr/share/emscripten/emcc
#
# It takes the first suite whose compiler runs here. apt, with a configuration of its own and no package counted as installed, finds the
# packages and verifies them (through the suite's signature). Of what Emscripten depends on, only the compiler, its tools and their shared
# libraries are unpacked; the machine's own Node and Python run the rest. The programs then start through the suite's own C library
# (patchelf), so that they need no environment variable, but FOLDER must stay where it is. FOLDER/origin says what was found. It works on
# amd64 only.
set -euo pipefail

folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
source "$(dirname "${BASH_SOURCE[0]}")/apt.sh"

# The packages that are unpacked.
compiler='emscripten|binaryen|(clang|lld|llvm)-[0-9]+|libclang-common-[0-9]+-dev|node-acorn|patchelf'
libraries='libclang-cpp[0-9.]+|libllvm[0-9.]+|libc6|libgcc-s1|libstdc\+\+6|zlib1g|lib(bsd0|edit2|ffi[0-9]+|icu[0-9]+|lzma5|md0|tinfo6|xml2(-[0-9]+)?|z3-4|zstd1)'
# Those of LLVM's fifty programs that Emscripten runs.
programs='clang-[0-9]+|clang|clang\+\+|lld|wasm-ld|llvm-(ar|cxxfilt|dwarfdump|dwp|nm|objcopy|objdump|profdata|ranlib|readobj|strip)'

# Downloads the packages of suite $1 to $work/packages.
download() {
  local names
  attn_private_apt "$work/apt" "deb" "$1" update
  names=$(attn_private_apt "$work/apt" "deb" "$1" -y --no-install-recommends --print-uris install emscripten patchelf |
    sed -n "s/^'[^']*' \([^_]*\)_.*/\1/p" | grep -Ex "$compiler|$libraries")
  mkdir -p "$work/packages"
  (cd "$work/packages" && attn_private_apt "$work/apt" "deb" "$1" download $names)
}

unpack() {
  local package
  for package in "$work"/packages/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --exclude './usr/share/doc' --exclude './usr/share/man' --exclude './usr/share/locale' --exclude './usr/lib/llvm-*/share'
  done
}

# Makes every program start through the suite's own loader and libraries.
localise() {
  local llvm loader libraries file
  llvm=$(echo "$root"/usr/lib/llvm-*)
  loader=$(find "$root" -name 'ld-linux-x86-64.so.2' -type f)
  libraries=$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu:$llvm/lib
  patch() { "$loader" --library-path "$libraries" "$root/usr/bin/patchelf" "$@"; }
  find "$llvm/bin" -mindepth 1 | grep -vE "/($programs)$" | xargs rm -f
  for file in $(find "$llvm/bin" "$root"/usr/bin/wasm-* -type f); do
    if [[ $(head -c 4 "$file" | tail -c 3) == ELF ]]; then patch --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$file"; fi
  done
  # A library with a search path of its own would hide the program's from what it loads itself.
  for file in "$root"/usr/lib/x86_64-linux-gnu/lib{LLVM,clang-cpp}*.so* "$llvm"/lib/*.so*; do
    if [[ -f $file && ! -L $file ]]; then patch --remove-rpath "$file"; fi
  done
}

configure() {
  {
    echo "LLVM_ROOT = '$(echo "$root"/usr/lib/llvm-*/bin)'"
    echo "BINARYEN_ROOT = '$root/usr'"
    echo "NODE_JS = '$(command -v node || command -v nodejs)'"
    echo "CACHE = '$folder/cache'"
  } >"$emscripten/.emscripten"
  mkdir -p "$emscripten/node_modules"
  cp -r "$root"/usr/share/nodejs/acorn* "$emscripten/node_modules/" # where Node looks for it beside emcc
}

# Whether a program can be compiled; libraries are built when they are first linked.
works() { echo 'int main() { return 0; }' >"$work/empty.c" && "$emscripten/emcc" -c "$work/empty.c" -o "$work/empty.o" && "$root/usr/bin/wasm-opt" --version; }

for suite in "$@"; do
  work=$folder/work root=$folder/root emscripten=$folder/root/usr/share/emscripten
  rm -rf "${folder:?}"/*
  mkdir -p "$work" "$root"
  if download "$suite" && unpack && localise && configure && works; then
    size=$(du -cm "$work"/packages/*.deb | tail -n 1 | cut -f 1)
    echo "Emscripten $("$emscripten/emcc" --version | sed -n '1s/.*) \([0-9.]*\).*/\1/p') of Debian $suite ($size MB fetched)" >"$folder/origin"
    rm -rf "$work"
    cat "$folder/origin"
    exit 0
  fi
  echo "Debian $suite has no Emscripten that runs here"
done
rm -rf "${folder:?}"/*
exit 1
