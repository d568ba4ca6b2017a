/* The lanes. Where a span is wider than a pixel it is a box; where several share a pixel the pixel shows which part of
   its time was run (from below) and ready (above it), from the sums, so a picture of a million spans is true and costs a
   search a pixel. Boxes go into an image of our own: a canvas takes tens of thousands of small ones too slowly. */
const canvas = $("lanes"), pen = canvas.getContext("2d");
const ROW = 17, GAP = 5, AXIS = 22, ARROWS = 700;
const waitNames = ["other", "other", "sem", "mutex", "event", "queue", "event", "time", "other", "lock", "queue"];
const keys = [["run", "runs"], ["idle", "idle"], ["raised", "runs at an inherited level"], ["ready", "ready"], ["irq", "handler"], ["own", "mutex owned"], ["time", "waits for a time", 1],
  ["sem", "semaphore", 1], ["mutex", "mutex", 1], ["queue", "queue, channel", 1], ["event", "event, condition", 1], ["lock", "LLQ", 1], ["other", "else", 1], ["mark", "mark"], ["message", "message"], ["broken", "deadline, budget, contract or watchdog not kept"]];
let label = 130, colours = {}, inks = {}, image = null, arrowsSeen = null;
const drawings = []; /* what others draw over the lanes */

function colour(name) { return colours[name] ||= getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim(); }
/* The same as a pixel of an image. */
function ink(name) {
  if (inks[name] === undefined) { const rgb = parseInt(colour(name).slice(1), 16); inks[name] = (0xff000000 | (rgb & 255) << 16 | rgb & 0xff00 | rgb >> 16) >>> 0; }
  return inks[name];
}
const waitsFor = object => object === 0 ? "time" : waitNames[recording.objects[object][0]] ?? "other";

const x = t => label + (t - view.from) / (view.to - view.from) * (canvas.clientWidth - label);
const t = px => view.from + (px - label) / (canvas.clientWidth - label) * (view.to - view.from);
const top_ = i => AXIS + i * (ROW + GAP);

function box(pixels, width, x0, x1, y0, y1, fill) {
  if (x1 - x0 < 8) for (let y = y0; y < y1; y++) for (let at = y * width + x0, end = y * width + x1; at < end; at++) pixels[at] = fill;
  else for (let y = y0; y < y1; y++) pixels.fill(fill, y * width + x0, y * width + x1);
}

/* One lane into the image; all in the image's pixels. */
function paintLane(one, pixels, width, left, y, high, paints) {
  const { time, state, what, count } = one, wide = width - left, step = (view.to - view.from) / wide, thin = Math.max(2, high >> 2);
  const middle = y + ((high - thin) >> 1);
  let px = left, i = Math.max(0, above(time, view.from, 0, count) - 1);
  while (px < width && i < count) {
    const t0 = view.from + (px - left) * step, t1 = t0 + step;
    if (time[i] >= t1) { px = Math.max(px + 1, left + Math.floor((time[i] - view.from) / step)); continue; }
    if (time[i + 1] >= t1) {
      const end = Math.min(width, Math.max(px + 1, left + Math.floor((time[i + 1] - view.from) / step))), kind = state[i];
      if (kind === WAITS) box(pixels, width, px, end, middle, middle + thin, ink(waitsFor(what[i])));
      else if (kind !== NONE) box(pixels, width, px, end, y, y + high, paints[kind]);
      px = end;
      if (px < width) i = Math.max(i, above(time, view.from + (px - left) * step, i, count) - 1);
      continue;
    }
    const next = above(time, t1, i, Math.min(count, i + 16)) , last = (next < Math.min(count, i + 16) ? next : above(time, t1, next, count)) - 1;
    const ran = (doneAt(one, last, t1) - doneAt(one, i, t0)) / step, was = (readyAt(one, last, t1) - readyAt(one, i, t0)) / step;
    const up = ran > 0 ? Math.max(1, Math.round(ran * high)) : 0, over = was > 0 ? Math.min(high - up, Math.max(1, Math.round(was * high))) : 0;
    if (one.kind === "thread" && up + over < high) box(pixels, width, px, px + 1, middle, middle + thin, ink("time"));
    box(pixels, width, px, px + 1, y + high - up, y + high, paints[one.kind === "thread" ? RUNS : one.kind === "core" ? HANDLER : OWNED]);
    box(pixels, width, px, px + 1, y + high - up - over, y + high - up, paints[READY]);
    px++; i = last;
  }
}

