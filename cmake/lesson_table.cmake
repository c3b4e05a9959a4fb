# cmake -DTEXTS=a.md;b.md -DOUT=table.cpp -P lesson_table.cmake
#
# Writes what course::lessons() returns: for each text NN_slug.md the lesson's number, its lesson() and the scenes of its exercises, which
# the text states as `[...](scene:QUERY)` below the heading `{exercise=ID}`. An unchanged table keeps its time, so that a change of words
# compiles nothing.
set(declarations "")
set(rows "")
foreach(text IN LISTS TEXTS)
  get_filename_component(name "${text}" NAME_WE)
  string(SUBSTRING ${name} 0 2 number)
  string(SUBSTRING ${name} 3 -1 slug)
  string(REPLACE "-" "_" symbol "${slug}")
  math(EXPR order "${number}")
  set(scenes "")
  set(exercise "")
  file(STRINGS "${text}" lines REGEX "{exercise=|\\(scene:|^## " ENCODING UTF-8)
  foreach(line IN LISTS lines)
    if(line MATCHES "{exercise=([a-z0-9-]+)}")
      set(exercise ${CMAKE_MATCH_1})
    elseif(line MATCHES "^## ")
      set(exercise "")
    elseif(exercise AND line MATCHES "^\\[[^]]+\\]\\(scene:([^)]*)\\)$")
      string(APPEND scenes "{\"${exercise}\", \"${CMAKE_MATCH_1}\"}, ")
    endif()
  endforeach()
  string(APPEND declarations "namespace lessons::${symbol} {\nextern const course::About about;\nconst course::Lesson& lesson();\n}\n")
  string(APPEND rows "      {${order}, lessons::${symbol}::about, &lessons::${symbol}::lesson, {${scenes}}},\n")
endforeach()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT [[
#include "course/lesson.h"

namespace attn {
@declarations@
const std::vector<course::Entry>& course::lessons() {
  static const std::vector<course::Entry> table = {
@rows@  };
  return table;
}
}  // namespace attn
]])
