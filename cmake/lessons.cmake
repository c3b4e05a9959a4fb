# The lessons: every folder src/lessons/NN_slug is a library of its own (attn_lesson_NN), every other folder there is what several lessons
# share (attn_<folder>), and prelude the picture that the course opens with. The table that course::lessons() returns is written from the
# folders' names and the texts.
#
# NN orders; the namespace is the slug with `-` as `_`, and lesson.cpp in it defines `const course::Lesson& lesson()`.
include(cmake/lesson_folders.cmake)

# attn_lesson_library(name folder LINK...)
function(attn_lesson_library name folder)
  attn_sources(lessons/${folder} sources)
  attn_library(${name} SOURCES ${sources} LINK ${ARGN} attn_course attn_models attn_tasks attn_controls)
  attn_precompiled(${name} interface)
endfunction()

foreach(folder IN LISTS attn_lesson_shared)
  attn_lesson_library(attn_${folder} ${folder})
endforeach()
set(attn_lesson_libraries "")
foreach(folder IN LISTS attn_lesson_list)
  string(SUBSTRING ${folder} 0 2 number)
  list(TRANSFORM attn_lesson_shared PREPEND attn_ OUTPUT_VARIABLE shared)
  attn_lesson_library(attn_lesson_${number} ${folder} ${shared})
  list(APPEND attn_lesson_libraries attn_lesson_${number})
endforeach()

# attn_lesson_table(output [PRELUDE] NN_slug...): the table of these lessons, as source, with the scenes that their texts state; PRELUDE: and
# the picture that the course opens with, src/lessons/prelude.
function(attn_lesson_table output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PRELUDE" "" "")
  list(TRANSFORM arg_UNPARSED_ARGUMENTS REPLACE "(.+)" "${CMAKE_SOURCE_DIR}/assets/lessons/\\1.md" OUTPUT_VARIABLE texts)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DTEXTS=${texts}" "-DOUT=${output}" -DPRELUDE=${arg_PRELUDE} -P "${CMAKE_SOURCE_DIR}/cmake/lesson_table.cmake"
    DEPENDS ${texts} cmake/lesson_table.cmake
    COMMENT "Lesson table ${output}"
    VERBATIM)
endfunction()

# All lessons. The table is an object of whatever links this, so that no archive refers back to another.
set(attn_lesson_table_source "${CMAKE_BINARY_DIR}/generated/lesson_table.cpp")
attn_lesson_table("${attn_lesson_table_source}" PRELUDE ${attn_lesson_list})
add_library(attn_lesson_table OBJECT "${attn_lesson_table_source}")
target_link_libraries(attn_lesson_table PRIVATE attn_course)
add_library(attn_lessons INTERFACE)
target_sources(attn_lessons INTERFACE $<TARGET_OBJECTS:attn_lesson_table>)
target_link_libraries(attn_prelude PUBLIC attn_translation)
target_link_libraries(attn_long_text PUBLIC attn_large_map attn_sentence)
target_link_libraries(attn_lessons INTERFACE ${attn_lesson_libraries} attn_prelude)

# One test program for each lesson, with that lesson alone in the table: its claims, the parts of its folder, and what holds for every
# lesson (tests/lessons/suite). What trains long in sight is tested by one program, lessons_live.
function(attn_lesson_tests)
  file(GLOB suite CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/lessons/suite/*.cpp")
  add_library(attn_lesson_suite OBJECT ${suite})
  attn_test_options(attn_lesson_suite LINK attn_programs)
  foreach(folder IN LISTS attn_lesson_list)
    string(SUBSTRING ${folder} 0 2 number)
    set(table "${CMAKE_BINARY_DIR}/generated/lesson_table_${number}.cpp")
    attn_lesson_table("${table}" ${folder})
    attn_test(lesson_${number} lessons/${folder}_test.cpp KIND lesson LINK attn_lesson_suite attn_programs attn_lesson_${number} attn_compute)
    file(GLOB parts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/unit/lessons/${folder}/*_test.cpp")
    target_sources(lesson_${number} PRIVATE "${table}" ${parts})
  endforeach()
  foreach(folder IN LISTS attn_lesson_shared)
    attn_test(unit_${folder} unit/lessons/${folder}/*_test.cpp KIND lesson LINK attn_programs attn_lessons attn_compute)
  endforeach()
  attn_test(lessons_live lessons/live/*_test.cpp KIND live LINK attn_programs attn_lessons attn_compute)
endfunction()
