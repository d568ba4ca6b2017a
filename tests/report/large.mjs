// large.mjs PAGE LIMIT_FIRST_MS: a page of a million spans. First picture: from the navigation to the frame after the lanes were
// drawn, median of 5. Redraws: 200 of a walk through the recording, each until its pixels can be read. The figures are
// times of this machine; the limit is wide, so that a busy one does not fail, and a page that grew with the square does.
import { Browser } from "./chromium.mjs";

const [path, limit] = process.argv.slice(2);
const median = list => list.sort((a, b) => a - b)[list.length >> 1];

const watch = `(() => { const look = () => performance.getEntriesByName("first").length ? requestAnimationFrame(() => { window.firstPicture = performance.now(); })
  : requestAnimationFrame(look); look(); })();`;

const walk = `(() => {
  const times = [];
  let wide = whole, at = whole / 2;
  for (let k = 0; k < 200; k++) {
    wide = k % 40 < 20 ? wide * 0.62 : wide / 0.62;
    at = (at + whole * 0.377 * wide / whole + 1) % whole;
    const before = performance.now();
    show(at - wide / 2, wide); draw(); pen.getImageData(0, 0, 1, 1);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
})()`;

const browser = new Browser();
const first = [];
let spans = 0, redraws = [], faults = [], all = 0;
for (let run = 0; run < 5; run++) {
  const page = await browser.open(`file://${path}`, { width: 1280, height: 900, before: watch });
  await page.run("new Promise(done => { const look = () => window.firstPicture && performance.getEntriesByName('all').length ? done() : setTimeout(look, 20); look(); })");
  first.push(await page.run("firstPicture"));
  all = await page.run("performance.getEntriesByName('all')[0].startTime");
  spans = await page.run("lanes.reduce((sum, one) => sum + one.count, 0)");
  redraws = run === 0 ? await page.run(walk) : redraws;
  faults.push(...page.faults);
  await page.close();
}
await browser.close();
const picture = median(first), slow = redraws[Math.floor(redraws.length * 0.95)];
console.log(`first picture: ${picture.toFixed(0)} ms, median of 5 (${first.map(ms => ms.toFixed(0)).join(" ")}); all of the page in the last: ${all.toFixed(0)} ms`);
console.log(`redraws: 95 % of 200 within ${slow.toFixed(1)} ms, median ${median(redraws).toFixed(1)}, worst ${redraws.at(-1).toFixed(1)}`);
console.log(`amount: ${spans} spans`);
if (faults.length > 0 || spans < 1e6 || picture > +limit || slow > 100) {
  console.log(`faults: ${faults}; wanted: 1,000,000 spans, ${limit} ms, 100 ms`);
  process.exitCode = 1;
}
