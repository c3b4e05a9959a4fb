#include "app/lab.h"

#include "app/json.h"

namespace attn::app {

void Lab::publish_changes() {
  const Change change = session.take_change();
  if (change.empty()) return;
  emit("change", json::object({{"lesson", json::string(session.lesson().slug)},
                               {"figure", json::string(session.current_figure().id)},
                               {"backend", json::string(session.backend().backend->name)},
                               {"params", json::strings(change.ids)},
                               {"origin", json::string(origin_name(change.origin))}}));
  if (screen) screen->request_frame();
}

}  // namespace attn::app
