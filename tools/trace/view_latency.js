/* Latency over time, in parts, of one thread: from the interrupt whose handler made it ready, or from being made ready by a
   thread, until it runs. Drawn by uPlot (MIT, tools/third-party/uplot). */
const partNames = ["handler, up to ready", "handlers after that", "others ran", "switch"];
const partColours = ["irq", "raised", "ready", "run"];
let chart = null;

/* Each wake of a thread: time, and its parts in µs. A thread that is less urgent and was running is not counted as held
   up by: it was preempted as soon as the kernel could. */
function wakes(one) {
  const core = cores.find(core => core.core === one.core), runs = runsOf(one.core, 0, whole).filter(run => run[0] !== one);
  const columns = [[], [], [], [], []], { time, state, count } = one;
  let k = 0;
  for (let i = 1; i + 1 < count; i++) {
    if (state[i - 1] !== WAITS || plain[state[i]] !== READY) continue;
    let run = i + 1;
    while (run < count && plain[state[run]] === READY) run++;
    if (run >= count || plain[state[run]] !== RUNS) continue;
    const ready = time[i], ran = time[run], h = core ? above(core.time, ready, 0, core.count) - 1 : -1;
    const entered = h >= 0 && core.state[h] === HANDLER ? core.time[h] : ready;
    const handlers = core ? ranIn(core, ready, ran) : 0;
    while (k < runs.length && runs[k][2] <= ready) k++;
    let until = ready;
    for (let j = k; j < runs.length && runs[j][1] < ran; j++) if (!(runs[j][0].level > one.level && runs[j][2] >= ran)) until = Math.max(until, Math.min(runs[j][2], ran));
    const others = Math.max(0, until - ready - handlers);
    [entered, ready - entered, handlers, others, Math.max(0, ran - ready - handlers - others)].forEach((value, c) => columns[c].push(value / 1000));
  }
  return columns;
}

/* Of so many points a picture shows the largest of each of its columns. */
function thinned(columns, most) {
  const n = columns[0].length;
  if (n <= most) return columns;
  const every = Math.ceil(n / most), out = columns.map(() => []);
  for (let i = 0; i < n; i += every) {
    let best = i, top = -1;
    for (let j = i; j < Math.min(n, i + every); j++) { const sum = columns[1][j] + columns[2][j] + columns[3][j] + columns[4][j]; if (sum > top) { top = sum; best = j; } }
    columns.forEach((column, c) => out[c].push(column[best]));
  }
  return out;
}

function latencyText(columns) {
  const sums = columns[0].map((_, i) => columns[1][i] + columns[2][i] + columns[3][i] + columns[4][i]).sort((a, b) => a - b), n = sums.length;
  const at = part => sums[Math.min(n - 1, Math.floor(part * n))].toFixed(3);
  return n === 0 ? "never woken in this recording" : `${n} wakes: median ${at(0.5)} µs, 99 % ${at(0.99)}, worst ${at(1)}`;
}

/* Few wakes are bars, many a line over all of them. */
function plotOptions(count) {
  const paths = count <= 400 ? uPlot.paths.bars({ size: [0.7, 30] }) : undefined;
  const axis = { stroke: () => colour("soft"), grid: { stroke: () => colour("line"), width: 1 }, ticks: { stroke: () => colour("line"), width: 1 } };
  return {
    width: Math.max(240, $("plot").clientWidth - 24), height: 230, scales: { x: { time: false }, y: { range: (plot, least, most) => [0, most * 1.05 || 1] } },
    axes: [{ ...axis, label: "time, µs", space: 95 }, { ...axis, label: "µs", size: 60 }],
    series: [{ label: "at, µs" }, ...partNames.map((name, i) => ({ label: name, stroke: colour(partColours[i]), fill: colour(partColours[i]) + "cc", width: 1, paths, points: { show: false },
      value: (plot, value, s, index) => index === null || index === undefined ? "" : plot.parts[s][index].toFixed(3) }))].reverse(),
  };
}

function showLatency() {
  const one = threads[+$("who").value], columns = wakes(one), parts = thinned(columns, 4000), sums = parts.slice();
  for (let c = 2; c < 5; c++) sums[c] = sums[c].map((value, i) => value + sums[c - 1][i]);
  $("latency").textContent = latencyText(columns);
  if (chart) chart.destroy();
  chart = null;
  if (!columns[0].length) return;
  const options = plotOptions(parts[0].length);
  options.series = [options.series.at(-1), ...options.series.slice(0, -1)]; /* the highest sum first: the lower ones are drawn over it */
  chart = new uPlot(options, [sums[0], sums[4], sums[3], sums[2], sums[1]], $("plot"));
  chart.parts = [parts[0], parts[4], parts[3], parts[2], parts[1]];
}

function wakeCount(one) {
  let wakes = 0;
  for (let i = 1; i < one.count; i++) wakes += one.state[i - 1] === WAITS && plain[one.state[i]] === READY;
  return wakes;
}

function offerLatency() {
  const woken = threads.map((one, i) => [one, i]).filter(([one]) => !one.idle);
  $("who").append(...woken.map(([one, i]) => new Option(cores.length > 1 ? `${one.name} (core ${one.core})` : one.name, i)));
  $("who").onchange = showLatency;
  const most = woken.map(([one, i]) => [wakeCount(one), i]).reduce((a, b) => b[0] > a[0] ? b : a, [0, -1])[1];
  if (most >= 0) { $("who").value = most; showLatency(); }
}
addEventListener("resize", () => { if (chart) chart.setSize({ width: Math.max(240, $("plot").clientWidth - 24), height: 230 }); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (chart) showLatency(); });
