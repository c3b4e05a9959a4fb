// The scenes of a lesson's text: how the reader goes to one by pressing a link or by reading on, what a scene leaves as it is, and how the
// reader gets back what a scene took away. Exercises are begun here too, since each begins with its scene.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/document.h"

namespace attn::session {

class Session;

/// How the reader comes to a scene: by pressing its link, or by reading on to its section.
enum class Way { kPress, kReading };

class Scenes {
 public:
  static constexpr std::string_view kTopScene = "top";

  /// Scenes need the whole session because a scene, like an address, may concern every room.
  explicit Scenes(Session& session) : session_(session) {}
  /// Takes the scenes of the lesson that is being opened.
  void open();
  /// Adds scenes, for a lesson that is not in the course's table.
  void add(const std::vector<course::Scene>& scenes);
  /// All scenes: kTopScene, which is the lesson as it opens, then those that the text states.
  const std::vector<course::Scene>& all() const { return scenes_; }

  /// Shows the lesson's defaults with `query` on top, in the figure that the query names or else the first, as one step of undo. Returns an
  /// empty string, or what is illegal in the query, or which locked parameter forbids it.
  std::string show(std::string_view query);
  /// Goes to a scene. A press is a step of undo and begins the scene's exercise anew. Reading on is a step of undo only where it takes away
  /// what the reader has changed.
  ///
  /// The settings and steps of a model that the reader has chosen or trained stay, unless the scene sets them otherwise. In that case
  /// reading on does nothing as long as the model is training; steps that a scene itself asked for do not hold it. While A is kept, reading
  /// on never does anything. Locked parameters keep their values, and note() says so. Returns an empty string, or why nothing was done.
  std::string go_to(std::string_view id, Way way);
  /// A sentence about the locked parameter to which the last scene would have given another value; empty where there is none.
  const std::string& note() const { return note_; }
  /// The scene that the reader went to last. The picture may have been changed since.
  std::string_view place() const { return place_; }

  /// Whether a scene took away what the reader had changed by hand.
  bool has_own() const { return own_.params != nullptr; }
  /// Restores what was taken away, as one step of undo. Returns an empty string, or that there is nothing to restore.
  std::string bring_own();
  /// From now on the present picture does not count as changed by the reader.
  void note_brought();

  /// Begins an exercise with its scene, without a prediction or an answer, as one step of undo. Returns an empty string, or why not.
  std::string begin(std::string_view exercise);
  /// Makes an exercise the live one because the reader acts in it. Its scene is shown as if the reader had read on to it, unless the
  /// picture is one that the reader has made since the exercise began. Returns an empty string, or why not.
  std::string take_up(std::string_view exercise);
  /// Whether the exercise's scene has been shown. Where the picture itself is the answer, it must also not come from another scene.
  bool is_begun(std::string_view exercise) const;

 private:
  /// The reader's own picture that a scene took away.
  struct Own {
    course::Lesson::Params params;  ///< null where there is none
    int figure = 0;
  };

  /// The lesson's defaults with `query` on top, regardless of locks. Opens the figure that the query names.
  Document::Edit bring(std::string_view query);
  /// Puts the settings of a model that the reader has chosen or trained into `next`, unless `query` names other ones. Returns false where
  /// the scene has to wait because the model is training.
  bool keep_model(std::string_view query, Way way, void* next) const;
  /// Settles the scene `query` from the lesson's defaults, as Document::settle() does. A locked parameter that the query names keeps its
  /// value too.
  params::Refusal keep_from_scene(std::string_view query, course::Lesson::Params* next) const;
  /// Whether the present model has the same settings and steps as in the parameters `as`.
  bool same_model(const void* as) const;
  /// Whether `params` are exactly those of the scene `query`.
  bool is_scene(std::string_view query, const void* params);
  /// Whether `before` had changes by the reader that the present parameters do not have.
  bool is_lost(const void* before) const;
  /// Whether the parameters are still those of the last scene.
  bool is_as_brought() const;
  /// The parameters are now those of the scene `id`; before it they were `before`, with the figure `figure`.
  void arrive(std::string_view id, course::Lesson::Params before, int figure);
  const course::Scene* scene_of(std::string_view exercise) const;

  Session& session_;
  std::vector<course::Scene> scenes_;
  std::string_view place_;
  std::string note_;
  course::Lesson::Params brought_;        ///< the parameters as the last scene set them
  course::Lesson::Params brought_model_;  ///< holds the model's settings as a scene set them last
  Own own_;
};

}  // namespace attn::session
