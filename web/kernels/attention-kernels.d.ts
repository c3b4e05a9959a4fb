// Types of attention-kernels.mjs. Shapes: n queries, m keys, d and e widths, f width of the values or of a feed-forward network, a units of
// the additive score, h heads, t steps or positions, i inputs and u units of a recurrent layer; of graphs n nodes, f features, o width of a head;
// of memories N cells of width M, s moves.

/** Numbers in row-major order with their shape. */
export interface Tensor {
  shape: number[];
  data: Float32Array;
}

type Numbers = ArrayLike<number>;
/**
 * What a tensor argument may be: a Tensor (any flat array of numbers as data) or nested arrays. Every size is below 2^31, every finite number
 * within single precision.
 */
export type TensorLike = { shape: ArrayLike<number>; data: Numbers } | Numbers | Numbers[] | Numbers[][];

type Booleans = ArrayLike<boolean> | ArrayLike<number>;
/** Booleans (or 0 and 1), true = may attend. A Uint8Array as data is taken in fastest. */
export type MaskLike = { shape: ArrayLike<number>; data: Booleans } | Booleans[] | Booleans[][];

export type RegressionKernel = 'gaussian' | 'boxcar' | 'triangular' | 'epanechnikov';
export type Score = 'dot' | 'scaled_dot' | 'distance' | 'bilinear' | 'additive';

export interface SoftmaxArguments {
  /** [n, m] */
  scores: TensorLike;
  /** [n, m]; a row that may attend to nothing gets all-zero weights */
  mask?: MaskLike;
}

export interface NadarayaWatsonArguments {
  /** [m] training inputs, the keys */
  x: TensorLike;
  /** [m] targets, the values */
  y: TensorLike;
  /** [g] */
  queries: TensorLike;
  /** of u = distance / width; 'gaussian' where left out */
  kernel?: RegressionKernel;
  /** above 0 in single precision; 1 where left out */
  width?: number;
}

/** One head, or h of them at once: then q, k and v are stacks of h matrices, and so are the results. All share what else is given. */
export interface AttentionArguments {
  /** [n, d], or [h, n, d] */
  q: TensorLike;
  /** [m, e], or [h, m, e]; e = d but for 'bilinear' and 'additive' */
  k: TensorLike;
  /** [m, f], or [h, m, f] */
  v: TensorLike;
  /** [n, m], the same for every head; or [h, n, m] */
  mask?: MaskLike;
  /** true: query i sees keys 0 ... i + max(m - n, 0) only, and of those what the mask allows; costs half and needs no mask */
  causal?: boolean;
  /** h, where it shall be checked; the shape of q says it otherwise */
  heads?: number;
  /** divides the score on its way to the weights; above 0 in single precision, 1 where left out. The `scores` of the result are those before it */
  temperature?: number;
  /** 'scaled_dot' (q.k / sqrt(d)) where left out; 'distance' is -1/2 |q - k|^2 */
  score?: Score;
  /** bilinear: [d, e], the score is q M k */
  M?: TensorLike;
  /** additive: [d, a]; the score is w . tanh(q wq + k wk) */
  wq?: TensorLike;
  /** additive: [e, a] */
  wk?: TensorLike;
  /** additive: [a] */
  w?: TensorLike;
  /** true: only the output is made, in less time and memory */
  outputOnly?: boolean;
}

/** Weights act from the right: y = x W + b. */
export interface Projections {
  /** [e, e] */
  wq: TensorLike;
  wk: TensorLike;
  wv: TensorLike;
  wo: TensorLike;
  /** [e] each; none where left out */
  bq?: TensorLike;
  bk?: TensorLike;
  bv?: TensorLike;
  bo?: TensorLike;
}

export interface MultiHeadAttentionArguments extends Projections {
  /** [n, e] */
  q: TensorLike;
  /** [m, e] */
  k: TensorLike;
  /** [m, e] */
  v: TensorLike;
  /** divides e; 1 where left out */
  heads?: number;
  /** [n, m], the same for every head */
  mask?: MaskLike;
  /** true: query i sees keys 0 ... i + max(m - n, 0) only, and of those what the mask allows */
  causal?: boolean;
  /** true: only the output is made, in less time and memory */
  outputOnly?: boolean;
}

