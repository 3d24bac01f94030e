// Fills the demo schools' inboxes once: every form's own sample is sent, in both languages, as a family's browser would send it.
//   node scripts/demo/submissions.mjs QABUL DATA SCHOOLS PORT
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, ready } from "../lib/http.mjs";

const [qabul, data, list, port] = process.argv.slice(2);
const done = path.join(data, ".demo-submissions");
const environment = { ...process.env, QABUL_DATA: data, QABUL_SCHOOLS: path.join(data, "schools") };
const server = Number(process.env.QABUL_SERVER_PID ?? 0);
const alive = () => {
  if (!server) return true;
  try {
    process.kill(server, 0);
    return true;
  } catch {
    return false;
  }
};

await ready(Number(port), alive);
if (!existsSync(done)) {
  let sent = 0;
  for (const school of list.split(",")) {
    const host = `${school}.localhost`;
    const headers = { "school-id": school };
    const offered = await call({ port, host, path: "/api/v1/oa/public/forms", headers });
    for (const form of offered.json?.forms ?? []) {
      if (!form.open) continue;
      for (const locale of ["en", "ar"]) {
        const values = JSON.parse(execFileSync(qabul, ["form", "sample", "--school", school, "--form", form.id, "--locale", locale], { encoding: "utf8", env: environment }));
        const answer = await call({
          port,
          host,
          method: "POST",
          path: `/api/v1/oa/public/forms/${form.id}/submissions`,
          headers: { ...headers, "idempotency-key": `demo-submission-${school}-${form.id}-${locale}` },
          body: { values, locale },
        });
        if (answer.status === 201) sent += 1;
        else console.error(`      ${school}/${form.id} (${locale}) was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
      }
    }
  }
  console.log(`      ${sent} demo submissions sent`);
  writeFileSync(done, "");
}
