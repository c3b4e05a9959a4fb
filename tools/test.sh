#!/usr/bin/env bash
# Sets up what is missing, builds everything and runs every test.
#
#   tools/test.sh [STEP...]
#
# Steps, all of them without arguments: format, rules, native, asan, web, window, browser. One more only by its name, for it takes half an
# hour: lessons-asan, the lessons under the sanitizers. The last line of the output is
# "N passed, M failed, K skipped", counted over all runners; the exit status is 0 only if nothing failed. A browser test that fails is run
# once more, alone, at the end: one that passes then counts as passed and is listed as unsteady. Results and logs are kept in build/results
# and build/logs.
set -euo pipefail

all_steps=(format rules native asan web window browser)
known_steps=("${all_steps[@]}" lessons-asan)
steps=("$@")
((${#steps[@]})) || steps=("${all_steps[@]}")
for step in "${steps[@]}"; do
  if [[ " ${known_steps[*]} " != *" $step "* ]]; then
    echo "unknown step '$step'; known are ${known_steps[*]}" >&2
    exit 2
  fi
done

source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$ATTN_ROOT"
results=$ATTN_ROOT/build/results
rm -rf "$results"
mkdir -p "$results"
failed=()

# Runs a command that may stop the script, in a subshell; a failure is counted and the other steps go on.
attempt() {
  local name=$1
  shift
  ("$@") || failed+=("$name")
}

# Runs ctest for a preset, with options of ctest's own. Failed tests are counted from the result files, so that the exit status does not
# matter here.
run_ctest() {
  local preset=$1 started=$SECONDS
  shift
  rm -rf "$ATTN_ROOT/build/$preset/results"
  ctest --test-dir "$ATTN_ROOT/build/$preset" "$@" -j "$(nproc)" --output-on-failure --output-junit "$results/$preset/ctest.junit.xml" \
    >"$ATTN_LOGS/ctest-$preset.log" 2>&1 </dev/null || grep -A 40 -E '\[  FAILED  \]|Failure$|ERROR: |runtime error|\*\*\*' "$ATTN_LOGS/ctest-$preset.log" | head -n 200
  cp "$ATTN_ROOT/build/$preset/results/"*.xml "$results/$preset/" 2>/dev/null || true
  attn_time "running the tests of $preset" $((SECONDS - started))
}

# Runs node --test for the given files below tests/, `at_once` of them at a time. Failures are shown, and results are kept.
run_node() {
  local name=$1 at_once=$2 started=$SECONDS
  shift 2
  if (($# == 0)); then echo "no test files for $name" >&2; return 1; fi
  mkdir -p "$results/$name" "$ATTN_LOGS/$name"
  printf '%s\n' "$@" | results=$results/$name logs=$ATTN_LOGS/$name xargs -P "$at_once" -I FILE bash -c '
    file=$(basename "$1" .test.mjs)
    node --test --test-reporter=tap --test-reporter-destination="$results/$file.tap" \
      --test-reporter=spec --test-reporter-destination="$logs/$file.log" "$1" </dev/null || sed -n "/failing tests/,\$p" "$logs/$file.log" | head -n 150
    [[ -s $results/$file.tap ]] || printf "not ok 1 - %s\n  ---\n  error: it could not be run\n  ...\n" "$file" >"$results/$file.tap"' _ FILE
  attn_time "running the tests of $name" $((SECONDS - started))
}

# The formatter's versions disagree in details, so only the version that the sources are formatted with can fail them.
step_format() {
  local unformatted version
  version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
  mapfile -t sources < <(find src tests -name '*.cpp' -o -name '*.h' | sort)
  unformatted=$(clang-format --dry-run -Werror "${sources[@]}" 2>&1 | sed -n 's/^\([^:]*\):[0-9]*:[0-9]*: error:.*/\1/p' | sort -u)
  mkdir -p "$results/format"
  if [[ -z $unformatted ]]; then printf 'TAP version 13\nok 1 - clang-format\n1..1\n' >"$results/format/node.tap"; return; fi
  if [[ $version != 14 ]]; then
    printf 'TAP version 13\nok 1 - clang-format # SKIP the sources are formatted by clang-format 14, this is %s\n1..1\n' "$version" >"$results/format/node.tap"
    return
  fi
  attn_note "not formatted (mend with: clang-format -i FILE):"
  printf '        %s\n' $unformatted
  printf 'TAP version 13\nnot ok 1 - clang-format\n  ---\n  error: %s\n  ...\n1..1\n' "$(echo $unformatted)" >"$results/format/node.tap"
}

step_rules() { run_node rules "$(nproc)" tests/tools/*.test.mjs; }

# build_and_test PRESET [TARGET...] [-- CTEST_OPTION...]: builds as much as can be built, and runs it. A program that could not be built counts
# as failed.
build_and_test() {
  local preset=$1 status=0 targets=()
  shift
  while (($#)) && [[ $1 != -- ]]; do targets+=("$1"); shift; done
  mkdir -p "$results/$preset"
  (attn_build "$preset" "${targets[@]}" -k 0) || status=1
  if [[ -f $ATTN_ROOT/build/$preset/build.ninja ]]; then run_ctest "$preset" "${@:2}"; fi
  return $status
}

# The kinds of tests are those of attn_test (cmake/targets.cmake); here is which of them run in which build.
native_programs=(attention-lab attention-train attention-stills tokenize_lines bench_native gl_ratio)
web_programs=(site attention-train npm_package gl_parity gl_ratio bench_web)
step_native() { build_and_test native "${native_programs[@]}" numeric_tests lesson_tests desktop_tests live_tests -- -L 'numeric|lesson|desktop|live'; }
step_asan() { build_and_test asan numeric_tests interface_tests -- -L 'numeric|interface'; }
step_lessons-asan() { build_and_test asan lesson_tests -- -L lesson; }
step_web() { build_and_test web "${web_programs[@]}" numeric_tests -- -L numeric; }

# The files of the pages' tests, the long ones first: those over all lessons, then by size.
page_tests() { { ls -S $(grep -lE 'of (slugs|everyThird\(.\))(\.entries\(\))?\)' tests/web/*.test.mjs); ls -S tests/web/*.test.mjs; } | awk '!seen[$0]++'; }

# Both need what the earlier steps build; when they run alone, they build it themselves.
step_window() { attn_build native "${native_programs[@]}" && attn_build web "${web_programs[@]}" && run_node window "$(nproc)" $(ls tests/native/*.test.mjs 2>/dev/null); }
step_browser() { attn_build web "${web_programs[@]}" && run_node browser "$(nproc)" $(page_tests); }

declare -A titles=(
  [format]="format of the sources" [rules]="rules of the sources" [native]="native programs, and all tests of lessons, windows and numbers"
  [asan]="tests of numbers and of all below the lessons, under AddressSanitizer and UndefinedBehaviorSanitizer"
  [lessons-asan]="lessons under AddressSanitizer and UndefinedBehaviorSanitizer"
  [web]="the pages' programs, and tests of numbers in Node" [window]="the native program in a window" [browser]="the pages in Chromium"
)
attn_prepare ${#steps[@]} web native test
for step in "${steps[@]}"; do
  attn_step "${titles[$step]}"
  attempt "${titles[$step]}" "step_$step"
done

if [[ -d $results/browser ]]; then node tools/again.mjs "$results/browser" tests/web; fi
attn_times
status=0
node tools/tally.mjs "$results" "${failed[@]/%/: the step could not be run}" || status=1
exit $status
