// What a figure needs to tell itself as a story (params/story.h): the picture is a function of the time, so that it plays, stops, and is
// scrubbed back and forth. Nothing is seen before it is told. At the end all is told, and the figure is what it is without a story.
//
// Stop k is told while the time goes from k to k + 1, and has one sentence.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/mat.h"
#include "canvas/canvas.h"

namespace attn::charts {

class Story {
 public:
  /// `time` goes from 0, where nothing is told, to `stops`, where the last sentence stands, and on to params::end_of_story(stops).
  Story(double time, int stops) : time_(time), stops_(stops) {}
  double time() const { return time_; }
  int stops() const { return stops_; }
  bool all() const { return time_ > stops_; }
  /// The stop that is being told, or was told last; -1 at the beginning.
  int stop() const;
  /// Whether this stop is what the picture is about now. At the end of the story's time none is.
  bool at(int stop) const { return !all() && stop == this->stop(); }
  /// How much of a stop has been told, from 0 to 1.
  float told(int stop) const;
  /// How much of the part of a stop that lies between `from` and `to` of its time has been told, eased at both ends.
  float told(int stop, float from, float to) const;

 private:
  double time_;
  int stops_;
};

/// How many of `n` things are there when `share` of them has been told.
int told_of(float share, int n);

/// Cuts a band from the bottom of `*area` and draws into it the sentence of the present stop and a dot for each stop. A press on a dot
/// (`stop[k]`) goes to the end of that stop, one on the sentence (`story:on`) goes on, which the stage does (story_press). `*time` is the
/// lesson's parameter. `name` says what is told: "one block".
void draw_story(canvas::Canvas& canvas, canvas::Rect* area, const Story& story, std::span<const std::string_view> sentences,
                std::string_view name, Real* time, canvas::Place caller = canvas::Place::here());
/// Whether a press on this region asks for the story to go on.
bool story_press(std::string_view region);

/// Covers what has not been told yet with the background.
void veil(canvas::Canvas& canvas, canvas::Rect r, float told, canvas::Place caller = canvas::Place::here());
/// Covers those cells of a grid that have not been told yet; they are told row by row.
void veil_cells(canvas::Canvas& canvas, canvas::Rect cells, int rows, int cols, float told, canvas::Place caller = canvas::Place::here());
/// Draws the frame around the part that is being told.
void frame_told(canvas::Canvas& canvas, canvas::Rect r, canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
