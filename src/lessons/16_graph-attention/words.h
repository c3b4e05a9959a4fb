// The lesson's figures in sentences, and what stands on several of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"
#include "lessons/16_graph-attention/study.h"

namespace attn::lessons::graph_attention {

/// The figures of the graph and of its choice: the task, the model's answers and the selected node's weights, with their numbers.
std::string describe_graph(const Params& p, const Result& r);
/// The other figures, the mask first.
std::string describe(const Params& p, const Result& r);
std::string describe_lookup(const Params& p, const Result& r);
std::string describe_reach(const Params& p, const Result& r);
std::string describe_ties(const Params& p, const Result& r);
std::string describe_molecules(const Params& p, const Result& r);
std::string describe_pixels(const Params& p, const Result& r);
std::string describe_scale(const Params& p, const Result& r);

/// "convolution", "attention", ...
std::string_view network_name(models::GraphLayerKind kind);

/// The classes as the legend calls them. Where a task calls them by colours, letters stand for these: they are no colours of the picture.
std::vector<std::string> class_names(const tasks::GraphTask& task);

/// What the hand does to the graph shown: what it cannot do to this graph is `look`.
Tool tool_of(const Params& p);
/// What the hand can do to the graph shown, in a sentence.
std::string_view hint_of(const Params& p);
/// Takes a row off the top of `area` with a button for each thing that the hand can do to a node, `tool[k]` (k as in Tool); nothing where
/// it can do one thing only.
void draw_tools(canvas::Canvas& canvas, canvas::Rect* area, const Params& p, Params& edit);

/// A sentence, and where another task is in training a button that brings `task`'s model.
void draw_offer(canvas::Canvas& canvas, canvas::Rect row, std::string_view task, std::string_view sentence, const Params& p, Params& edit);

/// Where the task draws its graphs, a button at the right end of `row` that shows the next one; takes its place off `row`.
void draw_next_example(canvas::Canvas& canvas, canvas::Rect* row, const Params& p, Params& edit);

}  // namespace attn::lessons::graph_attention
