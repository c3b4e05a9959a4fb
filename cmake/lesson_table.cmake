# Finds src/lessons/NN_slug.cpp, demands each lesson's text and test, and writes the table that course::lessons() returns.
#
# NN orders; the symbol is the slug with `-` as `_` and `_lesson` behind it.
file(GLOB lesson_files CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/src/lessons" "${CMAKE_SOURCE_DIR}/src/lessons/*.cpp")
list(SORT lesson_files)
set(lesson_declarations "")
set(lesson_rows "")
foreach(file IN LISTS lesson_files)
  if(NOT file MATCHES "^([0-9][0-9])_([a-z0-9-]+)\\.cpp$")
    message(FATAL_ERROR "src/lessons/${file}: a lesson's file is called NN_slug.cpp, two digits and a slug of a-z, 0-9 and '-'.")
  endif()
  set(number ${CMAKE_MATCH_1})
  set(slug ${CMAKE_MATCH_2})
  foreach(companion "assets/lessons/${number}_${slug}.md" "tests/lessons/${number}_${slug}_test.cpp")
    if(NOT EXISTS "${CMAKE_SOURCE_DIR}/${companion}")
      message(FATAL_ERROR "The lesson src/lessons/${file} lacks ${companion}. A lesson is three files: code, text and test.")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${companion}")
  endforeach()
  string(REPLACE "-" "_" symbol "${slug}")
  math(EXPR order "${number}")
  string(APPEND lesson_declarations "extern const course::Lesson ${symbol}_lesson;\n")
  string(APPEND lesson_rows "      {${order}, &lessons::${symbol}_lesson},\n")
endforeach()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/generated/lesson_table.cpp" @ONLY CONTENT [[
#include "course/lesson.h"

namespace attn::lessons {
@lesson_declarations@}

namespace attn::course {
const std::vector<Entry>& lessons() {
  static const std::vector<Entry> table = {
@lesson_rows@  };
  return table;
}
}  // namespace attn::course
]])
