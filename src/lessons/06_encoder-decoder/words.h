// How the lesson puts an encoder-decoder into words and tables: names of rows, states side by side, sentences.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"
#include "lessons/06_encoder-decoder/study.h"

namespace attn::lessons::encoder_decoder {

std::string percent(double fraction);
/// `tokens` of the target language, as the task writes them.
std::string text_of(const Result& r, const Tokens& tokens);
/// A word of the target language; empty for -1.
std::string target_word(const Result& r, int token);

/// The words of the source and the end mark, in the order in which the encoder reads them, with their places in the source.
struct Reading {
  std::vector<std::string> words;
  std::vector<Index> places;
};
Reading reading(const Params& p, const Result& r);

/// [u,m] states of the encoder's last layer, in the order of reading.
Mat encoder_states(const Params& p, const Result& r);
/// [u,n] states of the decoder's last layer.
Mat decoder_states(const Params& p, const Result& r);
std::vector<std::string> said(const Result& r, const DecodedRun& run);
/// [n,1] the member `number` of each word.
Mat per_word(const DecodedRun& run, Real SaidWord::*number);
/// [n,v] the probability of each word of the target language (target_words) at each step.
Mat word_probabilities(const Result& r);
std::vector<std::string> target_words(const Result& r);
/// Tokens and probabilities of the `count` likeliest words of the step shown, the likeliest first.
std::vector<std::pair<int, double>> likeliest(const Result& r, int count);
/// [k,1] ln p of every node of the beam (hypotheses).
Mat beam_probabilities(const Result& r);
std::vector<std::string> hypotheses(const Result& r);
/// "length 1", ... for lengths in the first column of `table`.
std::vector<std::string> lengths(const Mat& table);
/// The words up to a node of the beam.
std::string hypothesis(const Result& r, int node);

/// "The decoder says ..., which is right."
std::string outcome(const Params& p, const Result& r);
/// What the beam found beside greedy search, with their probabilities.
std::string beam_note(const Params& p, const Result& r);
std::string describe(const Params& p, const Result& r);
/// The same for the figures that do not show one translation.
std::string describe_forcing(const Params& p, const Result& r);
std::string describe_beam(const Params& p, const Result& r);

}  // namespace attn::lessons::encoder_decoder
