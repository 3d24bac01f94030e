/** What somebody changes of some answers: by field what it is from now on, null where there is none any more. Pure. */
export function changesOf(fields: readonly string[], before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field] ?? null]));
}
