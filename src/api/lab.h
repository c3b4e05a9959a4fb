// The program as it is controlled from outside: one session, how it is shown, and the events that report what happens. The window is
// optional: without a screen everything but drawing works.
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
/// Whether the figures' tabs are shown above the figure: always, never, or when the controls are shown too.
enum class Tabs { kWithControls, kShown, kHidden };

/// How the session is shown. This belongs to the app, and no lesson sees it.
struct View {
  bool dark = false;
  bool reduced_motion = false;
  Parts parts = Parts::kFull;
  Tabs tabs = Tabs::kWithControls;
  bool tools = true;     ///< whether undo, redo, reset and the backend switch are shown below the controls; a page may have its own
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
  /// Something has changed, so that a frame must be drawn soon.
  virtual void request_frame() = 0;
  /// The numbers of the picture have changed and nothing else, as in every step of training: a single frame shows that.
  virtual void request_picture() = 0;
  /// The place of a widget, handle or cell in the current picture, or an empty rectangle. A stale picture is drawn first.
  virtual canvas::Rect rect_of(std::string_view id) = 0;
  /// The height at which a window of this width shows the open figure well.
  virtual float height_for(float width) = 0;
  /// The grip of what a press at `p` would grab: "none", "hover", "click", "drag", "paint" or "zoom".
  virtual std::string_view grip_at(canvas::Point p) = 0;
  /// Whether the wheel moves something inside the window at `p`. If not, it scrolls the page around the window.
  virtual bool scrolls_at(canvas::Point p) = 0;
  /// Whether the selected thing would use a key, which is given by its DOM name ("ArrowLeft", "PageDown", " ").
  virtual bool wants_key(std::string_view key) = 0;
  virtual int frames() const = 0;
  virtual double frame_ms() const = 0;
};

class Lab {
 public:
  /// Is called with the type of an event and its details as JSON.
  using Listener = std::function<void(std::string_view type, const std::string& json)>;

  explicit Lab(const course::Lesson& lesson) : session(lesson) {}

  session::Session session;
  View view;
  Screen* screen = nullptr;
  Listener listener;
  std::vector<float> data;  ///< the numbers of the last `read`
  std::string bytes;        ///< of the last `save_weights` or `save_folder`
  course::Files files;      ///< those that the next `open_model` opens
  /// Whether a call is under way whose answer will say that code was missed (base/later.h), so that no event needs to.
  bool says_what_it_missed = false;

  void emit(std::string_view type, const std::string& json) const {
    if (listener) listener(type, json);
  }
  /// Reports what has changed since the last time by the event `change`, and asks for a frame. Must be called after every call from outside
  /// and after every frame.
  void publish_changes();

 private:
  /// Sends the events of a trained lesson: `weights` names the files that are needed, `error` says which could not be had, and `train` says
  /// how far training is. `train` is sent at most ten times a second, and whenever something begins or ends.
  void publish_training();

  std::vector<std::string> asked_;  ///< the weights that were needed the last time
  session::Training::Status told_;  ///< what the last `train` reported
  double told_at_ = 0;
};

}  // namespace attn::api
