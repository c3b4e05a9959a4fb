// The pictures of writable memory, each as course::FigureSpec::draw. What the hand does is written to `edit`.
#pragma once

#include "canvas/canvas.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

/// One head over a painted memory: `key[0,j]` and `memory[i,j]` to be dragged, beside each cell its weight after every stage (`content`,
/// `gated`, `shifted`, `weights`, all [N,1]), the weighting of the step before (`before[i,0]`) and the shift (`moves[0,k]`) to be dragged,
/// and what is read (`read[0,j]`).
void draw_addressing(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// The same head writing: `erase[0,j]` and `add[0,j]` to be dragged, and the memory before, after erasing (`erased`) and after adding
/// (`written`).
void draw_writing(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// A head that moves on by its shift, over and over: its weights over time (`smear[i,t]`), its largest one (`largest[0,t]`), and that of
/// one that does not sharpen (`largest-blunt[0,t]`); the handle `after` moves in time.
void draw_smear(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// A sequence of the reader's (`tape[b,t]`) on its way onto the cells (`tape-memory[b,i]`, weights `tape-head[0,i]`) and back
/// (`tape-said[b,t]`), with the line of the program that is at work; `back`, `on`, and `program[k]` to go through it.
void draw_tape(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// A trained machine on a sequence of the reader's: `input[b,t]`, `target[b,t]`, `said[b,t]` and the LSTM's `rival-said[b,t]`, the weights
/// of its heads (`write-weights[i,t]`, `read-weights[i,t]`) and the memory (`memory-then[i,j]`) at the step of the handle `at`.
void draw_machine(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Wrong bits by length of the machine (`wrong[k,0]`) and of the LSTM (`rival-wrong[k,0]`), under what each has to put the sequence in
/// (`load[0,0]`, `rival-load[0,0]`).
void draw_lengths(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

/// Annotations, cache and cells at the same work: when each cell is written, and when it is read (`annotations[i,t]`, `cache[i,t]`,
/// `cells[i,t]`).
void draw_memories(canvas::Canvas& canvas, const Params& p, const Result& r, Params& edit);

}  // namespace attn::lessons::neural_turing_machine