/** A layer over a sequence of one example. p = x wx + bx and q = h wh + bh are cut into gates of u columns each. */
export interface GruArguments {
  /** [t, i] */
  x: TensorLike;
  /** [i, g u]: g = 3 gates in the order r z n for a GRU, 4 in the order i f g o for an LSTM */
  wx: TensorLike;
  /** [u, g u] */
  wh: TensorLike;
  /** [g u]; zeros where left out */
  bx?: TensorLike;
  /** [g u]; zeros where left out */
  bh?: TensorLike;
  /** [u] the state before the first step; zeros where left out */
  h0?: TensorLike;
}

export interface LstmArguments extends GruArguments {
  /** [u] the cell before the first step; zeros where left out */
  c0?: TensorLike;
}

export interface LayerNormArguments {
  /** [n, d] */
  x: TensorLike;
  /** [d] */
  gamma: TensorLike;
  /** [d] */
  beta: TensorLike;
  /** above 0 in single precision; 1e-5 where left out */
  epsilon?: number;
}

export type NormPlace = 'none' | 'pre' | 'post';
export type Activation = 'relu' | 'gelu';

/** Weights act from the right: y = x W + b. */
export interface EncoderLayerArguments extends Projections {
  /** [n, e] */
  x: TensorLike;
  /** [e, f] */
  w1: TensorLike;
  /** [f] */
  b1: TensorLike;
  /** [f, e] */
  w2: TensorLike;
  /** [e] */
  b2: TensorLike;
  /** [e] of the norm at the attention; like those of the other one only left out where `norm` is 'none' */
  gamma1?: TensorLike;
  beta1?: TensorLike;
  /** [e] of the norm at the feed-forward network */
  gamma2?: TensorLike;
  beta2?: TensorLike;
  /** divides e; 1 where left out */
  heads?: number;
  /** 'post' where left out: after the sums, as Vaswani et al. 2017; 'pre': before attention and network, inside the branches */
  norm?: NormPlace;
  /** 'relu' where left out; 'gelu' is the exact one, x Phi(x) */
  activation?: Activation;
  /** [n, n], the same for every head */
  mask?: MaskLike;
  /** true: position i sees positions 0 ... i only, and of those what the mask allows: the layer of a decoder without encoder */
  causal?: boolean;
  /** of both norms; above 0; 1e-5 where left out */
  epsilon?: number;
}

export type HeadJoin = 'concat' | 'mean';

/**
 * A layer over a graph of n nodes with f features each. With g = x_. w[h] for each head, node i weighs the nodes j that it sees by the
 * softmax of
 *
 *   version 1   leakyReLU(aSource . g_i + aTarget . g_j)     (Velickovic et al. 2018, eq. 3, a = [aSource, aTarget])
 *   version 2   aSource . leakyReLU(g_i + g_j)               (Brody et al. 2022, eq. 7, a = aSource, one W for both nodes)
 *               aSource . leakyReLU([x_i, x_j] w[h])         the same with W as wide as both nodes, where w is [h, 2f, o]
 *
 * and puts out the weighted sum of the g_j (with w [h, 2f, o]: of x_j times its last f rows), without bias or activation.
 */
export interface GraphAttentionArguments {
  /** [n, f] */
  x: TensorLike;
  /** [n, n], true = node i (row) sees node j (column); itself, too, only where the diagonal says so. Who sees nobody puts out 0 */
  adjacency: MaskLike;
  /** [h, f, o]; of version 2 also [h, 2f, o], first the f rows for the node that looks, then those for the node that is seen */
  w: TensorLike;
  /** [h, o] for the node that looks; of version 2 the one a */
  aSource: TensorLike;
  /** [h, o] for the node that is seen; version 2 has none and does not read it */
  aTarget?: TensorLike;
  /** of leakyReLU below 0; 0 or more, 0.2 where left out */
  slope?: number;
  /** the heads' outputs side by side [n, h o] ('concat', where left out) or their mean [n, o] */
  combine?: HeadJoin;
  /** 1 where left out */
  version?: 1 | 2;
  /** true: only the output is made, in less time and memory */
  outputOnly?: boolean;
}

