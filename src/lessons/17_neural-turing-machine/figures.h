// The pictures of writable memory.
#pragma once

#include "course/draw.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

using Draw = course::Draw<Params, Result>;

/// One head over a painted memory: `key[0,j]` and `memory[i,j]` to be dragged, beside each cell its weight after every stage (`content`,
/// `gated`, `shifted`, `weights`, all [N,1]), the weighting of the step before (`before[i,0]`) and the shift (`moves[0,k]`) to be dragged,
/// and what is read (`read[0,j]`).
Draw draw_addressing;

/// The same head writing: `erase[0,j]` and `add[0,j]` to be dragged, and the memory before, after erasing (`erased`) and after adding
/// (`written`).
Draw draw_writing;

/// A head that moves on by its shift, over and over: its weights over time (`smear[i,t]`), its largest one (`largest[0,t]`), and that of
/// one that does not sharpen (`largest-blunt[0,t]`); the handle `after` moves in time.
Draw draw_smear;

/// A sequence of the reader's (`tape[b,t]`) on its way onto the cells (`tape-memory[b,i]`, weights `tape-head[0,i]`) and back
/// (`tape-said[b,t]`), with the line of the program that is at work; `back`, `on`, and `program[k]` to go through it.
Draw draw_tape;

/// A trained machine on a sequence of the reader's: `input[b,t]`, `target[b,t]`, `said[b,t]` and the LSTM's `rival-said[b,t]`, the weights
/// of its heads (`write-weights[i,t]`, `read-weights[i,t]`) and the memory (`memory-then[i,j]`) at the step of the handle `at`.
Draw draw_machine;

/// Wrong bits by length of the machine (`wrong[k,0]`) and of the LSTM (`rival-wrong[k,0]`), under what each has to put the sequence in
/// (`load[0,0]`, `rival-load[0,0]`).
Draw draw_lengths;

/// Annotations, cache and cells at the same work: when each cell is written, and when it is read (`annotations[i,t]`, `cache[i,t]`,
/// `cells[i,t]`).
Draw draw_memories;

}  // namespace attn::lessons::neural_turing_machine