function paintLanes(scale, width, height) {
  const paints = [0, ink("ready"), ink("run"), 0, ink("irq"), ink("own"), ink("ready"), ink("raised")];
  if (!image || image.width !== width || image.height !== height) image = pen.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer), left = Math.round(label * scale);
  pixels.fill(0);
  const idle = paints.with(RUNS, ink("idle"));
  lanes.forEach((one, i) => paintLane(one, pixels, width, left, Math.round(top_(i) * scale), Math.round(ROW * scale), one.idle ? idle : paints));
  pen.putImageData(image, 0, 0);
}

function paintAxis(width, height) {
  const rough = (view.to - view.from) / Math.max(2, (width - label) / 110);
  let step = Math.pow(10, Math.floor(Math.log10(rough)));
  step *= rough / step > 5 ? 10 : rough / step > 2 ? 5 : rough / step > 1 ? 2 : 1;
  pen.fillStyle = colour("soft"); pen.strokeStyle = colour("line"); pen.textAlign = "center"; pen.lineWidth = 1;
  for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
    const px = Math.round(x(at)) + 0.5;
    pen.globalCompositeOperation = "destination-over"; /* behind the lanes */
    pen.beginPath(); pen.moveTo(px, AXIS - 4); pen.lineTo(px, height); pen.stroke();
    pen.globalCompositeOperation = "source-over";
    if (px > label + 30 && px < width - 26) pen.fillText(tick(at, step), px, AXIS - 9);
  }
}

function paintNames(height) {
  pen.clearRect(0, 0, label, height); pen.textAlign = "left";
  lanes.forEach((one, i) => {
    pen.fillStyle = one.kind === "core" ? colour("ink") : colour("soft");
    pen.font = one.kind === "core" ? "600 12px system-ui, sans-serif" : "12px system-ui, sans-serif";
    let name = one.name;
    while (name.length > 3 && pen.measureText(name).width > label - 14) name = name.slice(0, -2) + "…";
    pen.fillText(name, one.kind === "core" ? 6 : 14, top_(i) + ROW - 4);
  });
  pen.font = "11px system-ui, sans-serif";
}

function paintArrows() {
  const list = arrowsSeen && $("arrows").checked ? arrowsSeen(view.from, view.to, ARROWS) : null;
  if (!list) return;
  for (const [from, to, t0, t1, message] of list) {
    const down = to > from ? 1 : -1, x0 = x(t0), y0 = top_(from) + ROW / 2, x1 = x(t1), y1 = top_(to) + (down > 0 ? 0 : ROW);
    pen.strokeStyle = pen.fillStyle = colour(message ? "message" : "soft"); pen.lineWidth = message ? 1.5 : 1; pen.globalAlpha = message ? 0.95 : 0.6;
    pen.beginPath(); pen.moveTo(x0, y0); pen.bezierCurveTo(x0, (y0 + y1) / 2, x1, (y0 + y1) / 2, x1, y1 - down * 4); pen.stroke();
    pen.beginPath(); pen.moveTo(x1, y1 + down); pen.lineTo(x1 - 3.5, y1 - down * 5); pen.lineTo(x1 + 3.5, y1 - down * 5); pen.fill();
  }
  pen.globalAlpha = 1;
}

