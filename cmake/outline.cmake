# cmake -DOUTLINE=outline.json -DOUT=outline.tsv -P outline.cmake
#
# The parts of the course for the native program: a line for each, its title and its lessons' slugs with tabs between.
file(READ "${OUTLINE}" outline)
set(lines "")
string(JSON parts LENGTH "${outline}")
math(EXPR parts "${parts} - 1")
foreach(i RANGE ${parts})
  string(JSON title GET "${outline}" ${i} title)
  string(APPEND lines "${title}")
  string(JSON lessons LENGTH "${outline}" ${i} lessons)
  math(EXPR lessons "${lessons} - 1")
  foreach(j RANGE ${lessons})
    string(JSON slug GET "${outline}" ${i} lessons ${j} slug)
    string(APPEND lines "\t${slug}")
  endforeach()
  string(APPEND lines "\n")
endforeach()
file(WRITE "${OUT}" "${lines}")
