/* The page from the results: tables as they are, with pictures where a table, a series or a group of histograms has one. */
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const kinds = { real: "real time", virtual: "a model's time", instructions: "instructions of an emulator", none: "nothing timed" };

function chips(result) {
  return make("p", {}, make("span", { class: "chip" }, "board " + result.board), make("span", { class: "chip" }, kinds[result.time.kind]),
    make("span", { class: "soft" }, result.time.note));
}

function table(one) {
  const head = make("tr"), body = make("tbody");
  for (const column of one.columns) {
    const cell = make("th", column.unit === null ? { class: "text" } : {}, column.title);
    if (column.unit) cell.append(make("br"), make("small", {}, column.unit));
    head.append(cell);
  }
  for (const row of one.rows) {
    const line = make("tr", row.source === "paper" ? { class: "paper" } : {});
    row.cells.forEach((cell, i) => {
      const text = cell === null ? "–" : typeof cell === "number" ? String(cell) : cell;
      line.append(make("td", one.columns[i].unit === null ? { class: /MISSED/.test(text) ? "text missed" : "text" } : {}, text));
    });
    body.append(line);
  }
  const frame = make("div", { class: "wide" }, make("table", {}, make("thead", {}, head), body));
  return one.note ? [frame, make("p", { class: "note" }, one.note.trim())] : [frame];
}

const columnOf = (one, title) => one.columns.findIndex(column => column.title === title);

/* Pictures that one kind of table has. */
const tablePictures = [
  { /* equation 1: improvement against each baseline, the paper's beside */
    fits: one => one.name === "improvement",
    draw(one) {
      const groups = new Map();
      for (const row of one.rows) {
        const of = groups.get(row.cells[0]) ?? groups.set(row.cells[0], []).get(row.cells[0]);
        if (row.source === "paper") of.push({ label: row.cells[1], value: row.cells[2], fill: "var(--quote)" });
        else if (row.cells[1] === "long form") one.columns.forEach((column, i) => {
          if (i > 1 && column.title !== "headline" && row.cells[i] !== null) of.push({ label: "against " + column.title, value: row.cells[i], fill: "var(--c0)" });
        });
      }
      return [legend([["Takt's LLQ, single requests", "var(--c0)"], ["the paper", "var(--quote)"]]),
        bars([...groups].map(([label, list]) => ({ label, bars: list })), "RI, % (right: the LLQ is faster)")];
    },
  },
  { /* Takt beside its peers */
    fits: one => columnOf(one, "Takt") >= 0 && columnOf(one, "best peer") >= 0 && one.rows.some(row => row.cells[columnOf(one, "best peer")] !== null),
    draw(one) {
      const who = ["Takt", "FreeRTOS", "ThreadX", "ThreadX fast"].filter(name => columnOf(one, name) >= 0);
      const fills = ["var(--c0)", "var(--c5)", "var(--c1)", "var(--c7)"];
      const shown = one.rows.filter(row => row.cells[columnOf(one, "best peer")] !== null && !/scale only/.test(row.cells[0]));
      const groups = shown.map(row => ({ label: row.cells[0], bars: who.map((name, i) => ({ label: name, value: row.cells[columnOf(one, name)], fill: fills[i] })).filter(bar => bar.value !== null) }));
      return [legend(who.map((name, i) => [name, fills[i]])), bars(groups, one.columns[columnOf(one, "Takt")].unit || one.title, 11)];
    },
  },
  { /* paper 3: switches and cycles of each map of priorities */
    fits: one => one.name === "cycles",
    draw(one) {
      const switches = columnOf(one, "switches"), cycle = columnOf(one, "cycle");
      const bar = (row, i) => ({ label: row.cells[0].replace("D's threshold", "threshold") + (row.cells[1] ? `, ${row.cells[1]} B` : ""), value: row.cells[i], fill: row.source === "paper" ? "var(--quote)" : "var(--c0)" });
      const list = i => one.rows.filter(row => row.cells[i] !== null).map(row => bar(row, i));
      return [legend([["Takt", "var(--c0)"], ["the article (its own board)", "var(--quote)"]]),
        bars([{ label: "context switches a cycle", bars: list(switches) }], ""), bars([{ label: "time of a cycle", bars: list(cycle) }], one.columns[cycle].unit)];
    },
  },
  { /* paper 3: latency of each receiver */
    fits: one => one.name === "latency",
    draw(one) {
      const worst = ["A worst", "B worst", "C worst"], rows = one.rows.filter(row => row.cells[1] === one.rows[0].cells[1]);
      return [legend(worst.map((name, i) => [name, colour(i)])), bars(rows.map(row => ({ label: row.cells[0], bars: worst.map((name, i) => ({ label: name[0], value: row.cells[columnOf(one, name)], fill: colour(i) })) })), "us, message of " + one.rows[0].cells[1] + " B")];
    },
  },
  { /* paper 3: shares of slices */
    fits: one => one.name === "slices",
    draw(one) {
      const of = title => [...new Set(one.rows.map(row => row.cells[0]))].map(what => ({ label: what, bars: one.rows.filter(row => row.cells[0] === what).map(row => ({ label: `${row.cells[1]}, wanted ${row.cells[2]}`, value: row.cells[columnOf(one, title)], fill: "var(--c0)" })) }));
      return [bars(of("ran"), "% of the time of the four")];
    },
  },
  { /* paper 3: an inversion */
    fits: one => one.name === "inversion",
    draw(one) { return [bars([{ label: "how long the most urgent thread waits for the lock", bars: one.rows.map(row => ({ label: row.cells[0], value: row.cells[1], fill: "var(--c0)" })) }], "us")]; },
  },
  { /* bytes of each part */
    fits: one => one.columns.length > 2 && one.columns[0].title === "object file",
    draw(one) {
      const rows = one.rows.filter(row => !/^(all of|counts|does not count)/.test(row.cells[0]) && row.cells[1] > 0).sort((a, b) => b.cells[1] - a.cells[1]).slice(0, 24);
      return [bars([{ label: one.columns[1].title + ", largest first", bars: rows.map(row => ({ label: row.cells[0], value: row.cells[1], fill: "var(--c0)" })) }], "B")];
    },
  },
  { /* a few figures of least, mean and most: spread.name begins with it */
    fits: one => /^spread/.test(one.name),
    draw(one) {
      const at = ["least", "mean", "most"].map(title => columnOf(one, title));
      if (at.includes(-1)) return [];
      return [legend([["least", "var(--c2)"], ["mean", "var(--c0)"], ["most", "var(--c1)"]]), bars(one.rows.map(row => ({ label: row.cells.filter((_, i) => one.columns[i].unit === null).join(", "),
        bars: at.map((i, k) => ({ label: one.columns[i].title, value: row.cells[i], fill: ["var(--c2)", "var(--c0)", "var(--c1)"][k] })) })), one.columns[at[0]].unit || one.title)];
    },
  },
];

