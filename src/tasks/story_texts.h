// The words and sentences of the little stories, as text. story_plots.h reads them.
#pragma once

#include <span>
#include <string_view>

namespace attn::tasks::story {

inline constexpr std::string_view kGirls = "Lily Anna Mia Sue Emma Rosa Nora Ella Ida Zoe";
inline constexpr std::string_view kBoys = "Tom Ben Max Leo Tim Jack Paul Finn Hugo Noah";
inline constexpr std::string_view kNumbers = "one two three four five six";
/// Prepositions and nouns.
inline constexpr std::string_view kPlaces = "in park in garden in forest by river by lake by sea on hill at farm";
/// Words that agreement needs and that stand in no sentence.
inline constexpr std::string_view kForms = "he she him her his was were it they them the to an girl boy mom dad";

/// A thing in the singular and the plural ("-": not needed), and its kinds: t toy, s can be stuck in a tree, c lies about to be counted, f
/// food, b can break, p pet.
struct ThingText {
  std::string_view one, many, kinds;
};
std::span<const ThingText> thing_texts();

/// A plot: the kind of its thing, the thing's adjectives, and the ways to tell each sentence, one a line, with an empty line between
/// sentences.
///
/// "a/b" is a choice of a word, "_" joins words of a choice, "-" says nothing, and ' is a quotation mark. Blanks are
///   $A $a $ao $as $ag   the first character: name, he, him, his, boy (or she, her, her, girl)
///   $B $b $bo $bs       the second character       $M $m   a parent: mom, she
///   $O $J               the thing, its adjective    $P $Q   in the park, to the park
///   $N $Os $w $y $t     a number, the thing in that number, was or were, it or they, it or them; $C counts: one , two , three
///   $L $Ls              the number less one, the thing in that number
/// A "!" behind a blank says that the story so far decides the word, and "stones!stone" that it decides for the first of two words.
struct PlotText {
  std::string_view kind, adjectives, sentences;
  int fewest = 2;  ///< the least $N
};
std::span<const PlotText> plot_texts();

}  // namespace attn::tasks::story
