/* Events and arrows: unpacked when the first picture stands. Of the list only the rows in sight are in the page. */
let events = null, rows = null;
const list = $("list"), table = list.firstElementChild;

function unpackEvents(packed) {
  const n = packed.count, numbers = new Numbers(packed.columns), time = new Float64Array(n), word = new Uint32Array(n), value = new Int32Array(n);
  const valued = packed.words.map(text => text.endsWith("="));
  let at = 0;
  for (let i = 0; i < n; i++) {
    at += numbers.next();
    time[i] = at; word[i] = numbers.next();
    if (valued[word[i]]) { const last = numbers.next(); value[i] = last % 2 ? -(last + 1) / 2 : last / 2; }
  }
  return { time, word, value, valued, words: packed.words };
}

function unpackArrows(packed) {
  const n = packed.count, numbers = new Numbers(packed.columns), from = new Float64Array(n), long = new Float64Array(n), ends = new Uint32Array(2 * n), message = new Uint8Array(n);
  let at = 0, longest = 0;
  for (let i = 0; i < n; i++) {
    at += numbers.next();
    from[i] = at; long[i] = numbers.next(); ends[2 * i] = numbers.next(); ends[2 * i + 1] = numbers.next(); message[i] = numbers.next();
    if (long[i] > longest) longest = long[i];
  }
  /* those that touch a time, or nothing where they are too many to tell apart */
  return (begin, end, most) => {
    const first = above(from, begin - longest - 1, 0, n), last = above(from, end, 0, n), found = [];
    if (last - first > 20 * most) return null;
    for (let i = first; i < last; i++) if (from[i] + long[i] >= begin) {
      if (found.length === most) return null;
      found.push([ends[2 * i], ends[2 * i + 1], from[i], from[i] + long[i], message[i]]);
    }
    return found;
  };
}

const eventText = i => events.words[events.word[i]] + (events.valued[events.word[i]] ? events.value[i] : "");

function filter() {
  const word = $("filter").value.trim().toLowerCase(), good = events.words.map(text => text.toLowerCase().includes(word)), digits = /\d$/.test(word);
  rows = null;
  if (word !== "") {
    const found = [];
    for (let i = 0; i < events.time.length; i++) if (good[events.word[i]] || digits && events.valued[events.word[i]] && eventText(i).toLowerCase().includes(word)) found.push(i);
    rows = Uint32Array.from(found);
  }
  $("found").textContent = (rows ? rows.length : events.time.length) + " events";
  list.scrollTop = 0; fill();
}

/* A page can be so high and no higher: of very many rows the scroll bar moves several at a time. */
const ROW_HIGH = 20, HIGHEST = 8e6;
function fill() {
  const count = rows ? rows.length : events.time.length, high = Math.min(HIGHEST, count * ROW_HIGH), every = count * ROW_HIGH / Math.max(1, high);
  const first = Math.max(0, Math.min(count - 20, Math.floor(list.scrollTop * every / ROW_HIGH) - 3)), last = Math.min(count, first + 26);
  const above_ = Math.min(list.scrollTop > 60 ? list.scrollTop - 60 : 0, Math.max(0, high - (last - first) * ROW_HIGH));
  table.style.marginTop = above_ + "px"; table.style.marginBottom = Math.max(0, high - above_ - (last - first) * ROW_HIGH) + "px";
  table.replaceChildren(...Array.from({ length: last - first }, (_, k) => {
    const i = rows ? rows[first + k] : first + k, row = document.createElement("tr");
    for (const text of [(events.time[i] / 1e3).toFixed(3) + " µs", eventText(i)]) row.insertCell().textContent = text;
    row.onclick = () => { const wide = view.to - view.from; show(events.time[i] - wide / 2, wide); view.a = events.time[i]; measure(); canvas.scrollIntoView({ block: "nearest" }); };
    return row;
  }));
}

idly(() => {
  const packed = JSON.parse($("second").textContent);
  events = unpackEvents(packed);
  arrowsSeen = unpackArrows(packed.arrows);
  list.addEventListener("scroll", fill);
  $("filter").addEventListener("input", filter);
  filter(); redraw();
  idly(() => { offerLatency(); showCores(); showHeld(); performance.mark("all"); });
});