/* A promise that was not kept: a stroke through its lane, and a triangle on it. */
function paintBroken() {
  const { broken } = recording, times = broken.map(one => one[0]), before = [];
  pen.fillStyle = pen.strokeStyle = colour("broken"); pen.lineWidth = 2;
  for (let i = above(times, view.from - 1, 0, times.length); i < times.length && times[i] <= view.to; i++) {
    const [time, lane] = broken[i], px = Math.round(x(time)) + 0.5, y = top_(lane);
    if (px - (before[lane] ?? -9) < 2) continue;
    before[lane] = px;
    pen.beginPath(); pen.moveTo(px, y - 2); pen.lineTo(px, y + ROW + 2); pen.stroke();
    pen.beginPath(); pen.moveTo(px, y + 5); pen.lineTo(px - 5, y - 4); pen.lineTo(px + 5, y - 4); pen.fill();
  }
}

function paintMarks(width, height) {
  pen.strokeStyle = colour("mark"); pen.lineWidth = 1;
  let before = -9;
  const marks = recording.marks;
  for (let i = above(marks, view.from - 1, 0, marks.length); i < marks.length && marks[i] <= view.to; i++) {
    const px = Math.round(x(marks[i])) + 0.5;
    if (px - before < 2) { i = Math.max(i, above(marks, t(before + 2), i, marks.length) - 1); continue; }
    before = px;
    pen.beginPath(); pen.moveTo(px, AXIS - 5); pen.lineTo(px, AXIS); pen.stroke();
  }
  if (view.a !== null && view.b !== null) { pen.fillStyle = colour("mark"); pen.globalAlpha = 0.15; pen.fillRect(x(view.a), AXIS, x(view.b) - x(view.a), height); pen.globalAlpha = 1; }
  for (const name of ["a", "b"]) if (view[name] !== null && x(view[name]) >= label) {
    const px = Math.round(x(view[name])) + 0.5;
    pen.strokeStyle = pen.fillStyle = colour("mark"); pen.beginPath(); pen.moveTo(px, AXIS); pen.lineTo(px, height); pen.stroke();
    pen.textAlign = "left"; pen.fillText(name.toUpperCase(), px + 3, AXIS + 9);
  }
}

function draw() {
  const width = canvas.clientWidth, height = AXIS + lanes.length * (ROW + GAP) + GAP, scale = devicePixelRatio || 1;
  const w = Math.round(width * scale), h = Math.round(height * scale);
  label = width < 500 ? 86 : 150;
  canvas.style.height = height + "px";
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.font = "11px system-ui, sans-serif";
  paintLanes(scale, w, h);
  paintAxis(width, height); paintArrows(); paintBroken(); paintMarks(width, height); paintNames(height);
}

let asked = false;
function redraw() { if (!asked) { asked = true; requestAnimationFrame(() => { asked = false; draw(); }); } }

function show(from, wide) {
  wide = Math.min(whole, Math.max(20, wide));
  view.from = Math.min(Math.max(0, from), whole - wide); view.to = view.from + wide;
}
function zoom(factor, at) { show(at - (at - view.from) * factor, (view.to - view.from) * factor); redraw(); }
function move(part) { show(view.from + part * (view.to - view.from), view.to - view.from); redraw(); }

/* What a lane did at a time, in words. */
function about(one, at) {
  const i = above(one.time, at, 0, one.count) - 1;
  if (i < 0) return "";
  const object = recording.objects[one.what[i]]?.[1] || "", end = one.time[i + 1];
  const words = { [WAITS]: one.what[i] ? "waits for " + object : "waits for a time", [READY]: "ready", [RUNS]: "runs", [NONE]: one.kind === "thread" ? "not known" : "nothing",
    [HANDLER]: "handler of interrupt " + one.what[i], [OWNED]: "owned by " + object, [READY_RAISED]: "ready at an inherited level", [RUNS_RAISED]: "runs at an inherited level" };
  const broken = recording.broken.filter(([time, lane]) => lanes[lane] === one && Math.abs(x(time) - x(at)) < 5).map(one => ", " + one[2]).join("");
  return `${one.name}: ${words[one.state[i]]} for ${span(end - one.time[i])}, from ${span(one.time[i])}${broken}`;
}

/* The edge of a span of the lane near a place, so that what is measured is what happened. */
function near(lane, px) {
  const at = t(px);
  if (!lane) return at;
  const i = above(lane.time, at, 0, lane.count), edges = [lane.time[i - 1], lane.time[i]].filter(edge => edge !== undefined && Math.abs(x(edge) - px) < 7);
  return edges.length ? edges.reduce((a, b) => Math.abs(x(a) - px) < Math.abs(x(b) - px) ? a : b) : at;
}