function tableBlock(one) {
  const drawn = tablePictures.find(kind => kind.fits(one))?.draw(one) ?? [];
  const block = make("section", {}, make("h4", {}, one.title), ...drawn);
  if (one.rows.length > 36) block.append(make("details", {}, make("summary", {}, `${one.rows.length} rows`), ...table(one)));
  else block.append(...table(one));
  return block;
}

/* Of how many values the part above each x is; the least that can be seen is one. */
function exceeding(histogram) {
  let left = histogram.count;
  const points = [[histogram.min, 1]];
  for (const [, to, count] of histogram.bins) { left -= count; if (left > 0) points.push([to, left / histogram.count]); }
  points.push([histogram.max, 1 / histogram.count]);
  return points.filter(point => point[0] > 0);
}

function histogramBlocks(result) {
  const groups = new Map();
  for (const one of result.histograms) {
    const key = one.name.split("-")[0] + one.unit;
    (groups.get(key) ?? groups.set(key, []).get(key)).push(one);
  }
  return [...groups.values()].map(list => {
    const title = list.length > 1 ? list[0].title.replace(", " + list[0].name.slice(list[0].name.indexOf("-") + 1), "") : list[0].title;
    return make("section", {}, make("h4", {}, "Distribution: " + title),
      lines(list.map(one => ({ name: list.length > 1 ? one.name.slice(one.name.indexOf("-") + 1) : one.title, points: exceeding(one) })),
        { title: "time", unit: list[0].unit, log: true }, { title: "share of the values above", unit: "", log: true }, true));
  });
}

function seriesBlock(one) {
  return make("section", {}, make("h4", {}, one.title), lines(one.lines, one.x, one.y));
}

