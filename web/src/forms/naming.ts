/**
 * A field's own label inside a sentence ("Write the full name in English"). Labels are the school's words: one that is a question, begins
 * with a verb or ends in the middle of a sentence cannot stand there, and the sentence goes without it.
 */

/** Words with which a label is no name of a thing. */
const EN_CLAUSE = /^(i|we|you|he|she|it|they|this|that|there|where|what|when|why|which|who|whom|whose|how|is|are|does|do|did|has|have|may|can|will|would|should|from|until|till|to|at|by|in|on|of|for|with|if|any|anything|someone|somebody|tell|please|choose|write|enter|add)\b/i;
const AR_CLAUSE = /^(هل|أي|أيّ|ما|ماذا|من|متى|أين|كيف|كم|لكم|لماذا|إلى|على|في|عن|بحسب|حسب|بإيجاز|منهم|ابتداءً|إن|إذا|هذا|هذه|أنا|نحن|أنتم|تُ\S*|يُ\S*|لديّ|لدينا|صادرة|سارية|ساري|صالح)(?=\s|$|ّ)/u;
/** What a label must not end with: something would be missing behind it. */
const EN_OPEN = /\b(is|are|by|in|of|for|with|to|from|until|the child[’']s)$/i;
const AR_OPEN = /(^|\s)(من|إلى|حتى|قبل|بعد|في|على|عن|بنظام)$/u;
/** Labels that say themselves whose thing it is. */
const OWNED = /^(your|their|his|her|my|our|its|a|an|the|each|all|another|one|two)\b|^[\p{L}]+[’'](s|re)?\s/iu;
/** Words that keep their capital inside a sentence. */
const PROPER = /^(English|Arabic|French|Hindi|Urdu|Omani|Emirates|Saudi|Kuwaiti|Indian|Islamic|Ministry|Hijri|Gregorian)\b/;

/** The label as it stands behind "Write" or "يُرجى كتابة"; null where it cannot. */
export function labelInside(label: string, language: string): string | null {
  const plain = label.replace(/\s*[(（][^)）]*[)）]\s*$/u, "").replace(/[:*\s]+$/u, "").trim();
  if (plain === "" || plain.length > 60 || /[?؟!.,،;؛:]/.test(plain)) return null;
  if (/\p{Script=Arabic}/u.test(plain) || language === "ar") {
    return AR_CLAUSE.test(plain) || AR_OPEN.test(plain) || /\s(أم|أو)\s/u.test(plain) ? null : plain;
  }
  if (EN_CLAUSE.test(plain) || EN_OPEN.test(plain) || /\bor\b/i.test(plain)) return null;
  // Initials stay as they are: IBAN, CV, E-mail loses its capital only.
  const [first = "", second = ""] = plain;
  const lower = PROPER.test(plain) || (second !== "" && second === second.toUpperCase() && /\p{L}/u.test(second)) ? plain : first.toLowerCase() + plain.slice(1);
  return OWNED.test(plain) && !/^child[’']s/i.test(plain) ? lower : `the ${lower}`;
}
