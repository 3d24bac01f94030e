// Ids are types: no function takes or gives one as bare text, which any other id could stand for (docs/decisions/0022).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const THINGS = "account|user|owner|submission|enquiry|draft|upload|person|family|till|session|job|schedule|operator|subscription|request";
/** What an entity's id is called; a form, a plugin and a request of HTTP have names of people's own making. */
const NAMED = new RegExp(`^(?:ids?|(?:${THINGS})(?:_ids?)?|[a-z_]*_(?:${THINGS})_id)$`);
const BARE = /^(?:&(?:'\w+ )?(?:mut )?)?(?:Option<|Vec<|\[|&\[)*(?:&(?:'\w+ )?)?(?:str|String)[\]>]*$/;
/** The id of a request is its log's; a list of ids is text where a statement takes it as JSON; a person is a name and a draft a token. */
const NOT_OURS = (name, type) => /^(?:request_id|request|person|draft)$/.test(name) || (/ids$/.test(name) && /^&?(?:str|String)$/.test(type));

/** The text without comments and with empty strings, so that nothing in them looks like code. */
function code(text) {
  return text
    .replace(/\/\/[^\n]*/g, "")
    .replace(/r(#*)"[\s\S]*?"\1/g, '""')
    .replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
}

/** What stands between a bracket and its twin. */
function within(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ("([{".includes(text[at])) depth += 1;
    else if (")]}".includes(text[at])) {
      depth -= 1;
      if (depth === 0) return text.slice(open + 1, at);
    }
  }
  return "";
}

/** Parameters, split where no bracket is open. */
function parts(text) {
  const all = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([{<".includes(letter)) depth += 1;
    else if (")]}>".includes(letter)) depth -= 1;
    if (letter === "," && depth === 0) all.push("");
    else all[all.length - 1] += letter;
  }
  return all.map((part) => part.trim()).filter(Boolean);
}

const isBare = (name, type) => NAMED.test(name) && !NOT_OURS(name, type) && BARE.test(type);

/** Ids as bare text in the signatures of a file: of functions, of statements and what wide ones take, and of handlers' paths. */
function bareIds(text) {
  const places = [];
  for (const wide of text.matchAll(/binds! \{/g)) {
    for (const [, name, type] of within(text, wide.index + wide[0].length - 1).matchAll(/(\w+): ([^\n]+),\n/g)) {
      if (isBare(name, type.replace(/&'a /g, "&"))) places.push(`${name}: ${type}`);
    }
  }
  for (const head of text.matchAll(/\bfn (\w+)(?:<[^(]*>)?\(|^ +(?:pub(?:\([a-z]+\))? )?(\w+)\((?=[^;{}]*?\)\s*-> \[(?:exec|later|one|opt|all)\b)/gm)) {
    const name = head[1] ?? head[2];
    for (const part of parts(within(text, head.index + head[0].length - 1))) {
      const [, pattern, type] = /^(?:mut )?([^:]+):(?!:)\s*([\s\S]+)$/.exec(part) ?? [];
      if (!pattern) continue;
      const inPath = /^InPath\((.*)\)$/.exec(pattern.trim());
      const names = inPath ? inPath[1].replace(/[()\s]/g, "").split(",") : [pattern.trim()];
      const types = inPath ? parts(type.replace(/^InPath<\(?/, "").replace(/\)?>$/, "")) : [type.trim()];
      names.forEach((each, n) => {
        if (isBare(each, types[n] ?? "")) places.push(`${name}(${each}: ${types[n]})`);
      });
    }
  }
  return places;
}

const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "platform/*/src/*.rs", "tenants/src/*.rs", "plugins/host/src/*.rs", "cli/src/*.rs"];
const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
let found = 0;
for (const file of files.sort()) {
  let text;
  try {
    text = readFileSync(path.join(root, file), "utf8");
  } catch {
    continue; // Deleted, and not yet committed so.
  }
  for (const place of bareIds(code(text))) {
    found += 1;
    console.error(`ids: ${file}: ${place}`);
  }
}
console.log(`ids: ${found} stand as bare text in signatures`);
process.exit(found > 0 ? 1 : 0);
