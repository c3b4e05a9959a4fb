// What the lesson says about its figures, in sentences, and parts that several figures draw.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

/// Describes the graph and its choice: the task, the model's answers and the weights of the selected node, with their numbers.
std::string describe_graph(const Params& p, const Result& r);
/// The same for the other figures. describe() is about the club.
std::string describe(const Params& p, const Result& r);
std::string describe_mask(const Params& p, const Result& r);
std::string describe_club(const Params& p, const Result& r);
std::string describe_sum(const Params& p, const Result& r);
std::string describe_lookup(const Params& p, const Result& r);
std::string describe_reach(const Params& p, const Result& r);
std::string describe_ties(const Params& p, const Result& r);
std::string describe_molecules(const Params& p, const Result& r);
std::string describe_pixels(const Params& p, const Result& r);
std::string describe_scale(const Params& p, const Result& r);

/// "convolution", "attention", ...
std::string_view network_name(models::GraphLayerKind kind);

/// The classes as the legend calls them. Where the task names them by colours, they get letters instead, because the figure does not draw
/// them in those colours.
std::vector<std::string> class_names(const tasks::GraphTask& task);

/// The tool for the graph shown: the one that the reader chose, or `look` if that cannot be used on this graph.
Tool tool_of(const Params& p);
/// What the hand can do to the graph shown, in a sentence.
std::string_view hint_of(const Params& p);
/// Cuts a row off the top of `area` and draws in it a button `tool[k]` for each tool that can be used (k as in Tool). Does nothing if there
/// is only one.
void draw_tools(canvas::Canvas& canvas, canvas::Rect* area, const Params& p, Params& edit);

/// A sentence and, if the model in training is of another task, a button that brings the model of `task`.
void draw_offer(canvas::Canvas& canvas, canvas::Rect row, std::string_view task, std::string_view sentence, const Params& p, Params& edit);

/// If the task draws its graphs, cuts the place of a button off the right end of `row`; the button shows the next graph.
void draw_next_example(canvas::Canvas& canvas, canvas::Rect* row, const Params& p, Params& edit);

}  // namespace attn::lessons::graph_attention
