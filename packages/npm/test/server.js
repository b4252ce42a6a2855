import { createServer } from "node:http";

/**
 * A host that answers to ranges, with faults that can be switched on. `files` are bytes by their path. `faults` may have: `ranges: false`,
 * `version` (another one is another file), `delay` in milliseconds, `cut` (so many answers end early), `hide` (no Content-Range), `head`
 * (HEAD and suffix ranges are refused, as some hosts do; always on: whoever sends them fails the test).
 */
export async function serve(files) {
  const faults = { ranges: true, version: "1", delay: 0, cut: 0, hide: false };
  const seen = [];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const bytes = files(path);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    seen.push({ path, method: request.method, range: request.headers.range });
    if (faults.delay) await new Promise((resolve) => setTimeout(resolve, faults.delay));
    if (request.method !== "GET" || (request.headers.range && !range)) return response.writeHead(400).end();
    if (!bytes) return response.writeHead(404).end();
    const type = { js: "text/javascript", html: "text/html", wasm: "application/wasm" }[path.split(".").pop()] ?? "application/octet-stream";
    const headers = { "Content-Type": type, ETag: `"${faults.version}"`, "Cache-Control": "no-store" };
    if (!range || !faults.ranges) return response.writeHead(200, { ...headers, "Content-Length": bytes.length }).end(bytes);
    const [start, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    if (start >= bytes.length) return response.writeHead(416).end();
    const part = bytes.subarray(start, last + 1);
    if (!faults.hide) headers["Content-Range"] = `bytes ${start}-${last}/${bytes.length}`;
    response.writeHead(206, { ...headers, "Content-Length": part.length });
    if (faults.cut > 0) {
      faults.cut -= 1;
      response.write(part.subarray(0, part.length >> 1), () => response.destroy());
    } else {
      response.end(part);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve)) && server.closeAllConnections();
  return { address: `http://127.0.0.1:${server.address().port}`, faults, seen, close };
}
