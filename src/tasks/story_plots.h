// The plots of the stories, as sentences with places for words.
//
// A sentence is words and marks between spaces. A word in braces is a place:
//   {M} {O}            the main character, another one
//   {she} {her} {hers} the main character's pronouns: she or he, her or him, her or his; {she2} {her2} {hers2} the other one's
//   {adj} {thing} {things}   the thing, with an adjective; {a} is "a" or "an" before it
//   {place} {animal} {n} {m} {k}   n = m + k, all at least 2 or, with a thing in the singular after it, one
// With a * before its name, as in {*she}, what stands before settles the word, so that a probe may ask for it.
#pragma once

#include <span>
#include <string_view>

namespace attn::tasks {

/// Alternatives of a sentence; one of them is told.
using StoryLine = std::span<const std::string_view>;
/// Lines in order.
struct StoryPlot {
  std::span<const StoryLine> lines;
};
std::span<const StoryPlot> story_plots();

inline constexpr std::string_view kGirls[] = {"Lily", "Anna", "Mia", "Sara", "Zoe", "Emma", "Ella", "Nora", "Ruth", "Ida"};
inline constexpr std::string_view kBoys[] = {"Tom", "Max", "Ben", "Leo", "Sam", "Finn", "Jack", "Paul", "Noah", "Otto"};
inline constexpr std::string_view kThings[] = {"ball", "kite", "hat",  "cup",   "book",  "doll", "boat", "drum",
                                               "bell", "cake", "pear", "shell", "stone", "star", "ring", "flag"};
inline constexpr std::string_view kAdjectives[] = {"red",   "blue", "green", "yellow", "white", "big",
                                                   "small", "old",  "new",   "round",  "pretty"};
inline constexpr std::string_view kPlaces[] = {"park", "garden", "school", "river", "forest", "beach", "kitchen", "market"};
inline constexpr std::string_view kAnimals[] = {"dog", "cat", "bird", "horse", "duck", "rabbit", "mouse"};
inline constexpr std::string_view kNumbers[] = {"no", "one", "two", "three", "four", "five", "six", "seven"};

}  // namespace attn::tasks
