# The tests that need OpenGL: natively without a display, in core-profile and ES contexts; for the browser one page module, which
# tests/web/gl_parity.test.mjs runs in Chromium.
if(EMSCRIPTEN)
  file(GLOB attn_gl_test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/unit_gl/*_test.cpp")
  list(FILTER attn_gl_test_sources EXCLUDE REGEX "_native_test\\.cpp$")
  add_executable(gl_parity ${attn_gl_test_sources} tests/unit_gl/gl_context_web.cpp tests/unit_gl/gl_page_web.cpp)
  set_target_properties(gl_parity PROPERTIES SUFFIX .mjs)
  target_link_options(gl_parity PRIVATE ${ATTN_WEB_STACK} -sMODULARIZE=1 -sEXPORT_ES6=1 -sENVIRONMENT=web -sALLOW_MEMORY_GROWTH=1
                      -sMAXIMUM_MEMORY=2GB -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2 -sINVOKE_RUN=0
                      -sEXPORTED_RUNTIME_METHODS=callMain,UTF8ToString)
else()
  attn_test(unit_gl unit_gl/*_test.cpp)
  target_sources(unit_gl PRIVATE tests/unit_gl/gl_context_native.cpp)
  add_test(NAME unit_gl_es COMMAND unit_gl "--gtest_output=xml:${CMAKE_BINARY_DIR}/results/unit_gl_es.xml")
  set_tests_properties(unit_gl_es PROPERTIES ENVIRONMENT "ATTN_GL_API=es" TIMEOUT 900)
endif()
foreach(target gl_parity unit_gl)
  if(TARGET ${target})
    target_include_directories(${target} PRIVATE tests)
    target_link_libraries(${target} PRIVATE attn_compute_gl attn_options GTest::gtest_main)
  endif()
endforeach()
