// The figures of writable memory.
#pragma once

#include "course/draw.h"
#include "lessons/17_neural-turing-machine/study.h"

namespace attn::lessons::neural_turing_machine {

using Draw = course::Draw<Params, Result>;

/// The machine at the step of the handle `at`, drawn as controller, heads and memory (`memory-then[i,j]`), and over time what goes in
/// (`input[b,t]`), the weights of its heads (`write-weights[i,t]`, `read-weights[i,t]`) and what comes out (`said[b,t]`).
Draw draw_invention;

/// One head over a painted memory. The key (`key[0,j]`), the memory (`memory[i,j]`), the weighting of the step before (`before[i,0]`) and
/// the shift (`moves[0,k]`) can be dragged. Beside each cell stands its weight after every stage (`content`, `gated`, `shifted`, `weights`,
/// all [N,1]), and below what is read (`read[0,j]`). The parameter `walk` tells these stages one after the other; until the cosines have
/// become weights by content they stand in their place (`cosines[i,0]`).
Draw draw_addressing;

/// The same head writing: the memory before, after erasing (`erased`) and after adding (`written`). `erase[0,j]` and
/// `add[0,j]` can be dragged.
Draw draw_writing;

/// A head that moves on by its shift, over and over: its weights over time (`smear[i,t]`), the largest of them (`largest[0,t]`), and the
/// largest weight of a head that does not sharpen (`largest-blunt[0,t]`). The handle `after` moves in time.
Draw draw_smear;

/// A sequence of the reader's (`tape[b,t]`) on its way into the cells (`tape-memory[b,i]`, weights `tape-head[0,i]`) and back
/// (`tape-said[b,t]`), with the line of the program that is being run. `back`, `on` and `program[k]` go through the program.
Draw draw_tape;

/// A trained machine on a sequence of the reader's: `input[b,t]`, `target[b,t]`, `said[b,t]` and the LSTM's `rival-said[b,t]`, the weights
/// of its heads (`write-weights[i,t]`, `read-weights[i,t]`) and the memory (`memory-then[i,j]`) at the step of the handle `at`.
Draw draw_machine;

/// One step of that machine: the bits that go in (`input[b,t]`) and come out (`said[b,t]`), what was read in the step before and what is
/// read now (`readings[j,t]`), the weights of the heads, and the memory, which is erased and added to (`erasing[j,t]`, `adding[j,t]`). The
/// parameter `act` tells it in the order in which the model computes; until the memory is written it is that of the step before
/// (`memory-before[i,j]`), then `memory-then[i,j]`.
Draw draw_step;

/// Wrong bits by length, of the machine (`wrong[k,0]`) and of the LSTM (`rival-wrong[k,0]`). Above them what each has to store the sequence
/// in (`load[0,0]`, `rival-load[0,0]`).
Draw draw_lengths;

/// Annotations, cache and cells at the same task: when each cell is written, and when it is read (`annotations[i,t]`, `cache[i,t]`,
/// `cells[i,t]`).
Draw draw_memories;

}  // namespace attn::lessons::neural_turing_machine
