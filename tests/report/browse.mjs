// browse.mjs FOLDER: the report and one time-line as a browser shows them. Nothing fails in a script, nothing is asked of a
// network, nothing is wider than the window, and what is drawn is what the data say.
import { readFileSync } from "node:fs";
import { Browser } from "./chromium.mjs";

const folder = process.argv[2];
const shapes = [[1280, false], [1280, true], [390, false], [390, true]];
let checks = 0, failed = 0;
function check(good, what) { checks++; if (!good) { failed++; console.log("does not hold: " + what); } }

async function each(browser, name, look) {
  for (const [width, dark] of shapes) {
    const where = `${name}, ${width} pixels, ${dark ? "dark" : "light"}`, page = await browser.open(`file://${folder}/${name}`, { width, dark });
    await look(page, where, dark);
    check(page.faults.length === 0, `${where}: no script fails: ${page.faults}`);
    check(page.asked.every(url => url.startsWith("file:") || url.startsWith("data:")), `${where}: nothing is asked of a network: ${page.asked}`);
    check(await page.run("document.documentElement.scrollWidth") <= width, `${where}: as wide as the window`);
    check((await page.picture(false)).length > 8000, `${where}: there is something to see`);
    await page.close();
  }
}

const sum = list => list.reduce((a, b) => a + b, 0);
async function report(page, where, dark) {
  const results = await page.run("data.results"), recordings = await page.run("data.recordings.length");
  check(results.length > 0, `${where}: there are results`);
  const rows = sum(results.flatMap(result => result.tables.map(table => table.rows.length)));
  check(await page.run("document.querySelectorAll('.result section tbody tr').length") === rows, `${where}: ${rows} rows`);
  check(await page.run("document.querySelectorAll('tr.paper').length") === sum(results.flatMap(result => result.tables.map(table => table.rows.filter(row => row.source === "paper").length))), `${where}: the paper's rows stand out`);
  check(await page.run("document.querySelectorAll('svg').length") >= recordings + results.length, `${where}: pictures`);
  check(await page.run("[...document.querySelectorAll('svg rect')].every(one => +one.getAttribute('width') > 0 && +one.getAttribute('x') >= 0)"), `${where}: bars lie in their pictures`);
  check(await page.run("[...document.querySelectorAll('.missing code')].length") >= 5, `${where}: what is missing says how to make it`);
  const ground = await page.run("getComputedStyle(document.body).backgroundColor");
  check(/^rgb\((\d+)/.exec(ground)[1] < 128 === dark, `${where}: ground ${ground}`);
}

// The middle of what the first thread's lane says it did at some times, and the picture's pixels there.
async function timeline(page, where) {
  await page.run("new Promise(done => { const look = () => performance.getEntriesByName('all').length ? done() : setTimeout(look, 20); look(); })");
  check(await page.run("events.time.length") > 1000, `${where}: events`);
  check(await page.run("document.querySelectorAll('#cores tr').length") >= 2, `${where}: figures of cores`);
  check(await page.run("document.querySelectorAll('#held td').length") > 0, `${where}: who held whom up`);
  check(await page.run("document.querySelectorAll('#plot canvas').length") === 1, `${where}: latency is drawn`);
  const right = await page.run(`(() => {
    $("arrows").checked = false; show(whole * 0.4, whole / 25); draw();
    const i = lanes.findIndex(one => one.name === "D"), one = lanes[i], scale = devicePixelRatio || 1;
    let seen = 0, right = 0;
    for (let k = 0; k < one.count; k++) {
      const middle = (one.time[k] + one.time[k + 1]) / 2;
      if (x(one.time[k + 1]) - x(one.time[k]) < 4 || middle < view.from || middle > view.to) continue;
      const [r, g, b] = pen.getImageData(Math.round(x(middle) * scale), Math.round((top_(i) + 2) * scale), 1, 1).data, want = one.state[k] === RUNS ? colour("run") : one.state[k] === READY ? colour("ready") : null;
      if (want === null) continue;
      seen++; right += parseInt(want.slice(1), 16) === (r << 16 | g << 8 | b);
    }
    return [seen, right];
  })()`);
  check(right[0] > 10 && right[1] === right[0], `${where}: ${right[1]} of ${right[0]} spans have their colour`);
  check(await page.run("$('filter').value = 'QS '; filter(); rows.length") >= 300, `${where}: messages are found`);
  check(await page.run("arrowsSeen(view.from, view.to, 1e6).filter(one => one[4] !== 0).length") > 5, `${where}: messages have arrows`);
}

async function across(page, where) {
  await page.run("new Promise(done => { const look = () => performance.getEntriesByName('all').length ? done() : setTimeout(look, 20); look(); })");
  const arrows = await page.run("arrowsSeen(0, whole, 1e6).filter(one => one[4]).map(one => [lanes[one[0]].core, lanes[one[1]].core, one[3] - one[2]])");
  check(arrows.length === 40 && arrows.every(one => one[0] !== one[1] && one[2] >= 0), `${where}: 40 messages go from core to core: ${arrows.length}`);
  check(await page.run("/difference/.test($('cores').textContent)"), `${where}: cores are compared`);
}

const browser = new Browser();
await each(browser, "report.html", report);
await each(browser, "priorities-unique-4.html", timeline);
await each(browser, "across.html", across);
await browser.close();
check(readFileSync(`${folder}/report.html`, "utf8").length > 10000, "the report");
console.log(`amount: ${checks} checks`);
process.exitCode = failed === 0 ? 0 : 1;
