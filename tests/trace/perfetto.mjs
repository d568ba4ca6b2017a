// perfetto.mjs ENGINE CHROMIUM.MJS FILE.pb QUERY: Perfetto's own trace processor, the build for browsers that an npm
// package has, reads a file in a headless Chromium and answers a query in SQL; its first row goes to the standard
// output, cells with a blank between them. The engine speaks its remote procedure calls over a message port: fields of
// TraceProcessorRpc (protos/perfetto/trace_processor).
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [engine, chromium, file, query] = process.argv.slice(2);
const { Browser } = await import(chromium);

const page = `<!doctype html><script>
const worker = new Worker("engine_bundle.js"), channel = new MessageChannel(), heard = [];
let wake = () => 0, left = new Uint8Array();
channel.port1.onmessage = message => { heard.push(new Uint8Array(message.data)); wake(); };
const varint = value => { const bytes = []; for (; value > 127; value = Math.floor(value / 128)) bytes.push(value % 128 | 128); bytes.push(value); return bytes; };
const field = (number, bytes) => [...varint(number << 3 | 2), ...varint(bytes.length), ...bytes];
const number = (number, value) => [...varint(number << 3), ...varint(value)];
let sequence = 0;
const send = (method, ...more) => {
  const head = [...number(1, sequence++), ...number(2, method)], inner = new Uint8Array(head.length + more.reduce((n, m) => n + m.length, 0));
  inner.set(head); let at = head.length; for (const m of more) { inner.set(m, at); at += m.length; }
  const frame = [...varint(1 << 3 | 2), ...varint(inner.length)], out = new Uint8Array(frame.length + inner.length);
  out.set(frame); out.set(inner, frame.length);
  channel.port1.postMessage(out);
};
const parse = bytes => {
  const out = []; let at = 0;
  const take = () => { let value = 0, scale = 1, byte; do { byte = bytes[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte & 128); return value; };
  while (at < bytes.length) {
    const tag = take(), wire = tag & 7;
    if (wire === 0) out.push([tag >> 3, take()]);
    else if (wire === 1) { out.push([tag >> 3, bytes.slice(at, at + 8)]); at += 8; }
    else if (wire === 2) { const size = take(); out.push([tag >> 3, bytes.slice(at, at + size)]); at += size; }
    else throw new Error("wire " + wire);
  }
  return out;
};
const of = (message, wanted) => message.filter(([field]) => field === wanted).map(([, value]) => value);
const reply = async () => { while (heard.length === 0) await new Promise(done => wake = done); return parse(of(parse(heard.shift()), 1)[0]); };
const text = bytes => new TextDecoder().decode(bytes);
async function ask(sql) {
  await new Promise(done => setTimeout(done, 2500));
  const bytes = new Uint8Array(await (await fetch("trace")).arrayBuffer());
  for (let at = 0; at < bytes.length; at += 1 << 22) {
    const piece = bytes.subarray(at, at + (1 << 22));
    send(1, varint(101 << 3 | 2), varint(piece.length), piece);
    await reply();
  }
  send(2); await reply();
  send(3, field(103, field(1, [...new TextEncoder().encode(sql)])));
  const cells = [];
  for (let last = false; !last;) {
    const result = parse(of(await reply(), 203)[0]);
    if (of(result, 2).length > 0 && of(result, 2)[0].length > 0) throw new Error(text(of(result, 2)[0]));
    for (const one of of(result, 3)) {
      const batch = parse(one), packed = bytes => { const all = []; let rest = bytes, at = 0; while (at < rest.length) { let value = 0, scale = 1, byte; do { byte = rest[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte & 128); all.push(value); } return all; };
      const kinds = of(batch, 1).flatMap(value => typeof value === "number" ? [value] : packed(value));
      const ints = of(batch, 2).flatMap(value => typeof value === "number" ? [value] : packed(value));
      const strings = of(batch, 5).map(text).join("").split("\\0");
      for (const kind of kinds) cells.push(kind === 2 ? ints.shift() : kind === 4 ? strings.shift() : kind === 1 ? "null" : "?");
      last = of(batch, 6)[0] === 1;
    }
  }
  return cells.join(" ");
}
worker.onerror = event => { window.failed = event.message; };
worker.postMessage({ enginePort: channel.port2 }, [channel.port2]);
</script>`;

const types = { js: "text/javascript", wasm: "application/wasm" };
const server = createServer((request, response) => {
  const name = request.url.slice(1).split("?")[0];
  try {
    const body = name === "" ? page : name === "trace" ? readFileSync(file) : readFileSync(join(engine, name));
    response.writeHead(200, { "content-type": name === "" ? "text/html" : types[name.split(".").pop()] ?? "application/octet-stream" });
    response.end(body);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise(done => server.listen(0, "127.0.0.1", done));
const browser = new Browser();
try {
  const tab = await browser.open(`http://127.0.0.1:${server.address().port}/`);
  console.log(await tab.run(`ask(${JSON.stringify(query)})`));
} finally {
  await browser.close();
  server.close();
}
