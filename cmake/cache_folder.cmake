# attn_cache: where tools/setup.sh keeps what it fetched.
set(attn_cache "$ENV{ATTENTION_LAB_CACHE}")
if(attn_cache STREQUAL "" AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(attn_cache "$ENV{XDG_CACHE_HOME}/attention-lab")
elseif(attn_cache STREQUAL "")
  set(attn_cache "$ENV{HOME}/.cache/attention-lab")
endif()
