"use strict";
/* Reading the columns, and the time that is in view. Numbers are 7 bits a byte, the lowest first (tools/trace/page.c). */
const $ = id => document.getElementById(id);
const WAITS = 0, READY = 1, RUNS = 2, NONE = 3, HANDLER = 4, OWNED = 5, READY_RAISED = 6, RUNS_RAISED = 7;
const plain = [WAITS, READY, RUNS, NONE, HANDLER, OWNED, READY, RUNS]; /* whatever the level */

function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text), all = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) all[i] = raw.charCodeAt(i);
  return all;
}

/* Above 2^28 by multiplication: shifts end at 32 bits. */
class Numbers {
  constructor(text) { this.all = bytes(text); this.at = 0; }
  next() {
    const all = this.all;
    let byte = all[this.at++], value = byte & 127, shift = 7, scale = 128;
    while (byte > 127) {
      byte = all[this.at++];
      if (shift < 28) value |= (byte & 127) << shift; else value += (byte & 127) * 2 ** shift;
      shift += 7;
    }
    return value;
  }
}

const recording = JSON.parse($("first").textContent);
const whole = Math.max(1, recording.end);

/* A lane's columns, and sums of time: done[i] is how long it ran (a handler, an owner: was there) before span i, ready[i] the same of ready. */
function unpack(lane) {
  const n = lane.count, numbers = new Numbers(lane.spans);
  const time = new Float64Array(n + 1), state = new Uint8Array(n), what = new Uint32Array(n), done = new Float64Array(n + 1), ready = new Float64Array(n + 1);
  let at = 0;
  for (let i = 0; i < n; i++) {
    const head = numbers.next(), kind = head < 2 ** 31 ? head & 7 : head % 8;
    at += (head - kind) / 8;
    time[i] = at; state[i] = kind;
    if (kind === WAITS || kind === OWNED || kind === HANDLER) what[i] = numbers.next();
    if (i > 0) {
      const past = at - time[i - 1], before = state[i - 1];
      done[i] = done[i - 1] + (isDone(before) ? past : 0);
      ready[i] = ready[i - 1] + (before === READY || before === READY_RAISED ? past : 0);
    }
  }
  time[n] = Math.max(whole, at);
  if (n > 0) {
    done[n] = done[n - 1] + (isDone(state[n - 1]) ? time[n] - at : 0);
    ready[n] = ready[n - 1] + (state[n - 1] === READY || state[n - 1] === READY_RAISED ? time[n] - at : 0);
  }
  return Object.assign(lane, { time, state, what, done, ready, spans: null });
}
const isDone = state => state === RUNS || state >= HANDLER && state !== READY_RAISED;

/* First index in [low, high) whose time is above t; high if there is none. */
function above(time, t, low, high) {
  while (low < high) { const m = (low + high) >> 1; if (time[m] <= t) low = m + 1; else high = m; }
  return low;
}

/* How long a lane had run, or had been ready, at a time in its span i. */
const doneAt = (lane, i, t) => lane.done[i] + (isDone(lane.state[i]) ? t - lane.time[i] : 0);
const readyAt = (lane, i, t) => lane.ready[i] + (lane.state[i] === READY || lane.state[i] === READY_RAISED ? t - lane.time[i] : 0);

function span(ns) {
  const a = Math.abs(ns);
  return a >= 1e9 ? (ns / 1e9).toFixed(6) + " s" : a >= 1e6 ? (ns / 1e6).toFixed(6) + " ms" : a >= 1e3 ? (ns / 1e3).toFixed(3) + " µs" : ns.toFixed(0) + " ns";
}

/* On an axis: no more figures than its steps have. */
function tick(ns, step) {
  const [unit, size] = step >= 1e9 ? ["s", 1e9] : step >= 1e6 ? ["ms", 1e6] : step >= 1e3 ? ["µs", 1e3] : ["ns", 1];
  if (unit === "ns" && ns >= 1e6) return (ns / 1e3).toFixed(3) + " µs";
  return +(ns / size).toFixed(3) + " " + unit;
}

const view = { from: 0, to: whole, a: null, b: null };
const lanes = recording.lanes.map(unpack);

/* Between the two marks, where both are set; else all. */
function chosen() {
  return view.a !== null && view.b !== null && view.a !== view.b ? [Math.min(view.a, view.b), Math.max(view.a, view.b)] : [0, whole];
}
