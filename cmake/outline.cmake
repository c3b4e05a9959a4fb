# cmake -DOUTLINE=outline.json -DOUT=outline.tsv -P outline.cmake
#
# The parts of the course for the native program: a line for each, the number of its first lesson and its title with a tab between.
file(READ "${OUTLINE}" outline)
set(lines "")
string(JSON parts LENGTH "${outline}")
math(EXPR parts "${parts} - 1")
foreach(i RANGE ${parts})
  string(JSON title GET "${outline}" ${i} title)
  string(JSON first GET "${outline}" ${i} first)
  string(APPEND lines "${first}\t${title}\n")
endforeach()
file(WRITE "${OUT}" "${lines}")
