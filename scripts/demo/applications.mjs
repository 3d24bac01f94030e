// Fills a demo school with applications once: sixty families send the form, and the school's own staff take each of them as far as
// families.mjs says, through the API and its rules. What stands elsewhere than under review already is left alone.
//   node scripts/demo/applications.mjs QABUL DATA PORT [past]
// `past` sends those alone whose offer has ended since: the server that it asks is behind by some days (QABUL_DAYS_BEHIND).
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, ready } from "../lib/http.mjs";
import { children, endOf } from "./families.mjs";

const SCHOOL = "abq";
const FORM = "abq";
const ENQUIRY = "new";
const AT_ONCE = 6;
const DAY = 86_400_000;
const PAPERS = ["doc_passport", "doc_birth_certificate"];
const PDF = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

const [qabul, data, port, when] = process.argv.slice(2);
const done = path.join(data, when ? ".demo-past" : ".demo-applications");
if (existsSync(done)) process.exit(0);
if (when) await ready(Number(port));

const environment = { ...process.env, QABUL_DATA: data, QABUL_SCHOOLS: path.join(data, "schools") };
const passwords = new Map(readFileSync(path.join(data, "demo-passwords.txt"), "utf8").split("\n").map((line) => line.trim().split(/\s+/)).filter((parts) => parts.length === 3).map(([, email, secret]) => [email, secret]));
const api = (method, at, { token, headers, body } = {}) =>
  call({ port, host: `${SCHOOL}.localhost`, method, path: `/api/v1/oa${at}`, headers: { "school-id": SCHOOL, ...(token && { authorization: `Bearer ${token}` }), ...headers }, body });

