#include "window/imgui_screen.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>

#include "base/clock.h"
#include "compute/gl_platform.h"

namespace attn::window {
namespace {

constexpr int kAfterWork = 2;  ///< frames, because the layout of a new sentence is known only a frame later
/// While a model trains, a picture that takes long to draw is drawn less often: the pause is so many times as long as drawing took.
constexpr double kDrawingRest = 2;
constexpr double kUndrawnMs = 10;  ///< of training during a frame that is not drawn

}  // namespace

std::unique_ptr<ImGuiScreen> ImGuiScreen::open(api::Lab& lab, const MakeSurface& make_surface, std::string* error) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.MouseDoubleClickTime = 0.5f;         // as on desktops, because frames may be slow
  io.ConfigInputTextCursorBlink = false;  // a blinking cursor would need frames all the time
  std::unique_ptr<ImGuiScreen> screen(new ImGuiScreen(lab));
  screen->surface_ = make_surface(error);
  if (!screen->surface_) return nullptr;
  if (!ImGui_ImplOpenGL3_Init()) {
    *error = "The renderer could not start on this OpenGL context.";
    return nullptr;
  }
  screen->clouds_ = std::make_unique<Clouds>();
  lab.screen = screen.get();
  lab.session.results().set_gl(true);
  return screen;
}

ImGuiScreen::~ImGuiScreen() {
  if (lab_.screen == this) lab_.screen = nullptr;
  lab_.session.results().set_gl(false);
  stage_.release();
  clouds_.reset();
  if (ImGui::GetIO().BackendRendererUserData) ImGui_ImplOpenGL3_Shutdown();
  surface_.reset();
  ImGui::DestroyContext();
}

bool ImGuiScreen::frame(bool force) {
  if (surface_->poll()) pending_ = kSettle;
  if (!lost_ && lab_.session.play_on()) lab_.publish_changes();
  if (lost_ || (!force && !wants_frame())) return false;
  const double start = milliseconds();
  if (!force && lab_.session.busy()) {
    const bool drawing = pending_ > 0 || start - drawn_at_ >= kDrawingRest * draw_ms_;
    lab_.session.work(drawing ? training_budget() : kUndrawnMs);
    if (!lab_.session.busy()) {
      pending_ = std::max(pending_, kAfterWork);
    } else if (!drawing) {
      frame_ms_ = milliseconds() - start;
      lab_.publish_changes();
      return true;
    }
  }
  if (pending_ > 0) --pending_;
  const double worked = milliseconds();
  draw();
  const double end = milliseconds();
  draw_ms_ = draw_ms_ == 0 ? end - worked : 0.7 * draw_ms_ + 0.3 * (end - worked);
  drawn_at_ = end;
  frame_ms_ = end - start;
  ++frames_;
  surface_->present();
  lab_.publish_changes();
  return wants_frame();
}

double ImGuiScreen::training_budget() const {
  constexpr double kFrameMs = 11, kLeast = 2, kMost = 8;
  return std::clamp(kFrameMs - draw_ms_, kLeast, kMost);
}

void ImGuiScreen::draw() {
  surface_->begin_frame();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  clouds_->collect();
  stage_.draw();
  ImGui::Render();
  const ImGuiIO& io = ImGui::GetIO();
  const canvas::Color background = canvas::Theme(lab_.view.dark).of(canvas::Role::kBackground);
  glViewport(0, 0, static_cast<int>(io.DisplaySize.x * io.DisplayFramebufferScale.x),
             static_cast<int>(io.DisplaySize.y * io.DisplayFramebufferScale.y));
  glClearColor(background.r, background.g, background.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiScreen::resize(canvas::Size size) {
  surface_->resize(size);
  request_frame();
}

canvas::Rect ImGuiScreen::rect_of(std::string_view id) {
  for (int i = 0; i < kSettle && pending_ > 0 && !lost_; ++i) frame(true);  // these frames are only drawn, without training
  return stage_.rect_of(id);
}

void ImGuiScreen::context_lost() {
  if (lost_) return;
  lost_ = true;
  lab_.session.results().set_gl(false);
  clouds_.reset();
  ImGui_ImplOpenGL3_Shutdown();
  lab_.emit("contextlost", "{}");
}

void ImGuiScreen::context_restored() {
  if (!lost_) return;
  lost_ = !ImGui_ImplOpenGL3_Init();
  if (lost_) return;
  clouds_ = std::make_unique<Clouds>();
  lab_.session.results().set_gl(true);
  request_frame();
  lab_.emit("contextrestored", "{}");
}

}  // namespace attn::window
