// The scenes of a lesson's text: going to one by a press or by reading on, what a scene leaves alone, and the way back to what the reader
// had made. An exercise begins with its scene, so it is begun here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/document.h"

namespace attn::session {

class Session;

/// How a scene is come to: by pressing its link, or by reading on to its section.
enum class Way { kPress, kReading };

class Scenes {
 public:
  static constexpr std::string_view kTopScene = "top";

  /// A scene says something of every room, as an address does.
  explicit Scenes(Session& session) : session_(session) {}
  /// Those of the lesson that is being opened.
  void open();
  /// Further ones, of a lesson that is not in the course's table.
  void add(const std::vector<course::Scene>& scenes);
  /// What the text states, behind the lesson as it opens, which is called kTopScene.
  const std::vector<course::Scene>& all() const { return scenes_; }

  /// The lesson's defaults with `query` on top, in the figure that it names or the first, as one step of undo. Returns an empty string, or
  /// what is illegal in it, or the locked parameter that forbids it.
  std::string show(std::string_view query);
  /// Goes to a scene. A press is a step of undo and begins an exercise anew; reading on is a step only where it takes away what the reader
  /// has changed.
  ///
  /// What a model in training needs stays as it is, unless the scene names it and wants it otherwise. Reading on then goes nowhere while
  /// the model is in training, and it goes nowhere at all while A is kept. Locked parameters stay, which note() says. Returns an empty
  /// string, or why nothing was done.
  std::string go_to(std::string_view id, Way way);
  /// A sentence that says which locked parameter the scene gone to last wanted otherwise; empty where none.
  const std::string& note() const { return note_; }
  /// The scene gone to last; the reader may have changed the picture since.
  std::string_view place() const { return place_; }

  /// Whether a scene took away what the reader had changed by hand.
  bool has_own() const { return own_.params != nullptr; }
  /// Brings that back, as one step of undo. Returns an empty string, or that there is nothing.
  std::string bring_own();
  /// What the picture is now counts as brought, not as the reader's.
  void note_brought();

  /// Opens an exercise: its scene, no prediction, no answer. One step of undo. Returns an empty string, or why not.
  std::string begin(std::string_view exercise);
  /// The reader acts in an exercise, so it is the live one. Its scene comes as reading brings it, unless the picture is one that the
  /// reader made since it was begun: that stays. Returns an empty string, or why not.
  std::string take_up(std::string_view exercise);
  /// Whether the exercise's scene was brought. Where it is answered with the picture itself, that picture must not be one that another
  /// place brought.
  bool is_begun(std::string_view exercise) const;

 private:
  /// What the reader had made when a scene took it away.
  struct Own {
    course::Lesson::Params params;  ///< null where there is none
    int figure = 0;
  };

  /// The lesson's defaults with `query` on top, as it stands there; the figure that it names is open then.
  Document::Edit bring(std::string_view query);
  /// Puts the settings of a model that the reader chose or trained into `next`, unless `query` names other ones; false where those must
  /// wait for training to end.
  bool keep_model(std::string_view query, Way way, void* next) const;
  /// As Document::settle(), from the defaults, of what the scene `query` sets; a locked parameter that it names stays too.
  params::Refusal keep_from_scene(std::string_view query, course::Lesson::Params* next) const;
  /// Whether the present model has the settings, and the steps, that it has in `as`.
  bool same_model(const void* as) const;
  /// Whether `params` are all of the scene `query`.
  bool is_scene(std::string_view query, const void* params);
  /// Whether `before` had changes of the reader's that the parameters have no more.
  bool is_lost(const void* before) const;
  /// Whether the parameters are still what was brought last.
  bool is_as_brought() const;
  /// The parameters are now the scene `id`; `before` and `figure` is what was there.
  void arrive(std::string_view id, course::Lesson::Params before, int figure);
  const course::Scene* scene_of(std::string_view exercise) const;

  Session& session_;
  std::vector<course::Scene> scenes_;
  std::string_view place_;  ///< the scene gone to last
  std::string note_;
  course::Lesson::Params brought_;        ///< as it was brought
  course::Lesson::Params brought_model_;  ///< in its model's settings, those that a scene brought last
  Own own_;
};

}  // namespace attn::session
