// Calls to a server on this machine under a school's host. `*.localhost` resolves in browsers but not in Node, so the address is
// dialled and the host is said.
import http from "node:http";

/** One call, with bytes or what becomes JSON; the answer's JSON body, or its text where it is none. */
export function call({ port, host, method = "GET", path, headers = {}, body }) {
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        timeout: 60_000,
        headers: {
          host: `${host}:${port}`,
          ...(payload === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          let json;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json });
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`no answer to ${method} ${path}`)));
    request.on("error", reject);
    request.end(payload);
  });
}

/** Waits until the server answers; `alive` says whether there is still something to wait for. */
export async function ready(port, alive = () => true, seconds = 60) {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const { status } = await call({ port, host: "localhost", path: "/readyz" });
      if (status === 200) return;
    } catch {
      // Not listening yet.
    }
    if (!alive()) throw new Error("the server stopped before it was ready");
    if (Date.now() > until) throw new Error(`the server was not ready after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
