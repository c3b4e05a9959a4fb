// /benchmark/: the words and the empty tables; benchmark.js fills them.
import { page } from '../page/templates/shell.mjs';

const COLUMNS = ['n', 'How', 'Median, ms', 'Minimum, ms', 'GFLOP/s', 'Speed-up'];

function part(id, title, what, words) {
  return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${words}
<div class="scroll" tabindex="0" role="group" aria-label="${title}: measured" hidden><table><thead><tr><th scope="col">${what}</th>${COLUMNS.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody data-part="${id}"></tbody></table></div></section>`;
}

export function benchmarkPage(site) {
  const lesson = (slug) => `<a href="../${slug}/">${site.lessons.find((one) => one.slug === slug).title}</a>`;
  const body = `<main class="plain benchmark" id="text"><header class="title"><h1>Benchmark</h1>
<p class="lead">How fast the code of this course is on your machine, in this browser. It takes about a minute. Nothing runs before you press Run, and nothing leaves this page.</p></header>
<div class="wide">
<noscript><p class="noscript">Measuring needs JavaScript.</p></noscript>
<div role="alert"><ul id="problems" class="problems"></ul></div>
<p class="buttons"><button type="button" class="primary" id="run" disabled>Run</button><button type="button" id="stop" disabled>Stop</button><button type="button" id="copy" disabled>Copy as JSON</button></p>
<div id="copying"></div>
<p id="said" class="said" role="status"></p>
<div id="progress" class="progress" hidden><progress id="bar" aria-labelledby="doing" value="0" max="1"></progress> <span id="doing"></span></div>
<div id="figure" class="measured-figure" hidden></div>
<div role="status"><ul id="notes" class="notes"></ul></div>
<dl id="machine" class="machine"></dl>
${part('attention', 'Attention', 'Mask', '<p>softmax(q kᵀ / √64) v for 8 heads of 64 and as many queries as keys, by <a href="../attention-kernels.mjs" download>attention-kernels.mjs</a>, arrays in and arrays out.</p>')}
${part('block', 'The parts of a block', 'Part', '<p>The other kernels, likewise. Matrix products come in multi-head attention, whose four projections are more than half of its multiplications below n = 1,024.</p>')}
${part('lessons', 'The lessons', 'Lesson', `<p>The program that draws the lessons, in one of its own figures: what a change of one parameter costs in ${lesson('self-attention')} and ${lesson('kernel-regression')}, on the CPU and on the GPU by way of WebGL 2, all numbers read back; and one step of training in ${lesson('encoder-decoder')} (random weights, batches of 32), taken by the page itself and by workers while the picture moves.</p>`)}
<section aria-labelledby="how"><h2 id="how">How it is measured</h2>
<p>The kernels run in a worker, on one thread. A sample is the mean of as many calls as take 20 ms; the variants take turns, after a warm-up. Median and minimum are over the samples of a row. GFLOP/s counts multiplications and additions of the products at the minimum, half of them under a causal mask. The speed-up is the minimum of the row’s first variant (plain SIMD, or the CPU) over the row’s own.</p>
<p>The lessons’ program runs with relaxed SIMD where this browser has it. A row counts what the program itself measures of its computing, without the drawing; a training sample is the time from one picture to a later one, over the steps between them. Browsers round their clocks, to 0.1 ms or to 1 ms. What else the machine does counts too: close what you can, and run it twice.</p></section>
<section aria-labelledby="parameters"><h2 id="parameters">Other sizes</h2>
<p>The address of this page takes parameters, as in <a href="?sizes=32,128&amp;parts=attention,block">?sizes=32,128&amp;parts=attention,block</a>:</p>
<ul><li><code>sizes</code>: up to 8 whole numbers n from 1 to 4096, for the first two tables</li>
<li><code>ms</code>: how long a row is measured, 10 to 10000; 400 where left out</li>
<li><code>parts</code>: which tables: <code>attention</code>, <code>block</code>, <code>lessons</code></li></ul></section>
</div></main>`;
  return page(site, { kind: 'plain', root: '../', body, script: 'benchmark/benchmark.js', title: 'Benchmark · Attention Lab', description: 'Attention, the parts of a block and a training step, measured on your own machine in your browser.' });
}
