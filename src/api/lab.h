// The program as outsiders drive it: one session, how it is shown, and what it tells the outside. The window is optional: without a
// screen everything but drawing works.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/source_mode.h"
#include "session/session.h"

namespace attn::api {

/// Which parts are shown: the figure alone, the controls alone, or both.
enum class Parts { kFull, kFigure, kControls };
/// Whether the figures' tabs stand above the figure: where the controls are shown too, or as it is said.
enum class Tabs { kWithControls, kShown, kHidden };

/// How the session is shown. Owned by the app; no lesson sees it.
struct View {
  bool dark = false;
  bool reduced_motion = false;
  Parts parts = Parts::kFull;
  Tabs tabs = Tabs::kWithControls;
  bool tools = true;     ///< undo, redo, reset and the backend switch below the controls; a page may have its own
  std::string lit;       ///< the result or cell that a link of the text has lit, or empty
  float sheet = 0;       ///< pixels that the page has added below for the inspector's sheet
  std::string selected;  ///< the region to select in the next frame, or empty
  [[no_unique_address]] canvas::Source source;

  bool shows_tabs() const { return tabs == Tabs::kWithControls ? parts == Parts::kFull : tabs == Tabs::kShown; }
};

/// What the lab asks of a window.
class Screen {
 public:
  virtual ~Screen() = default;
  /// Something changed: draw soon.
  virtual void request_frame() = 0;
  /// Where a widget, handle or cell is in the current picture; empty when it is not there. Draws first when the picture is stale.
  virtual canvas::Rect rect_of(std::string_view id) = 0;
  /// The height at which a window of this width shows the open figure well.
  virtual float height_for(float width) = 0;
  /// What a press at `p` would take hold of: "none", "hover", "click", "drag", "paint" or "zoom".
  virtual std::string_view grip_at(canvas::Point p) = 0;
  /// Whether the wheel moves something inside the window at `p`; if not, it belongs to the page around.
  virtual bool scrolls_at(canvas::Point p) = 0;
  /// Whether the selection would use a key, by its DOM name ("ArrowLeft", "PageDown", " ").
  virtual bool wants_key(std::string_view key) = 0;
  virtual int frames() const = 0;
  virtual double frame_ms() const = 0;
};

class Lab {
 public:
  /// Gets the type of an event and its details as JSON.
  using Listener = std::function<void(std::string_view type, const std::string& json)>;

  explicit Lab(const course::Lesson& lesson) : session(lesson) {}

  session::Session session;
  View view;
  Screen* screen = nullptr;
  Listener listener;
  std::vector<float> data;  ///< of the last `read`
  std::string bytes;        ///< of the last `save_weights`
  /// A call is under way whose answer tells that code was missed (base/later.h), so that no event does.
  bool says_what_it_missed = false;

  void emit(std::string_view type, const std::string& json) const {
    if (listener) listener(type, json);
  }
  /// Tells of what changed since the last time (event `change`) and asks for a frame. Called after every outside call and every frame.
  void publish_changes();

 private:
  /// Events of a trained lesson: `weights` names what is wanted, `error` what did not come, `train` how far it is, at most ten a second
  /// and whenever something begins or ends.
  void publish_training();

  std::vector<std::string> asked_;  ///< weights wanted the last time
  session::Training::Status told_;  ///< of the last `train`
  double told_at_ = 0;
};

}  // namespace attn::api
