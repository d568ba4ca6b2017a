"use strict";
/* Pictures as SVG, as wide as there is room: drawn again when that changes. Each function returns an element. */
const SVG = "http://www.w3.org/2000/svg";
const redraws = [];

function make(name, attributes = {}, ...children) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...children);
  return one;
}
function shape(parent, name, attributes, text) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  if (text !== undefined) one.textContent = text;
  parent.append(one);
  return one;
}
const colour = i => `var(--c${i % 8})`;
const number = value => value !== 0 && (Math.abs(value) >= 1e9 || Math.abs(value) < 1e-3) ? value.toExponential(1)
  : String(+value.toPrecision(Math.abs(value) >= 1000 ? 6 : 4));

/* A frame that draws itself by draw(svg, width) and says how high it got. */
function picture(draw) {
  const frame = make("div");
  const again = () => {
    const width = Math.max(280, Math.min(frame.clientWidth || 800, 1000));
    const svg = document.createElementNS(SVG, "svg");
    const height = draw(svg, width);
    svg.setAttribute("width", width); svg.setAttribute("height", height); svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    frame.replaceChildren(svg);
  };
  redraws.push(again);
  return frame;
}
let drawnAt = 0;
function redrawAll() { drawnAt = innerWidth; for (const again of redraws) again(); }
addEventListener("resize", () => { if (innerWidth !== drawnAt) redrawAll(); });

function legend(names) {
  return make("div", { class: "legend" }, ...names.map(([name, fill]) => {
    const item = make("span", {}, make("i", { style: `background:${fill}` }));
    item.append(name);
    return item;
  }));
}

function steps(least, most, count) {
  const rough = (most - least) / count || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(k => k * power).find(k => k >= rough);
  const all = [];
  for (let at = Math.ceil(least / step) * step; at <= most + step / 1e6; at += step) all.push(+at.toPrecision(12));
  return all;
}

function shorten(text, width) { const room = Math.floor(width / 6.8); return text.length > room ? text.slice(0, room - 1) + "…" : text; }

/* groups: [{label, bars: [{label, value, fill}]}]; a group's label stands above its bars. Negative bars go left. */
function bars(groups, unit, thick = 14) {
  return picture((svg, width) => {
    const values = groups.flatMap(group => group.bars.map(bar => bar.value));
    const least = Math.min(0, ...values), most = Math.max(0, ...values) || 1;
    const left = Math.min(214, width * 0.36), right = 62 + (least < 0 ? 50 : 0), room = width - left - right;
    const x = value => left + (least < 0 ? 50 : 0) + (value - least) / (most - least) * room;
    let y = 4;
    const marks = [];
    for (const group of groups) {
      if (group.label) { y += 16; marks.push(() => 0); shape(svg, "text", { x: 0, y: y - 3, "font-weight": 600 }, shorten(group.label, width)); }
      for (const bar of group.bars) {
        const from = Math.min(x(0), x(bar.value)), wide = Math.max(1, Math.abs(x(bar.value) - x(0)));
        shape(svg, "text", { x: left - 6, y: y + thick - 3, "text-anchor": "end", class: "soft", "font-size": Math.min(12, thick) }, shorten(bar.label, left));
        shape(svg, "rect", { x: from, y: y + 1, width: wide, height: thick - 2, fill: bar.fill, rx: 1 });
        shape(svg, "text", bar.value < 0 ? { x: from - 4, y: y + thick - 3, "text-anchor": "end", "font-size": Math.min(12, thick) }
          : { x: from + wide + 4, y: y + thick - 3, "font-size": Math.min(12, thick) }, number(bar.value));
        y += thick;
      }
      y += 4;
    }
    shape(svg, "line", { x1: x(0), x2: x(0), y1: 0, y2: y, class: "grid" });
    shape(svg, "text", { x: width - 2, y: y + 12, "text-anchor": "end", class: "soft" }, unit);
    return y + 18;
  });
}

