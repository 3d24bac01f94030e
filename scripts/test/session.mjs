// Signs somebody in at a server on this machine, as a browser does; prints what their requests are sent with.
//   node session.mjs bearer PORT EMAIL PASSWORD     at the school abq
//   node session.mjs operator PORT TOKEN PASSWORD   sets an operator up by their link
//   node session.mjs still PORT HOST PATH HEADER    whether a header from above still opens a path
import { createHmac } from "node:crypto";

import { call, ready } from "../lib/http.mjs";

/** An authenticator's code for a secret, now. */
function totp(secret) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll("=", "")].map((c) => alphabet.indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(step).digest();
  const at = mac[19] & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function post(port, host, path, headers, body) {
  const answer = await call({ port, host, method: "POST", path: `/api/v1/oa/${path}`, headers, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer;
}

const [kind, port, who, password, header] = process.argv.slice(2);
await ready(Number(port));
if (kind === "still") {
  const [name, value] = header.split(": ");
  // The platform's own host does not read the second.
  const { status } = await call({ port, host: who, path: password, headers: { [name]: value, "school-id": "abq" } });
  process.exit(status === 200 ? 0 : 1);
} else if (kind === "bearer") {
  const headers = { "school-id": "abq", origin: `http://abq.localhost:${port}` };
  const { json } = await post(port, "abq.localhost", "auth/login", headers, { email: who, password });
  if (!json.token) throw new Error("a second factor is asked for");
  console.log(json.token);
} else {
  const headers = { origin: `http://localhost:${port}`, "x-console": "1" };
  const { json } = await post(port, "localhost", "operator/set-up", headers, { token: who });
  const code = totp(json.enrolment.secret);
  const done = await post(port, "localhost", "operator/set-up", headers, { token: who, password, code });
  console.log(done.headers["set-cookie"][0].split(";")[0]);
}
