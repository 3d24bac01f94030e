// Staff accounts of the demo schools: an admin and an officer in each, and whoever applications need where a school has them, with passwords of their own in a file that only its owner
// reads. Accounts that are there already are left alone.
//   node scripts/demo/accounts.mjs QABUL DATA SCHOOLS
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [qabul, data, list] = process.argv.slice(2);
const store = path.join(data, "demo-passwords.txt");
const WORDS = "amber anchor basin birch cedar cliff comet coral delta ember fable ferry garnet gulf harbor hazel island ivory jasmine kettle lantern linen maple meadow mosaic nectar oasis olive orchid palm pearl pebble quartz raven river saffron sandal silver spruce sultan tulip umber valley velvet walnut willow zephyr".split(" ");
const password = () => `${Array.from({ length: 4 }, () => WORDS[randomInt(WORDS.length)]).join("-")}-${randomInt(10, 100)}`;

/** e-mail → [school, password], in the order of the file. */
const known = new Map(
  (existsSync(store) ? readFileSync(store, "utf8") : "")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((parts) => parts.length === 3)
    .map(([school, email, secret]) => [email, [school, secret]]),
);

const environment = { ...process.env, QABUL_DATA: data, QABUL_SCHOOLS: path.join(data, "schools") };
const run = (args, input) => execFileSync(qabul, args, { input: input ?? "", encoding: "utf8", env: environment, stdio: ["pipe", "pipe", "inherit"] });
const ACCOUNTS = [
  ["admin", "school_admin", "أمينة الكندية"],
  ["officer", "admissions_officer", "Salim Al Harthy"],
];
/** Whom the applications of a school need besides. */
const OF_APPLICATIONS = {
  abq: [
    ["principal", "principal", "خالد الهنائي"],
    ["registrar", "registrar", "Fatma Al Lawati"],
    ["finance", "finance", "حمد الرواحي"],
    ["reviewer", "reviewer", "Laila Al Busaidi"],
  ],
};
for (const school of list.split(",")) {
  const wanted = [...ACCOUNTS, ...(OF_APPLICATIONS[school] ?? [])].map(([name, role, shown]) => ({ email: `${name}@${school}.example`, role, shown }));
  if (wanted.every(({ email }) => known.has(email)) && existsSync(path.join(data, ".demo-accounts"))) continue;
  const there = run(["user", "list", "--school", school]);
  for (const { email, role, shown } of wanted) {
    if (there.includes(email)) continue;
    const secret = known.get(email)?.[1] ?? password();
    // Before the account: a password that nobody knows would lock everybody out.
    known.set(email, [school, secret]);
    writeFileSync(store, `${[...known].map(([each, [of, word]]) => `${of.padEnd(10)} ${each.padEnd(26)} ${word}`).join("\n")}\n`, { mode: 0o600 });
    chmodSync(store, 0o600);
    run(["user", "add", "--school", school, "--email", email, "--role", role, "--name", shown, "--password-stdin"], `${secret}\n`);
  }
}
writeFileSync(path.join(data, ".demo-accounts"), "");