/* lines: [{name, points: [[x, y], ...]}]. log: of an axis, powers of ten. */
function lines(all, xAxis, yAxis, stairs = false) {
  const body = picture((svg, width) => {
    const height = Math.min(320, width * 0.5 + 60), left = 58, right = 12, top = 10, bottom = 40;
    const scale = (axis, values, from, to) => {
      const turn = axis.log ? Math.log10 : v => v;
      const good = values.filter(v => Number.isFinite(turn(v)));
      let low = good.reduce((a, b) => Math.min(a, b), Infinity), high = good.reduce((a, b) => Math.max(a, b), -Infinity);
      if (axis.log) { low = 10 ** Math.floor(Math.log10(low) + 1e-9); high = 10 ** Math.ceil(Math.log10(high) - 1e-9); if (low === high) high *= 10; }
      else { if (low > 0 && low < high * 0.6) low = 0; if (low === high) high = low + 1; }
      const place = v => from + (turn(v) - turn(low)) / (turn(high) - turn(low)) * (to - from);
      const ticks = axis.log ? Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, i) => low * 10 ** i) : steps(low, high, Math.abs(to - from) / 80);
      return { place, ticks };
    };
    const x = scale(xAxis, all.flatMap(line => line.points.map(p => p[0])), left, width - right);
    const y = scale(yAxis, all.flatMap(line => line.points.map(p => p[1])), height - bottom, top);
    for (const tick of x.ticks) {
      shape(svg, "line", { x1: x.place(tick), x2: x.place(tick), y1: top, y2: height - bottom, class: "grid" });
      shape(svg, "text", { x: x.place(tick), y: height - bottom + 14, "text-anchor": "middle", class: "soft" }, number(tick));
    }
    for (const tick of y.ticks) {
      shape(svg, "line", { x1: left, x2: width - right, y1: y.place(tick), y2: y.place(tick), class: "grid" });
      shape(svg, "text", { x: left - 6, y: y.place(tick) + 4, "text-anchor": "end", class: "soft" }, number(tick));
    }
    all.forEach((line, i) => {
      let path = "";
      for (const [px, py] of line.points) {
        const at = [x.place(px), y.place(py)];
        if (!at.every(Number.isFinite)) continue;
        path += path === "" ? `M${at[0].toFixed(1)},${at[1].toFixed(1)}` : stairs ? `H${at[0].toFixed(1)}V${at[1].toFixed(1)}` : `L${at[0].toFixed(1)},${at[1].toFixed(1)}`;
      }
      shape(svg, "path", { d: path, fill: "none", stroke: colour(i), "stroke-width": 1.6 });
    });
    shape(svg, "text", { x: width - right, y: height - 8, "text-anchor": "end", class: "soft" }, xAxis.title + (xAxis.unit ? `, ${xAxis.unit}` : ""));
    shape(svg, "text", { x: 2, y: height - 8, class: "soft" }, shorten("up: " + yAxis.title + (yAxis.unit ? `, ${yAxis.unit}` : ""), width / 2));
    return height;
  });
  return make("div", {}, legend(all.map((line, i) => [line.name, colour(i)])), body);
}

/* Of a recording, a few cycles: lanes of [time, state, ...] in ns; state 0 waits, 1 ready, 2 runs, 4 handler, 5 owned, 6 runs at an
   inherited level. */
function cycles(lane) {
  const fill = ["var(--wait)", "var(--ready)", "var(--c0)", null, "var(--c4)", "var(--c5)", "var(--c3)"], high = 16;
  return picture((svg, width) => {
    const left = 84, end = lane.to - lane.from;
    const x = t => left + Math.max(0, Math.min(1, (t - lane.from) / end)) * (width - left - 4);
    lane.lanes.forEach((one, i) => {
      shape(svg, "text", { x: 0, y: i * (high + 4) + high - 3, class: "soft" }, shorten(one.name, left));
      for (let k = 0; k < one.at.length; k += 2) {
        const to = k + 2 < one.at.length ? one.at[k + 2] : lane.to, state = one.at[k + 1];
        if (fill[state] === null || to <= lane.from || one.at[k] >= lane.to) continue;
        const thin = state === 0 ? high - 6 : 2;
        shape(svg, "rect", { x: x(one.at[k]), y: i * (high + 4) + thin / 2, width: Math.max(0.6, x(to) - x(one.at[k])), height: high - thin, fill: one.idle && state === 2 ? "var(--wait)" : fill[state] });
      }
    });
    const below = lane.lanes.length * (high + 4);
    for (const mark of lane.marks) shape(svg, "line", { x1: x(mark), x2: x(mark), y1: 0, y2: below, stroke: "var(--c2)", "stroke-dasharray": "3 2" });
    shape(svg, "text", { x: width - 2, y: below + 12, "text-anchor": "end", class: "soft" }, `${number(end / 1000)} µs`);
    return below + 18;
  });
}