/** The answer of a call that has to do what it was asked to do. */
async function must(method, at, options = {}) {
  const answer = await api(method, at, options);
  if (answer.status >= 300) throw new Error(`${method} ${at} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.json;
}

const staff = {};
for (const name of ["officer", "principal", "registrar", "finance", "reviewer"]) {
  const email = `${name}@${SCHOOL}.example`;
  const { token, user } = await must("POST", "/auth/login", { body: { email, password: passwords.get(email) } });
  staff[name] = { token, id: user.id };
}
const officer = staff.officer;

const sample = (form) => JSON.parse(execFileSync(qabul, ["form", "sample", "--school", SCHOOL, "--form", form, "--locale", "en"], { encoding: "utf8", env: environment }));
const families = children({ en: sample(FORM) }).filter(({ way }) => Boolean(way.past) === Boolean(when));
const enquiry = sample(ENQUIRY);

/** A child's enquiry, of which the office begins an application: the draft's token. */
async function enquire({ n, values, locale }) {
  const known = Object.fromEntries(Object.keys(enquiry).flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  const headers = { "idempotency-key": `demo-enquiry-${SCHOOL}-${n}` };
  const { reference } = await must("POST", `/public/forms/${ENQUIRY}/submissions`, { headers, body: { values: { ...enquiry, ...known }, locale } });
  const listed = await must("GET", `/enquiries?q=${encodeURIComponent(reference)}`, officer);
  const { draft } = await must("POST", `/enquiries/${listed.items[0].id}/convert`, { token: officer.token, body: {} });
  return draft.token;
}

/** Sends a child's form; null where it was refused. */
async function submit(child) {
  const { n, way, values, locale } = child;
  const headers = { "idempotency-key": `demo-application-${SCHOOL}-${n}` };
  const draft = way.enquired ? await enquire(child) : null;
  const token = way.enquired || way.by_staff ? officer.token : null;
  const answer = await api("POST", `/public/forms/${FORM}/submissions`, { token, headers, body: { values, locale, ...(draft && { draft }) } });
  if (answer.status === 201) return answer.json;
  console.error(`      application ${n + 1} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  return null;
}

const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Muscat", dateStyle: "short" });

/** Sends an application on, over the version that it has now: work of the server's own may have changed it just before. */
async function send(id, { by, to, review_in, publish_in, meet_in, ...more }) {
  const transition = {
    to,
    ...more,
    ...(review_in && { review_by: today.format(Date.now() + review_in * DAY) }),
    ...(meet_in && { appointment: { at: `${today.format(Date.now() + meet_in * DAY)}T10:00:00+04:00`, place: "Admissions office" } }),
    ...(publish_in && { publish_at: new Date(Date.now() + publish_in * DAY).toISOString() }),
  };
  for (let tries = 1; ; tries += 1) {
    const { version } = await must("GET", `/enquiries/${id}/application`, { token: staff[by].token });
    const answer = await api("PATCH", `/student/student_update?student_id=${id}`, { token: staff[by].token, body: { version, transition } });
    if (answer.status < 300) return;
    if (answer.status !== 409 || tries === 5) throw new Error(`${to} was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
}

/** Gives an application to one of the staff to look after. */
async function own(id, who) {
  for (let tries = 1; ; tries += 1) {
    const { enquiry } = await must("GET", `/enquiries/${id}`, officer);
    const answer = await api("PATCH", `/enquiries/${id}`, { token: officer.token, body: { version: enquiry.version, owner: staff[who].id } });
    if (answer.status < 300) return;
    if (answer.status !== 409 || tries === 5) throw new Error(`its owner was refused: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
}

/** Adds a document as it came over the counter, and says what is to be said of it. */
async function paper(id, field, state, { expires_in }) {
  const part = (name, rest, body) => Buffer.concat([Buffer.from(`--demo\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]);
  const body = Buffer.concat([part("field", "", field), part("file", `; filename="${field.replace("doc_", "")}.pdf"\r\ncontent-type: application/pdf`, PDF), Buffer.from("--demo--\r\n")]);
  const { file } = await must("POST", `/enquiries/${id}/files`, { token: officer.token, headers: { "content-type": "multipart/form-data; boundary=demo" }, body });
  if (state === "received") return;
  const refused = { reason: "unreadable", comment: "Please scan the whole page." };
  await must("PUT", `/enquiries/${id}/files/${file}/review`, { token: officer.token, body: { state, ...(state === "refused" && refused), ...(state === "accepted" && expires_in && { expires_on: today.format(Date.now() + expires_in * DAY) }) } });
}

/** Lets its family change some answers. */
async function unlock(id, fields, message) {
  const { enquiry: { version } } = await must("GET", `/enquiries/${id}`, officer);
  await must("POST", `/enquiries/${id}/unlocks`, { token: officer.token, body: { version, fields, message, notify: true } });
}

/** What its family does itself, by the link of its mail. */
async function withdraw({ values, locale }, link) {
  const token = link.split("#token=")[1];
  const { application } = await must("POST", "/public/applications/open", { body: { token, proof: values.dob } });
  await must("POST", `/public/applications/${application}/withdraw`, { body: { locale } });
}

async function play(child, sent) {
  const { way } = child;
  const listed = await must("GET", `/enquiries?q=${encodeURIComponent(sent.reference)}`, officer);
  const id = listed.items[0]?.id;
  const stands = await must("GET", `/enquiries/${id}/application`, officer);
  if (`${stands.status}/${stands.sub_status}` !== "W/review" || stands.decision) return;
  if (way.owned) await own(id, way.owned);
  for (const [index, state] of (way.papers ?? []).entries()) await paper(id, PAPERS[index], state, way);
  if (way.waived) await must("POST", `/enquiries/${id}/papers/waive`, { token: officer.token, body: { field: way.waived, reason: "The school has copies from an older sister." } });
  if (way.unlocked) await unlock(id, way.unlocked, way.unlock_message[child.locale]);
  if (way.task) await must("POST", `/enquiries/${id}/tasks`, { token: officer.token, body: { text: way.task[child.locale], assigned_to: officer.id, due_on: today.format(Date.now() + 2 * DAY) } });
  if (way.message) await must("POST", `/enquiries/${id}/messages`, { token: officer.token, body: { text: way.message[child.locale] } });
  for (const move of way.moves) await send(id, move);
  if (way.withdrawn) await withdraw(child, sent.my_application);
}

// One after the other, so that their numbers are the same in every demo.
const sent = [];
for (const child of families) sent.push(await submit(child));

let failed = 0;
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < families.length) {
      const child = families[next];
      const answer = sent[next];
      next += 1;
      if (!answer) continue;
      try {
        await play(child, answer);
      } catch (error) {
        failed += 1;
        console.error(`      application ${child.n + 1} did not come to ${endOf(child.way)}: ${error.message}`);
      }
    }
  }),
);
console.log(`      ${sent.filter(Boolean).length} demo applications sent${failed > 0 ? `, ${failed} of them not as far as they should be` : ""}`);
writeFileSync(done, "");