/**
 * Where a head of a Neural Turing Machine looks (Graves et al. 2014, eqs. 5 to 9). A weighting says how much of each of N cells; the moves are
 * those by -(s - 1) / 2 ... (s - 1) / 2 cells, over the ends of the memory.
 */
export interface NtmAddressArguments {
  /** [N, M] */
  memory: TensorLike;
  /** [M]; compared with each cell by the cosine, which is 0 where one of the two is all zeros */
  key: TensorLike;
  /** factor of the cosine before its softmax; 0 or more */
  strength: number;
  /** 1: where the content says, 0: where the head was; and between */
  gate: number;
  /** [s], s odd, none below 0: how much moves by each number of cells */
  shift: TensorLike;
  /** the power that the weights are raised to; 1 or more */
  sharpen: number;
  /** [N], none below 0: the weighting of the step before */
  previous: TensorLike;
}

/** The four stages of a weighting, each [N] and made of the one before. */
export interface NtmAddress {
  content: Tensor;
  gated: Tensor;
  shifted: Tensor;
  weights: Tensor;
}

export interface NtmReadArguments {
  /** [N, M] */
  memory: TensorLike;
  /** [N] */
  weights: TensorLike;
}

export interface NtmWriteArguments extends NtmReadArguments {
  /** [M], 0 ... 1 */
  erase: TensorLike;
  /** [M] */
  add: TensorLike;
}

export type Encoding = 'sinusoidal' | 'rotary';

/** With w_i = base^(-2i/width) and position p = first + row. */
export interface PositionalEncodingArguments {
  /**
   * 'sinusoidal' where left out: sin(p w_i) and cos(p w_i) in columns 2i and 2i + 1, to be added (Vaswani et al. 2017, section 3.5).
   * 'rotary': cos(p w_i) and sin(p w_i) there, what turns the same two columns of a query or key of that width (Su et al. 2021).
   */
  kind?: Encoding;
  /** t, the number of positions */
  length: number;
  /** d; even for 'rotary', where it is that of one head */
  width: number;
  /** above 0 in single precision; 10000 where left out */
  base?: number;
  /** the first row's position; 0 where left out. Every position is below 2^31 */
  first?: number;
}

/**
 * Every function takes one object of named arguments, or the same arguments by position in the order of the interface, named options last.
 * A wrong argument throws an Error that names the function, the argument, what was expected and what was given; where numbers are wrong, also
 * in which batch, row and column. So do finite numbers whose products leave single precision, and calls that do not fit into memory. The next
 * call is answered as if nothing had happened.
 */