function measure() {
  const { a, b } = view;
  $("measured").textContent = [a !== null ? "A " + span(a) : "", b !== null ? "B " + span(b) : "", a !== null && b !== null ? "apart " + span(Math.abs(b - a)) : ""].filter(Boolean).join(",  ");
  redraw();
  for (const again of drawings) again();
}

const laneAt = y => lanes[Math.floor((y - AXIS) / (ROW + GAP))];
const held = new Map();
let pointer = null, moved = false;
canvas.addEventListener("wheel", e => { if (!e.ctrlKey && !e.shiftKey && Math.abs(e.deltaX) > Math.abs(e.deltaY)) move(e.deltaX / 800); else zoom(Math.exp(e.deltaY * 0.0015), t(e.offsetX)); e.preventDefault(); }, { passive: false });
canvas.addEventListener("pointerdown", e => { canvas.setPointerCapture(e.pointerId); held.set(e.pointerId, e.offsetX); moved = false; if (e.shiftKey) { view.a = near(laneAt(e.offsetY), e.offsetX); view.b = null; } });
canvas.addEventListener("pointerup", e => { held.delete(e.pointerId); if (!moved && !e.shiftKey) pointer = near(laneAt(e.offsetY), e.offsetX); if (e.shiftKey) measure(); });
canvas.addEventListener("pointercancel", e => held.delete(e.pointerId));
canvas.addEventListener("pointermove", e => {
  const before = held.get(e.pointerId);
  pointer = near(laneAt(e.offsetY), e.offsetX);
  if (before === undefined) { const one = laneAt(e.offsetY); $("said").textContent = one && e.offsetX > label ? about(one, t(e.offsetX)) : ""; return; }
  moved = moved || Math.abs(e.offsetX - before) > 2;
  if (e.shiftKey && view.a !== null) { view.b = pointer; measure(); return; }
  if (held.size === 2) { const other = [...held].find(([id]) => id !== e.pointerId)[1], factor = Math.abs(before - other) / Math.max(8, Math.abs(e.offsetX - other)); held.set(e.pointerId, e.offsetX); zoom(factor, t(other)); return; }
  held.set(e.pointerId, e.offsetX); move((before - e.offsetX) / (canvas.clientWidth - label));
});
$("all").onclick = () => { show(0, whole); redraw(); };
$("in").onclick = () => zoom(0.5, (view.from + view.to) / 2);
$("out").onclick = () => zoom(2, (view.from + view.to) / 2);
$("left").onclick = () => move(-0.4);
$("right").onclick = () => move(0.4);
$("a").onclick = () => { view.a = pointer ?? (view.from + view.to) / 2; measure(); };
$("b").onclick = () => { view.b = pointer ?? (view.from + view.to) / 2; measure(); };
$("none").onclick = () => { view.a = view.b = null; measure(); };
$("arrows").onchange = redraw;
addEventListener("keydown", e => { if (/INPUT|SELECT/.test(e.target.tagName) && e.target.type !== "checkbox") return; if (e.key === "a" || e.key === "b") $(e.key).click(); else if (e.key === "+") $("in").click(); else if (e.key === "-") $("out").click(); else if (e.key === "ArrowLeft") move(-0.1); else if (e.key === "ArrowRight") move(0.1); });
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colours = {}; inks = {}; redraw(); });

$("name").textContent = recording.name;
$("about").textContent = recording.about + ". Wheel or two fingers: zoom; drag: move; shift and drag, or A and B: measure.";
$("warn").textContent = recording.warning;
$("key").append(...keys.map(([name, text, thin]) => { const one = document.createElement("span"), i = document.createElement("i"); i.style.background = `var(--${name})`; if (thin) i.className = "thin"; one.append(i, (thin ? "waits: " : "").replace("waits: ", name === "time" ? "" : "waits for ") + text); return one; }));
draw();
performance.mark("first");