function verdicts(list) {
  const rows = list.map(([result, one]) => make("tr", {}, make("td", { class: "text" }, `${result.experiment}, ${result.board}`), make("td", { class: "text" }, one.title),
    make("td", {}, String(one.value)), make("td", {}, `${one.relation} ${one.wanted}`), make("td", { class: "text" }, one.unit),
    make("td", { class: "text " + (one.holds ? "holds" : "missed") }, one.holds ? "holds" : "MISSED"), make("td", { class: "text" }, one.basis)));
  const head = make("tr", {}, ...["result", "demand", "measured", "wanted", "unit", "", "basis"].map((name, i) => make("th", i === 2 || i === 3 ? {} : { class: "text" }, name)));
  return make("div", { class: "wide" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function facts(object) {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== "");
  return entries.map(([key, value]) => `${key} ${value}`).join(", ") || "defaults";
}

function resultBlock(result) {
  const block = make("section", { class: "result" }, make("h3", {}, result.title), chips(result));
  block.append(...result.tables.map(tableBlock), ...histogramBlocks(result), ...result.series.map(seriesBlock));
  if (result.verdicts.length) block.append(make("details", result.verdicts.some(one => !one.holds) ? { open: "" } : {},
    make("summary", {}, `${result.verdicts.filter(one => one.holds).length} of ${result.verdicts.length} demands hold`), verdicts(result.verdicts.map(one => [result, one]))));
  if (result.notes) block.append(make("p", { class: "note" }, result.notes.join("\n")));
  block.append(make("p", { class: "note" }, `Made by: ${result.command}\nVersion ${result.version}; seed ${result.seed ?? "none"}; configuration: ${facts(result.configuration)}; ` +
    `arguments: ${facts(result.arguments)}; machine: ${facts(result.machine)}`));
  return block;
}

function saysBlock(part) {
  const block = make("div", { class: "says" }, make("p", {}, make("b", {}, "The paper says. "), part.says));
  block.append(make("p", {}, make("b", {}, "Where it contradicts itself, or leaves out:")), make("ul", {}, ...part.doubts.map(doubt => make("li", {}, doubt))));
  return block;
}

function recordingBlock(recordings) {
  const block = make("section", {}, make("h3", {}, "Time-lines"));
  block.append(make("p", { class: "soft" }, "A cycle or two of each recording, or a short one whole; the link opens all of it, with its events. Dashed green lines are marks."),
    legend([["runs", "var(--c0)"], ["runs at an inherited level", "var(--c3)"], ["ready", "var(--ready)"], ["waits, idle", "var(--wait)"], ["handler", "var(--c4)"], ["mutex owned", "var(--c5)"]]));
  for (const one of recordings) {
    block.append(make("h4", {}, make("a", { href: one.page }, one.name), ` (${one.about})`));
    if (one.warning) block.append(make("p", { class: "missed" }, one.warning));
    if (one.lanes.length) block.append(cycles(one));
  }
  return block;
}

function partBlock(part, results) {
  const block = make("section", { id: part.id }, make("h2", {}, part.title), make("p", { class: "soft" }, part.source));
  if (part.says) block.append(saysBlock(part));
  const recordings = data.recordings.filter(one => one.name.startsWith(part.id + "-"));
  for (const [name, command] of part.results) {
    const found = results.find(one => `${one.experiment}-${one.board}` === name);
    block.append(found ? resultBlock(found) : make("div", { class: "missing" }, `${name} is not there. To make it: `, make("code", {}, command)));
  }
  if (recordings.length) block.append(recordingBlock(recordings));
  return block;
}

function build() {
  const results = data.results, known = new Set(parts.flatMap(part => part.results.map(([name]) => name)));
  const others = results.filter(one => !known.has(`${one.experiment}-${one.board}`));
  const missed = results.flatMap(result => result.verdicts.filter(one => !one.holds).map(one => [result, one]));
  const count = results.reduce((sum, one) => sum + one.verdicts.length, 0);
  document.getElementById("about").textContent = `${results.length} results, ${data.recordings.length} recordings, ${count} demands, of which ${missed.length} are missed. ` +
    "Each figure names its board and kind of time; rows on yellow ground are quoted from the papers and were not measured here.";
  for (const fault of data.faults) main.append(make("p", { class: "missed" }, fault));
  const overview = make("section", { id: "demands" }, make("h2", {}, "Demands that are missed"));
  overview.append(missed.length ? verdicts(missed) : make("p", {}, count ? "None." : "There are no results yet."));
  main.append(overview, ...parts.map(part => partBlock(part, results)));
  const rest = data.recordings.filter(one => !parts.some(part => one.name.startsWith(part.id + "-")));
  if (others.length + rest.length) {
    const block = make("section", { id: "others" }, make("h2", {}, "Further results"), ...others.map(resultBlock));
    if (rest.length) block.append(recordingBlock(rest));
    main.append(block);
  }
  document.getElementById("contents").append(...[...main.querySelectorAll("section[id]")].map(section => make("a", { href: "#" + section.id }, section.querySelector("h2").textContent)));
  redrawAll();
}
build();
