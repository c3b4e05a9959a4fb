# cmake -DTEXTS=a.md;b.md -DOUT=table.cpp [-DPRELUDE=ON] -P lesson_table.cmake
#
# Writes what course::lessons() and, with PRELUDE, course::prelude() return: for each text NN_slug.md the lesson's number, its lesson() and
# the scenes that the text states, each as a paragraph `[...](scene:QUERY)`: the first of a section below its heading (`{exercise=ID}` there
# makes it an exercise's), called as the page's anchor and titled as the heading; the next `anchor-2`, titled by its own words. An unchanged
# table keeps its time, so that a change of words compiles nothing.
set(declarations "")
set(rows "")
foreach(text IN LISTS TEXTS)
  get_filename_component(name "${text}" NAME_WE)
  string(SUBSTRING ${name} 0 2 number)
  string(SUBSTRING ${name} 3 -1 slug)
  string(REPLACE "-" "_" symbol "${slug}")
  math(EXPR order "${number}")
  set(scenes "")
  file(STRINGS "${text}" lines REGEX "^#+ |^\\[[^]]+\\]\\(scene:[^)]*\\)$" ENCODING UTF-8)
  foreach(line IN LISTS lines)
    if(line MATCHES "^# ")
      set(id "")
    elseif(line MATCHES "^#+ (.*)$")
      set(title "${CMAKE_MATCH_1}")
      set(exercise "")
      set(nth 0)
      if(title MATCHES "^(.*[^ ]) *{exercise=([a-z0-9-]+)}")
        set(title "${CMAKE_MATCH_1}")
        set(exercise "${CMAKE_MATCH_2}")
      endif()
      string(TOLOWER "${title}" id)
      string(REGEX REPLACE "[^a-z0-9]+" "-" id "${id}")
      string(REGEX REPLACE "^-|-$" "" id "${id}")
      string(REGEX REPLACE "([\\\"])" "\\\\\\1" title "${title}")
    elseif(id AND line MATCHES "^\\[([^]]*)\\]\\(scene:([^)]*)\\)$")
      math(EXPR nth "${nth} + 1")
      set(name "${id}")
      set(query "${CMAKE_MATCH_2}")
      if(nth GREATER 1)
        set(name "${id}-${nth}")
        string(REGEX REPLACE "([\\\"])" "\\\\\\1" title "${CMAKE_MATCH_1}")
      endif()
      string(APPEND scenes "{\"${name}\", \"${title}\", \"${exercise}\", \"${query}\"}, ")
    endif()
  endforeach()
  string(APPEND declarations "namespace lessons::${symbol} {\nextern const course::About about;\nconst course::Lesson& lesson();\n}\n")
  string(APPEND rows "      {${order}, lessons::${symbol}::about, &lessons::${symbol}::lesson, {${scenes}}},\n")
endforeach()
set(prelude "nullptr")
if(PRELUDE)
  string(APPEND declarations "namespace lessons::prelude {\nextern const course::About about;\nconst course::Lesson& lesson();\n}\n")
  set(prelude "&entry")
  set(entry "static const Entry entry = {0, lessons::prelude::about, &lessons::prelude::lesson, {}};\n  ")
endif()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT [[
#include "course/lesson.h"

namespace attn {
@declarations@
const std::vector<course::Entry>& course::lessons() {
  static const std::vector<course::Entry> table = {
@rows@  };
  return table;
}
const course::Entry* course::prelude() {
  @entry@return @prelude@;
}
}  // namespace attn
]])
