/* Figures of the chosen time: cores side by side, and who held whom up. From the lanes, when there is nothing else to do. */
const threads = lanes.filter(one => one.kind === "thread"), cores = lanes.filter(one => one.kind === "core");

function figures(head, rows, sums) {
  const table = document.createElement("table");
  table.className = "figures";
  const add = (cells, tag, name) => {
    const row = table.insertRow();
    if (name) row.className = name;
    for (const cell of cells) { const one = document.createElement(tag); one.textContent = cell; row.append(one); }
  };
  add(head, "th");
  for (const row of rows) add(row, "td");
  for (const row of sums) add(row, "td", "sum");
  return table;
}

/* Spans of a lane that begin in the chosen time. */
function range(one, from, to) { return [above(one.time, from - 0.5, 0, one.count), above(one.time, to, 0, one.count)]; }
/* How long a lane ran between two times. */
function ranIn(one, from, to) {
  const at = t => { const i = above(one.time, t, 0, one.count) - 1; return i < 0 ? 0 : doneAt(one, i, t); };
  return at(to) - at(from);
}

function coreFigures(core, from, to) {
  const figure = { switches: 0, preempted: 0, suspended: 0, resumed: 0, interrupts: 0, load: 0, handlers: ranIn(core, from, to), worst: 0 };
  const [first, last] = range(core, from, to);
  for (let i = first; i < last; i++) figure.interrupts += core.state[i] === HANDLER;
  for (const one of threads) {
    if (one.core !== core.core) continue;
    const [begin, end] = range(one, from, to), { state, time } = one;
    if (!one.idle) figure.load += ranIn(one, from, to);
    for (let i = Math.max(1, begin); i < end; i++) {
      const now = plain[state[i]], before = plain[state[i - 1]]; /* a raised level is the same state */
      if (now === RUNS && before !== RUNS) {
        figure.switches++;
        if (before === READY && time[i] - time[i - 1] > figure.worst && !one.idle) figure.worst = time[i] - time[i - 1];
      } else if (now === READY && before === RUNS) figure.preempted += !one.idle;
      else if (now === WAITS && before === RUNS) figure.suspended++;
      else if (now === READY && before === WAITS) figure.resumed++;
    }
  }
  return figure;
}

function showCores() {
  const [from, to] = chosen(), all = cores.map(core => coreFigures(core, from, to)), wide = to - from;
  const columns = [["switches", f => f.switches], ["taken off", f => f.preempted], ["suspended", f => f.suspended], ["resumed", f => f.resumed], ["interrupts", f => f.interrupts],
    ["load %", f => +(100 * f.load / wide).toFixed(2)], ["handlers %", f => +(100 * f.handlers / wide).toFixed(2)], ["longest ready, µs", f => +(f.worst / 1000).toFixed(3)]];
  const rows = all.map((f, i) => [cores[i].name, ...columns.map(([, of]) => of(f))]);
  const apart = ["difference", ...columns.map(([, of]) => { const values = all.map(of); return +(Math.max(...values) - Math.min(...values)).toFixed(3); })];
  $("cores").replaceChildren(figures(["core", ...columns.map(([name]) => name)], rows, cores.length > 1 ? [apart] : []));
  document.querySelector(".span").textContent = view.a !== null && view.b !== null ? `Between A and B: ${span(wide)}.` : `The whole recording: ${span(wide)}. Set A and B for a part.`;
}

/* Who ran on a core, in order: [lane, from, to] as columns. */
function runsOf(core, from, to) {
  const list = [];
  for (const one of threads) {
    if (one.core !== core || one.idle) continue;
    const first = Math.max(0, above(one.time, from, 0, one.count) - 1), [, last] = range(one, from, to);
    for (let i = first; i < last; i++) if (plain[one.state[i]] === RUNS) list.push([one, one.time[i], one.time[i + 1]]);
  }
  return list.sort((a, b) => a[1] - b[1]);
}

/* An owner's lane of each mutex: by its object's number. */
const ownersOf = new Map();
for (const one of lanes) if (one.kind === "mutex") {
  const number = recording.objects.findIndex(([kind, name]) => kind === 3 && name === one.name);
  if (number > 0) ownersOf.set(number, one);
}

function heldUp(one, runs, from, to, count) {
  const first = Math.max(0, above(one.time, from, 0, one.count) - 1), [, last] = range(one, from, to);
  let k = 0;
  for (let i = first; i < last; i++) {
    const kind = one.state[i], begin = Math.max(from, one.time[i]), end = Math.min(to, one.time[i + 1]);
    if (plain[kind] === READY) {
      while (k < runs.length && runs[k][2] <= begin) k++;
      for (let j = k; j < runs.length && runs[j][1] < end; j++) if (runs[j][0] !== one) count(one, runs[j][0].name, Math.min(end, runs[j][2]) - Math.max(begin, runs[j][1]));
    } else if (kind === WAITS && ownersOf.has(one.what[i])) {
      const owners = ownersOf.get(one.what[i]);
      for (let j = Math.max(0, above(owners.time, begin, 0, owners.count) - 1); j < owners.count && owners.time[j] < end; j++)
        if (owners.state[j] === OWNED) count(one, recording.objects[owners.what[j]][1] + " (mutex)", Math.min(end, owners.time[j + 1]) - Math.max(begin, owners.time[j]));
    }
  }
}

function showHeld() {
  const [from, to] = chosen(), sums = new Map(), by = new Map();
  const count = (one, name, time) => {
    if (time <= 0) return;
    const row = sums.get(one) ?? sums.set(one, new Map()).get(one), cell = row.get(name) ?? row.set(name, [0, 0]).get(name);
    cell[0] += time; cell[1]++;
    by.set(name, (by.get(name) ?? 0) + time);
  };
  for (const core of cores) {
    const runs = runsOf(core.core, from, to);
    for (const one of threads) if (one.core === core.core && !one.idle) heldUp(one, runs, from, to, count);
  }
  const names = [...by.keys()].sort((a, b) => by.get(b) - by.get(a)).slice(0, 24);
  const rows = [...sums].slice(0, 60).map(([one, row]) => [cores.length > 1 ? `${one.name} (core ${one.core})` : one.name, ...names.map(name => row.has(name) ? `${span(row.get(name)[0])} / ${row.get(name)[1]}` : "")]);
  $("held").replaceChildren(rows.length ? figures(["held up", ...names], rows, []) : document.createTextNode("Nobody."));
}

const idly = work => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(work), 0);
let waiting = 0;
function showFigures() { const mine = ++waiting; idly(() => { if (mine !== waiting) return; showCores(); showHeld(); }); }
drawings.push(showFigures);
