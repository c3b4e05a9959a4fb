// What an encoder-decoder's view says in words and columns: names of rows, states side by side, sentences, and the exercises' answers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"
#include "recipes/encoder_decoder.h"

namespace attn::recipes {

/// A word of the target side; empty for -1.
std::string target_word(const EncoderDecoderView& r, int token);

/// The source's words and the end mark in the order in which the encoder reads them, and their places in the source.
struct Reading {
  std::vector<std::string> words;
  std::vector<Index> places;
};
Reading reading(const EncoderDecoderSettings& p, const EncoderDecoderView& r);

/// [u,m] states of the encoder's last layer, in the order of reading.
Mat encoder_states(const EncoderDecoderSettings& p, const EncoderDecoderView& r);
/// [u,n] states of the decoder's last layer.
Mat decoder_states(const EncoderDecoderSettings& p, const EncoderDecoderView& r);
std::vector<std::string> said(const EncoderDecoderView& r, const DecodedRun& run);
/// One number of each word [n,1].
Mat per_word(const DecodedRun& run, Real SaidWord::*number);
/// ln p of all that is said.
double log_probability(const EncoderDecoderView& r);
/// [n,v] every word's probability at every step, and the words.
Mat word_probabilities(const EncoderDecoderView& r);
std::vector<std::string> target_words(const EncoderDecoderView& r);
/// Token and probability of the likeliest words of the step shown, best first.
std::vector<std::pair<int, double>> likeliest(const EncoderDecoderView& r, int count);
/// [k,1] ln p of every node of the beam, and its words.
Mat beam_probabilities(const EncoderDecoderView& r);
std::vector<std::string> hypotheses(const EncoderDecoderView& r);
/// "layer 1", "layer 2", ...
std::vector<std::string> numbered(int count, std::string_view what);
/// "length 1", ... of lengths [k,1].
std::vector<std::string> lengths(const Mat& table);
/// The words of a beam's node.
std::string hypothesis(const EncoderDecoderView& r, int node);

/// "The decoder says ..., which is right.", or why the source could not be read.
std::string outcome(const EncoderDecoderSettings& p, const EncoderDecoderView& r);
/// What the beam found beside greedy search, with their probabilities.
std::string beam_note(const EncoderDecoderSettings& p, const EncoderDecoderView& r);
std::string describe(const EncoderDecoderSettings& p, const EncoderDecoderView& r);

struct Answer {
  bool correct = false;
  std::string message;
};
/// How do sources longer than those of training fare? 0: about as well; 1: worse; 2: less than half as well.
Answer answer_length(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int prediction);
/// Does reading from the end help? 0: yes; 1: it harms; 2: no difference.
Answer answer_order(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int prediction);
/// Does the beam find a likelier output than greedy search?
Answer answer_beam(const EncoderDecoderSettings& p, const EncoderDecoderView& r, int prediction = -1);

}  // namespace attn::recipes
