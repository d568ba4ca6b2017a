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

/* The rest of a number beyond 25 bits: by multiplication, for shifts end at 32. */
function longer(all, place, value, shift) {
  let byte = 128;
  for (let scale = 2 ** shift; byte > 127; scale *= 128) { byte = all[place++]; value += (byte & 127) * scale; }
  return [value, place];
}

/* A lane's columns, and sums of time: done[i] is how long it ran (a handler, an owner: was there) before span i, ready[i]
   the same of ready. All spans go through here before anything is seen, so the numbers are read in place. */
function unpack(lane) {
  const n = lane.count, all = bytes(lane.spans);
  const time = new Float64Array(n + 1), state = new Uint8Array(n), what = new Uint32Array(n), done = new Float64Array(n + 1), ready = new Float64Array(n + 1);
  let place = 0, at = 0, ran = 0, was = 0, kind = NONE;
  for (let i = 0; i < n; i++) {
    let byte = all[place++], next = byte & 7, past = byte >> 3 & 15, shift = 4;
    while (byte > 127 && shift < 24) { byte = all[place++]; past |= (byte & 127) << shift; shift += 7; }
    if (byte > 127) [past, place] = longer(all, place, past, shift);
    if (isDone(kind)) ran += past; else if (plain[kind] === READY) was += past;
    at += past; kind = next;
    time[i] = at; state[i] = kind; done[i] = ran; ready[i] = was;
    if (kind === WAITS || kind === OWNED || kind === HANDLER) {
      byte = all[place++];
      let value = byte & 127;
      for (shift = 7; byte > 127; shift += 7) { byte = all[place++]; value |= (byte & 127) << shift; }
      what[i] = value;
    }
  }
  time[n] = Math.max(whole, at);
  if (n > 0) { done[n] = ran + (isDone(kind) ? time[n] - at : 0); ready[n] = was + (plain[kind] === READY ? time[n] - at : 0); }
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
