// A headless Chromium over its pipe of debugging messages: JSON, each ended by a 0 byte. No package is needed, and no
// port is opened.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const program = process.env.CHROMIUM ?? "chromium";

export class Browser {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "takt-chromium-"));
    this.process = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
      `--user-data-dir=${this.profile}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.sent = 0;
    this.waiting = new Map();
    this.told = [];
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", piece => {
      const parts = (text + piece).split("\0");
      text = parts.pop();
      for (const part of parts) this.#heard(JSON.parse(part));
    });
    this.ended = new Promise(end => this.process.once("exit", end));
  }

  #heard(message) {
    if (message.id === undefined) { this.told.forEach(listen => listen(message)); return; }
    const [good, bad] = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) bad(new Error(message.error.message)); else good(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.sent;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((good, bad) => this.waiting.set(id, [good, bad]));
  }

  // A page of so many pixels, light or dark; what goes wrong in it, and what it asks of a network, is kept.
  async open(url, { width = 1280, height = 900, dark = false, before = "" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = { faults: [], asked: [], send: (method, params) => this.send(method, params, sessionId) };
    const loaded = new Promise(done => this.told.push(message => {
      if (message.sessionId !== sessionId) return;
      if (message.method === "Page.loadEventFired") done();
      if (message.method === "Runtime.exceptionThrown") page.faults.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
      if (message.method === "Network.requestWillBeSent") page.asked.push(message.params.request.url);
    }));
    for (const domain of ["Page", "Runtime", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    if (before) await page.send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    await page.send("Page.navigate", { url });
    await loaded;
    page.run = async expression => {
      const { result, exceptionDetails } = await page.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    page.picture = async whole => Buffer.from((await page.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole })).data, "base64");
    page.close = () => this.send("Target.closeTarget", { targetId });
    return page;
  }

  async close() {
    this.send("Browser.close").catch(() => 0);
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }); // its helpers end a little later
  }
}
