# `cmake -P` this: fails where CMake is too old.
if(CMAKE_VERSION VERSION_LESS 3.25)
  message(FATAL_ERROR "CMake ${CMAKE_VERSION} is too old; 3.25 is needed.")
endif()
