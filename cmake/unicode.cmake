# The tables of Unicode that tokenizers need become part of attn_tasks.
set(attn_unicode_source "${CMAKE_BINARY_DIR}/generated/unicode_tables.cpp")
add_custom_command(
  OUTPUT "${attn_unicode_source}"
  COMMAND ${NODE} "${CMAKE_SOURCE_DIR}/tools/unicode.mjs" --out "${attn_unicode_source}"
  DEPENDS tools/unicode.mjs
  COMMENT "Writing the tables of Unicode"
  VERBATIM)
target_sources(attn_tasks PRIVATE "${attn_unicode_source}")
