// What the web module exports to JavaScript. Strings are UTF-8; a returned text or array stays valid until the next call.
//
//   lab_give_font(face, bytes, length)  a face of the figures, before lab_start: {"ok":true,"value":null} or {"ok":false,"error":text}
//   lab_start(canvas, slug, query)   opens the lesson, with a picture on Module.canvas unless `canvas` is empty or WebGL2 is missing:
//                                    {"ok":true,"value":{"picture":bool,"why":text,"errors":{id:message}}} or {"ok":false,"error":text}
//   lab_call(name, a, b)             a row of the table in calls.cpp
//   lab_data(), lab_data_length()    the floats of the last `read`
//   lab_resize(width, height)        the canvas' CSS size; the ratio of device pixels is asked of the browser
//   lab_frame(now, force)            draws if anything changed (or `force`); 1 when it wants to be called again
//   lab_work(milliseconds)           where there are no frames: trains, measures or plays for about so long; 1 when there is more to do
//   lab_rest()                       when no frame is wanted: the milliseconds until playing moves on; -1 when nothing plays
//   lab_give_weights(name, bytes, length)   the content of a file that the event `weights` asked for; where there is none, the call
//                                    refuse_weights says why
//   lab_bytes(), lab_bytes_length()  the bytes of the last `save_weights` or `save_folder`
//   lab_open_weights(name, bytes, length)   the content of the reader's own file:
//                                    {"ok":true,"value":null} or {"ok":false,"error":text}
//   lab_give_file(name, length)      room for a file of the reader's, which the call open_model opens with the others; 0 where there is
//   none lab_context_lost(), lab_context_restored()
//
// Events go out as Module.onLabEvent(type, json).
#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "api/calls.h"
#include "base/json.h"
#include "canvas/font_data.h"
#include "canvas/fonts.h"
#include "programs/page_lab.h"
#include "session/names.h"
#include "window/imgui_screen.h"
#include "window/sdl_surface.h"
#include "window/system_text.h"

// clang-format off
EM_JS(void, js_send_event, (const char* type, const char* json), {
  if (Module['onLabEvent']) Module['onLabEvent'](UTF8ToString(type), UTF8ToString(json));
});
// clang-format on

namespace attn::programs {
namespace {

/// The only lab of the page. lab_start() makes it, and it is never destroyed, since a page's module lives as long as the page.
struct Page {
  std::unique_ptr<api::Lab> lab;
  std::unique_ptr<window::ImGuiScreen> screen;
  std::string answer;
};

Page& page() {
  static Page the_page;
  return the_page;
}

const char* answer(std::string text) {
  page().answer = std::move(text);
  return page().answer.c_str();
}

void send(std::string_view type, const std::string& json) { js_send_event(std::string(type).c_str(), json.c_str()); }

const char* refuse(const std::string& why) { return answer(json::object({{"ok", "false"}, {"error", json::string(why)}})); }

/// On-screen keyboards and input methods belong to the browser: the page lays an input over `rect` and answers with the call `set`.
void ask_for_text(const attn::canvas::TextRequest& request) {
  send("edit-text", json::object({{"id", json::string(request.id)},
                                  {"label", json::string(request.label)},
                                  {"value", json::string(request.value)},
                                  {"x", json::number(request.rect.x)},
                                  {"y", json::number(request.rect.y)},
                                  {"width", json::number(request.rect.width)},
                                  {"height", json::number(request.rect.height)},
                                  {"numeric", json::boolean(request.numeric)},
                                  {"severalLines", json::boolean(request.several_lines)},
                                  {"size", json::number(request.size)}}));
}

std::string open_screen(api::Lab& lab) {
  std::string why;
  const auto surface = [](std::string* error) { return window::SdlSurface::open({820, 600}, error); };
  page().screen = window::ImGuiScreen::open(lab, surface, &why);
  if (page().screen) page().screen->stage().set_typing(ask_for_text);
  return why;
}

}  // namespace

api::Lab* page_lab() { return page().lab.get(); }

}  // namespace attn::programs

/// The page has the fonts already, so the program has none of its own.
std::span<const unsigned char> attn::canvas::bundled_font(std::string_view) { return {}; }

using namespace attn;
using namespace attn::programs;

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* lab_give_font(const char* face, const char* bytes, int length) {
  const std::string why = attn::canvas::give_font(face, std::string(bytes, static_cast<size_t>(length)));
  return why.empty() ? answer(json::object({{"ok", "true"}, {"value", "null"}})) : refuse(why);
}

