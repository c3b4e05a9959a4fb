#include "reader/reader_native.h"

#include <SDL.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "canvas/card.h"
#include "canvas/imgui_fonts.h"
#include "reader/tab_order_native.h"
#include "window/tabs.h"

namespace attn::reader {
namespace {

constexpr float kWide = 1000, kLeastColumn = 340, kMostColumn = 612;
constexpr float kLow = 900;        ///< below this height a narrow window shows text or controls
constexpr float kLeastText = 120;  ///< a lower text is not worth its place

}  // namespace

Reader::Reader(api::Lab& lab, window::Stage& stage, std::string assets, Host host)
    : lab_(lab),
      stage_(stage),
      host_(std::move(host)),
      text_(lab, std::move(assets)),
      presenter_(lab, text_.page(), host_.scale),
      actions_(lab, host_, text_, presenter_, dialog_) {
  lab_.view.tools = false;  // the header has them
  text_.figure_has = [this](std::string_view name) {
    const auto canvases = stage_.canvases();
    if (canvases.empty()) return false;
    const auto& all = canvases.front()->regions().all();
    return std::any_of(all.begin(), all.end(), [name](const canvas::Region& region) { return canvas::lights(name, region.id); });
  };
  text_.follow_session();
  stage_.set_companion([this](api::Lab&, canvas::Rect whole) { return draw(whole); });
}

Reader::~Reader() { stage_.set_companion({}); }

void Reader::use_keys() {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) actions_.forget_said();
  const bool covered = menu_.is_open() || dialog_.is_open();
  for (canvas::ImGuiCanvas* canvas : {&header_, &bar_, &caption_, &text_.canvas()}) canvas->leave_keys(covered);
  if (covered) return;
  const bool presented = presenter_.on();
  actions_.use_keys();
  presenter_.use_keys(stage_.wants_key("ArrowRight"));
  if (presented && !presenter_.on()) text_.go_to(presenter_.section());
  std::vector<TabStop> stops;
  if (presenter_.on())
    stops = {{&caption_}};
  else
    stops = {{&header_}};
  if (!presenter_.on() && shows_text_)
    stops.push_back({&text_.canvas(), false, [this](std::string_view id) { return text_.page().is_inner_symbol(id); }});
  for (canvas::ImGuiCanvas* canvas : stage_.canvases()) stops.push_back({canvas, canvas == stage_.canvases().front()});
  if (!presenter_.on()) stops.push_back({&bar_});
  if (use_tab_key(stops) == &text_.canvas()) text_.show_selected();
}

float Reader::text_height(float below_header, float rest) const {
  if (!low_) return 0.42f * below_header;
  const float beside_half = rest - window::tabs_height(lab_.session.figures()) - 0.5f * (below_header + kHeaderHeight);
  if (below_ == Below::kText) return std::max(beside_half, 0.5f * rest);
  return below_ == Below::kUnsaid && beside_half >= kLeastText ? beside_half : 0;
}

void Reader::fold() {
  lab_.view.parts = low_ && below_ != Below::kControls ? api::Parts::kFigure : api::Parts::kFull;
  lab_.view.tabs = low_ ? api::Tabs::kShown : api::Tabs::kWithControls;
  // The strip of a trained lesson is shown where there is room for it, and beside the figure of training, which needs it.
  lab_.view.tools = low_ && (below_ == Below::kNothing || lab_.session.figures().current().id == "training");
}

canvas::Rect Reader::draw(canvas::Rect whole) {
  theme_ = canvas::Theme(lab_.view.dark);
  for (canvas::ImGuiCanvas* canvas : {&header_, &bar_, &caption_, &over_}) canvas->set_theme(theme_);
  text_.follow_session();
  use_keys();
  hover_ = {};
  const canvas::Rect window = whole;
  if (presenter_.on()) {
    lab_.view.tabs = api::Tabs::kWithControls;
    whole = draw_presenter(whole);
  } else {
    const bool wide = whole.width >= kWide;
    const float edge = std::clamp(0.035f * whole.width, 16.0f, 72.0f);
    draw_header(whole.cut_top(kHeaderHeight), edge);
    low_ = !wide && window.height < kLow;
    fold();
    canvas::Rect text;
    if (wide) {
      text = whole.cut_left(edge + std::clamp(0.41f * (whole.width - 2 * edge), kLeastColumn, kMostColumn) + 16);
      whole.cut_left(std::clamp(0.02f * whole.width, 8.0f, 44.0f));
      whole.cut_right(edge - 12);
    } else {
      text = whole.cut_bottom(text_height(whole.height, whole.height - kBarHeight));
    }
    shows_text_ = text.height > 0;
    canvas::Rect bar = whole.cut_bottom(kBarHeight).inset(12, 0);
    ImGui::PushID("reader");
    const auto canvases = stage_.canvases();
    text_.page().set_in_figure(canvases.empty() || lab_.view.lit == canvases.front()->hot() ? std::string_view() : canvases.front()->hot());
    if (shows_text_) text_.draw(text, edge, wheel_beside(text), theme_);
    // Space goes on with the story that a link has begun, instead of pressing the link again.
    const session::Playback& playback = lab_.session.playback();
    if (!playback.playing().empty() && playback.is_telling(lab_.session.figures().clock())) text_.canvas().drop_keyboard();
    ImGui::PopID();
    draw_bar(bar);
    if (!wide && shows_text_) header_.line({0, text.y}, {window.right(), text.y}, {theme_.of(canvas::Role::kFaint), 1});
  }
  const bool covered = menu_.is_open() || dialog_.is_open();
  const bool beside = header_.has_keyboard() || bar_.has_keyboard() || text_.canvas().has_keyboard();
  stage_.leave_arrows(covered || beside || presenter_.on());
  draw_over(window);
  return whole;
}

