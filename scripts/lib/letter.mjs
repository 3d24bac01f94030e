// A shipped letter with sample values, as the press draws it for the desk: node letter.mjs PORT BEARER CODE LANGUAGE FILE
import { writeFileSync } from "node:fs";
import { request } from "node:http";

const [port, bearer, code, language, file] = process.argv.slice(2);
const headers = {
  host: `abq.localhost:${port}`,
  authorization: `Bearer ${bearer}`,
  "content-type": "application/json",
  "school-id": "abq",
};
const path = `/api/v1/oa/settings/letters/${code}/preview`;
const bytes = await new Promise((done, fail) => {
  const asked = request({ host: "127.0.0.1", port, method: "POST", path, headers }, (answer) => {
    const parts = [];
    answer.on("data", (part) => parts.push(part));
    answer.on("end", () => {
      const body = Buffer.concat(parts);
      if (answer.statusCode === 200) done(body);
      else fail(new Error(`${code} ${language}: ${answer.statusCode} ${body}`));
    });
  });
  asked.on("error", fail);
  asked.end(JSON.stringify({ language }));
});
writeFileSync(file, bytes);