EMSCRIPTEN_KEEPALIVE const char* lab_start(const char* canvas, const char* slug, const char* query) {
  if (page().lab) return refuse("The lab has been started already.");
  const auto& lessons = attn::course::lessons();
  const attn::course::Lesson* lesson = *slug ? attn::course::find(slug) : lessons.empty() ? nullptr : &lessons.front().lesson();
  if (!lesson) return refuse(session::unknown("lesson", slug, session::names_of(lessons, [](const auto& e) { return e.about.slug; })));
  window::install_text_rasterizer();
  page().lab = std::make_unique<api::Lab>(*lesson);
  api::Lab& lab = *page().lab;
  lab.listener = send;
  const std::string why = *canvas ? open_screen(lab) : "No canvas was given.";
  const auto refused = lab.session.open(*lesson, lab.view.source.take(query, &lab.view.selected));
  std::vector<std::pair<std::string_view, std::string>> errors;
  for (const auto& r : refused) errors.emplace_back(r.id, json::string(r.message));
  const std::string value =
      json::object({{"picture", json::boolean(page().screen != nullptr)}, {"why", json::string(why)}, {"errors", json::object(errors)}});
  return answer(json::object({{"ok", "true"}, {"value", value}}));
}

EMSCRIPTEN_KEEPALIVE const char* lab_call(const char* name, const char* a, const char* b) {
  if (!page().lab) return refuse("The lab has not been started.");
  return answer(api::call(*page().lab, name, a, b));
}

EMSCRIPTEN_KEEPALIVE const float* lab_data() { return page().lab ? page().lab->data.data() : nullptr; }

EMSCRIPTEN_KEEPALIVE int lab_data_length() { return page().lab ? static_cast<int>(page().lab->data.size()) : 0; }

EMSCRIPTEN_KEEPALIVE void lab_resize(double width, double height) {
  const auto pixels = [](double v) { return static_cast<float>(std::clamp(v, 1.0, 8192.0)); };
  if (page().screen) page().screen->resize({pixels(width), pixels(height)});
}

EMSCRIPTEN_KEEPALIVE int lab_frame(double, int force) { return page().screen && page().screen->frame(force != 0); }

EMSCRIPTEN_KEEPALIVE int lab_work(double milliseconds) {
  if (!page().lab) return 0;
  const bool more = page().lab->session.work(milliseconds);
  page().lab->session.play_on();
  page().lab->publish_changes();
  return more;
}

EMSCRIPTEN_KEEPALIVE double lab_rest() { return page().lab ? page().lab->session.rest_ms() : -1; }

EMSCRIPTEN_KEEPALIVE void lab_give_weights(const char* name, const char* bytes, int length) {
  if (!page().lab) return;
  page().lab->session.give_weights(name, std::string(bytes, static_cast<size_t>(length)));
  page().lab->publish_changes();
}

EMSCRIPTEN_KEEPALIVE const char* lab_bytes() { return page().lab ? page().lab->bytes.data() : nullptr; }

EMSCRIPTEN_KEEPALIVE int lab_bytes_length() { return page().lab ? static_cast<int>(page().lab->bytes.size()) : 0; }

EMSCRIPTEN_KEEPALIVE const char* lab_open_weights(const char* name, const char* bytes, int length) {
  if (!page().lab) return refuse("The lab has not been started.");
  return answer(api::open_weights(*page().lab, name, std::string(bytes, static_cast<size_t>(length))));
}

EMSCRIPTEN_KEEPALIVE char* lab_give_file(const char* name, double length) {
  if (!page().lab || !(length >= 0) || length > static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max())) return nullptr;
  const auto size = static_cast<size_t>(length);
  auto* const bytes = static_cast<char*>(std::malloc(std::max<size_t>(size, 1)));
  if (bytes) page().lab->files.push_back({name, {bytes, size}, std::shared_ptr<const void>(bytes, std::free)});
  return bytes;
}

EMSCRIPTEN_KEEPALIVE int lab_wants_frame() { return page().screen && page().screen->wants_frame(); }

EMSCRIPTEN_KEEPALIVE void lab_context_lost() {
  if (page().screen) page().screen->context_lost();
}

EMSCRIPTEN_KEEPALIVE void lab_context_restored() {
  if (page().screen) page().screen->context_restored();
}

}  // extern "C"