// Over a figure that has no use for the wheel, the wheel scrolls the text, as on a page.
float Reader::wheel_beside(canvas::Rect text) const {
  const ImGuiIO& io = ImGui::GetIO();
  const canvas::Point at{io.MousePos.x, io.MousePos.y};
  const bool elsewhere = text.contains(at) || stage_.scrolls_at(at) || menu_.is_open() || dialog_.is_open() || io.KeyCtrl;
  return elsewhere ? 0 : io.MouseWheel;
}

canvas::Rect Reader::draw_presenter(canvas::Rect whole) {
  ImGui::PushID("presenter");
  whole = presenter_.draw(caption_, whole);
  ImGui::PopID();
  if (!presenter_.on()) text_.go_to(presenter_.section());
  return whole;
}

void Reader::draw_header(canvas::Rect row, float edge) {
  session::Session& session = lab_.session;
  const session::Results::Computed computed = session.results().computed();
  const HeaderState state{.lesson = entry_of(session.lesson().slug),
                          .previous = actions_.can("previous"),
                          .next = actions_.can("next"),
                          .undo = actions_.can("undo"),
                          .redo = actions_.can("redo"),
                          .reset = actions_.can("reset"),
                          .backend = !computed.by_choice     ? ""
                                     : computed.name == "gl" ? "GPU"
                                                             : "CPU"};
  ImGui::PushID("header");
  header_.begin(row);
  const std::string pressed = reader::draw_header(header_, row.inset(edge, 0), state, &hover_);
  header_.end();
  ImGui::PopID();
  press(pressed, header_);
}

void Reader::draw_bar(canvas::Rect row) {
  const session::Session& session = lab_.session;
  BarState state{.said = actions_.said(),
                 .pinned = text_.following().pinned(),
                 .own = session.scenes().has_own(),
                 .compares = session.comparison().kept() != nullptr,
                 .low = low_,
                 .text = shows_text_,
                 .controls = low_ && below_ == Below::kControls};
  for (const course::Scene& scene : session.scenes().all())
    if (scene.id == session.scenes().place()) state.scene = scene.title;
  ImGui::PushID("bar");
  bar_.begin(row);
  const std::string pressed = reader::draw_bar(bar_, row, state, &hover_);
  bar_.end();
  ImGui::PopID();
  press(pressed, bar_);
}

void Reader::press(const std::string& id, const canvas::ImGuiCanvas& canvas) {
  if (id.empty()) return;
  if (id == "text") below_ = shows_text_ ? Below::kNothing : Below::kText;
  if (id == "controls") below_ = below_ == Below::kControls ? Below::kNothing : Below::kControls;
  std::vector<MenuItem> items = actions_.menu(id);
  if (items.empty()) return actions_.run(id);
  menu_.open(id, std::move(items), canvas.rect_of(id), id != "lessons");
  if (lab_.screen) lab_.screen->request_frame();
}

void Reader::draw_over(canvas::Rect whole) {
  ImGui::PushID("over");
  const std::string chosen = menu_.draw(theme_, whole);
  if (!chosen.empty()) actions_.run(chosen);
  dialog_.draw(theme_, whole);
  draw_hint(whole);
  ImGui::PopID();
}

// It is drawn in a window of its own in front of all others, which does not take the pointer.
void Reader::draw_hint(canvas::Rect whole) {
  static constexpr std::pair<std::string_view, std::string_view> kMenus[] = {{"lessons", "The lessons of the course"},
                                                                             {"backend", "What computes"},
                                                                             {"theme", "Colours and size"},
                                                                             {"file", "Links and files"},
                                                                             {"more", "More"},
                                                                             {"text", "The text below the figure"},
                                                                             {"controls", "The controls below the figure"}};
  if (hover_.id.empty() || menu_.is_open() || dialog_.is_open()) return;
  std::string hint = actions_.hint(hover_.id);
  for (const auto& [id, words] : kMenus)
    if (id == hover_.id) hint = words;
  if (hover_.id == "backend") hint = lab_.session.results().computed().reason;
  if (hint.empty()) return;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({whole.width, whole.height});
  ImGui::Begin("##hint", nullptr,
               ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  over_.begin(whole);
  canvas::draw_tooltip(over_, hover_.rect, whole, hint);
  over_.end();
  ImGui::End();
}

canvas::Rect Reader::rect_of(std::string_view id) const {
  for (const canvas::Rect r : {menu_.rect_of(id), dialog_.rect_of(id)})
    if (r.width > 0) return r;
  if (presenter_.on()) return caption_.rect_of(id);
  for (const canvas::ImGuiCanvas* canvas : {&header_, &bar_})
    if (const canvas::Rect r = canvas->rect_of(id); r.width > 0) return r;
  return text_.canvas().rect_of(id);
}

std::string assets_folder() {
  char* base = SDL_GetBasePath();
  const std::string folder = std::string(base ? base : "./") + "assets";
  SDL_free(base);
  return folder;
}

}  // namespace attn::reader
