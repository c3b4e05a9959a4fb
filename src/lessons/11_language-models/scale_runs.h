// What the models of scale.h came to. The live test of the lesson trains the quick ones again; with ATTENTION_LAB_SCALE=all it trains all
// of them, half an hour on two cores, and prints these tables.
#pragma once

#include "lessons/11_language-models/scale.h"

namespace attn::lessons::language_models {

inline constexpr ScaleRun kWeightsRuns[] = {
    {1, 8, 2, 0, 2000, 2.0115},   {2, 8, 2, 0, 2000, 1.7129},   {4, 8, 2, 0, 2000, 1.5286},   {1, 16, 4, 0, 2000, 0.8935},
    {2, 16, 4, 0, 2000, 0.7870},  {4, 16, 4, 0, 2000, 0.7399},  {1, 32, 4, 0, 2000, 0.6525},  {2, 32, 4, 0, 2000, 0.6392},
    {4, 32, 4, 0, 2000, 0.6403},  {1, 64, 4, 0, 2000, 0.4099},  {2, 64, 4, 0, 2000, 0.3898},  {4, 64, 4, 0, 2000, 0.3881},
    {1, 128, 4, 0, 2000, 0.3886}, {2, 128, 4, 0, 2000, 0.3774}, {4, 128, 4, 0, 2000, 0.3809},
};
inline constexpr ScaleRun kStoriesRuns[] = {
    {2, 32, 4, 30, 2000, 4.0461},   {2, 32, 4, 100, 2000, 2.4206},  {2, 32, 4, 300, 2000, 1.2515},
    {2, 32, 4, 1000, 2000, 0.7276}, {2, 32, 4, 3000, 2000, 0.6624}, {2, 32, 4, 10000, 2000, 0.6420},
};
inline constexpr ScaleRun kStepsRuns[] = {
    {2, 32, 4, 0, 60, 3.1113},   {2, 32, 4, 0, 125, 2.0211},  {2, 32, 4, 0, 250, 1.1496},  {2, 32, 4, 0, 500, 0.8192},
    {2, 32, 4, 0, 1000, 0.6892}, {2, 32, 4, 0, 2000, 0.6392}, {2, 32, 4, 0, 4000, 0.6288}, {2, 32, 4, 0, 8000, 0.5390},
};

}  // namespace attn::lessons::language_models
