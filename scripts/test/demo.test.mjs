// The demo's applications: sixty, in every status, by ways that exist.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { children, endOf, WAYS } from "../demo/families.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const states = readFileSync(path.join(root, "docs/states.md"), "utf8");
const ways = new Map([...states.matchAll(/^ +([A-Z][\w/]*) --> ([A-Z][\w/]*): (.+)$/gm)].map(([, from, to, asks]) => [`${from} ${to}`, asks]));
const all = children({ en: { dob: "2021-07-03" } });

test("there are sixty children, no two the same, in both languages", () => {
  assert.equal(all.length, 60);
  for (const key of ["guardian_email", "guardian_phone", "civil_number"]) assert.equal(new Set(all.map(({ values }) => values[key])).size, 60, key);
  assert.equal(new Set(all.map(({ values }) => `${values.child_name_en} ${values.dob}`)).size, 60);
  assert.equal(all.filter(({ locale }) => locale === "ar").length, 30);
  for (const { values } of all) {
    assert.match(values.child_name_en, /^[A-Za-z ]+$/);
    assert.match(values.child_name_ar, /^[\p{Script=Arabic} ]+$/u);
    assert.match(values.civil_number, /^\d{8}$/);
    assert.match(values.guardian_phone, /^\+9689\d{7}$/);
    assert.ok(!Number.isNaN(Date.parse(values.dob)), values.dob);
  }
});

test("they stand in every status, also where an offer ends", () => {
  const known = new Set([...ways.keys()].flatMap((way) => way.split(" ")));
  const reached = new Set(WAYS.map(endOf));
  assert.deepEqual([...known].filter((one) => !reached.has(one)), []);
});

test("an offer that ends is made by a server that is behind by more days than it stands", () => {
  const run = readFileSync(path.join(root, "scripts/run.sh"), "utf8");
  const school = readFileSync(path.join(root, "tenants/schools/abq/school.yaml"), "utf8");
  const days = Number(/offer_days: (\d+)/.exec(school)?.[1]);
  assert.ok(Number(/QABUL_DAYS_BEHIND=(\d+)/.exec(run)?.[1]) > days + 1);
  assert.equal(WAYS.filter(({ past }) => past).length, 1);
});

test("every move is a way of the table, with a reason where it asks for one", () => {
  for (const way of WAYS) {
    let at = "W/review";
    for (const move of way.moves) {
      const asks = ways.get(`${at} ${move.to}`);
      assert.ok(asks, `${at} ${move.to}`);
      if (asks.includes("with a reason")) assert.ok(move.reason_code, `${at} ${move.to}`);
      at = move.to;
    }
  }
});
