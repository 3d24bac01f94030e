/** A quick guess at how hard a password is to guess; what counts is the server's own judgement. */

/** 0 nothing typed or trivial · 1 weak · 2 fair · 3 good · 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const COMMON = [
  "password", "passw0rd", "qwerty", "azerty", "asdfgh", "zxcvbn", "letmein", "welcome", "admin", "iloveyou", "football", "monkey",
  "dragon", "sunshine", "princess", "school", "student", "teacher", "parent", "family", "summer", "winter", "spring", "allah",
  "mohammed", "muhammad", "mohamed", "ahmed", "fatima", "oman", "dubai", "kuwait", "qatar", "bahrain", "muscat", "doha",
];
/** Bits that a word out of a list adds, however long it is. */
const WORD_BITS = 6;
const LIMITS = [30, 42, 54, 66] as const;

/** Judges a password; `words` are the person's and the school's own, which a guesser tries first. */
export function strengthOf(password: string, words: readonly string[] = []): Strength {
  if (!password) return 0;
  let rest = password.toLowerCase();
  let bits = 0;
  const listed = [...words.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3), ...COMMON];
  for (const word of listed.toSorted((one, two) => two.length - one.length)) {
    if (!rest.includes(word)) continue;
    // A word that is known costs a guesser one look into a list.
    rest = rest.replaceAll(word, "");
    bits += WORD_BITS;
  }
  bits += countedLength(rest) * Math.log2(poolOf(rest));
  return LIMITS.filter((limit) => bits >= limit).length as Strength;
}

/** Characters that say something: repeats (`aaaa`) and runs (`1234`, `dcba`) count half. */
function countedLength(text: string): number {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0);
  return codes.reduce((sum, code, index) => {
    const before = codes[index - 1];
    const predictable = before !== undefined && Math.abs(code - before) <= 1;
    return sum + (predictable ? 0.35 : 1);
  }, 0);
}

function poolOf(text: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 22],
    [/\d/, 10],
    [/[\u0600-\u06ff]/, 28],
    [/[^\p{L}\p{N}]/u, 24],
    [/[^\x20-\x7e\u0600-\u06ff]/, 40],
  ];
  return Math.max(2, kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0));
}