export interface Kernels {
  /** which module runs: with the SIMD of every engine, or with relaxed SIMD */
  readonly simd: 'plain' | 'relaxed';
  /** softmax over each row of the scores: weights [n, m] */
  softmax(named: SoftmaxArguments): Tensor;
  softmax(scores: TensorLike, mask?: MaskLike): Tensor;
  /** kernel regression (Nadaraya 1964, Watson 1964): output [g], weights [g, m]; a query that no key reaches has weights and output 0 */
  nadarayaWatson(named: NadarayaWatsonArguments): { output: Tensor; weights: Tensor };
  nadarayaWatson(x: TensorLike, y: TensorLike, queries: TensorLike, kernel?: RegressionKernel, width?: number): { output: Tensor; weights: Tensor };
  /**
   * scores and weights [n, m], output [n, f]; of h heads at once [h, n, m] and [h, n, f]. The scores are those before temperature and mask:
   * weights = softmax(scores / temperature) over the keys that may be attended to
   */
  attention(named: AttentionArguments & { outputOnly?: false }): { scores: Tensor; weights: Tensor; output: Tensor };
  attention(named: AttentionArguments): { output: Tensor };
  attention(q: TensorLike, k: TensorLike, v: TensorLike, mask?: MaskLike): { scores: Tensor; weights: Tensor; output: Tensor };
  /** Vaswani et al. 2017, section 3.2.2: weights [h, n, m], output [n, e] */
  multiHeadAttention(named: MultiHeadAttentionArguments & { outputOnly?: false }): { weights: Tensor; output: Tensor };
  multiHeadAttention(named: MultiHeadAttentionArguments): { output: Tensor };
  /** i, f, o = sigma(p + q), g = tanh(p + q), c' = f c + i g, h' = o tanh(c'): h and c [t, u] of every step */
  lstm(named: LstmArguments): { h: Tensor; c: Tensor };
  lstm(x: TensorLike, wx: TensorLike, wh: TensorLike, bx?: TensorLike, bh?: TensorLike, h0?: TensorLike, c0?: TensorLike): { h: Tensor; c: Tensor };
  /** r, z = sigma(p + q), n = tanh(p + r q) (the reset gate after the product, as cuDNN), h' = (1 - z) n + z h: h [t, u] of every step */
  gru(named: GruArguments): { h: Tensor };
  gru(x: TensorLike, wx: TensorLike, wh: TensorLike, bx?: TensorLike, bh?: TensorLike, h0?: TensorLike): { h: Tensor };
  /** every row to mean 0 and (biased) variance 1, then gamma times it plus beta: [n, d] */
  layerNorm(named: LayerNormArguments): Tensor;
  layerNorm(x: TensorLike, gamma: TensorLike, beta: TensorLike, epsilon?: number): Tensor;
  /** one layer of a Transformer: self-attention, then a feed-forward network of one hidden layer, each with residual and norm: [n, e] */
  encoderLayer(named: EncoderLayerArguments): Tensor;
  /** attention over the neighbours in a graph: weights [h, n, n], 0 where there is no edge, and output [n, h o] or [n, o] */
  graphAttention(named: GraphAttentionArguments & { outputOnly?: false }): { weights: Tensor; output: Tensor };
  graphAttention(named: GraphAttentionArguments): { output: Tensor };
  graphAttention(x: TensorLike, adjacency: MaskLike, w: TensorLike, aSource: TensorLike, aTarget?: TensorLike, slope?: number, combine?: HeadJoin, version?: 1 | 2): { weights: Tensor; output: Tensor };
  /** where a head of a Neural Turing Machine looks, stage by stage */
  ntmAddress(named: NtmAddressArguments): NtmAddress;
  ntmAddress(memory: TensorLike, key: TensorLike, strength: number, gate: number, shift: TensorLike, sharpen: number, previous: TensorLike): NtmAddress;
  /** what it reads there, the weighted sum of the cells: [M] */
  ntmRead(named: NtmReadArguments): Tensor;
  ntmRead(memory: TensorLike, weights: TensorLike): Tensor;
  /** the memory after it wrote there, cell (1 - w erase) + w add: [N, M] */
  ntmWrite(named: NtmWriteArguments): Tensor;
  ntmWrite(memory: TensorLike, weights: TensorLike, erase: TensorLike, add: TensorLike): Tensor;
  /** where a row stands, as numbers: [t, d] */
  positionalEncoding(named: PositionalEncodingArguments): Tensor;
  positionalEncoding(kind: Encoding, length: number, width: number, base?: number, first?: number): Tensor;
}

export interface KernelOptions {
  /**
   * 'auto' (where left out): relaxed SIMD where the engine knows it and attention-kernels.relaxed.mjs lies beside the module, else plain.
   * 'plain': the same numbers on every machine. 'relaxed': an Error where it cannot be had.
   */
  simd?: 'auto' | 'plain' | 'relaxed';
}

/** Whether this engine knows relaxed SIMD. */
export function hasRelaxedSimd(): boolean;

/** Compiles the module. Several may live side by side; they share nothing. */
export default function createKernels(options?: KernelOptions): Promise<Readonly<Kernels>>;
