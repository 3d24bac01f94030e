// Reads the server's one table of rights and roles (platform/words/src/rights.rs), for what is generated from it.
import { readFileSync } from "node:fs";
import path from "node:path";

const source = readFileSync(path.resolve(import.meta.dirname, "../../platform/words/src/rights.rs"), "utf8");
const roleNames = new Map([...(source.match(/^roles! \{\n([^]*?)^\}/m)?.[1] ?? "").matchAll(/(\w+) "(\w+)";/g)].map(([, name, text]) => [name, text]));
const names = new Map([...source.matchAll(/Self::(\w+) => "([a-z_]+(?:\.[a-z_]+)?)"/g)].map(([, name, text]) => [name, text]));

/** Every role's name, in the table's order. */
export const roles = [...roleNames.values()];

/** Each right with the roles that have it, in the table's order. */
export const rights = [...source.matchAll(/Self::(\w+) => (?:&\[([^\]]*)\]|Role::ALL)/g)].map(([, name, list]) => ({
  right: names.get(name),
  roles: list === undefined ? roles : list.split(",").map((each) => roleNames.get(each.trim().replace(/^Role::/, ""))).filter(Boolean),
}));
if (rights.length === 0 || rights.some(({ right, roles: those }) => !right || those.length === 0)) throw new Error("the table of rights in rights.rs could not be read");

/** What a session at a till reaches. */
export const tills = [...(source.match(/fn is_for_tills\(self\) -> bool \{\s*matches!\(self, ([^)]*)\)/)?.[1] ?? "").matchAll(/Self::(\w+)/g)].map(([, name]) => names.get(name));
if (tills.length === 0 || tills.some((right) => !right)) throw new Error("the rights of a till's session in rights.rs could not be read");
