/** What the contract takes as a version. */
export const isVersion = (version: string): boolean => /^[A-Za-z0-9.-]{1,20}$/.test(version);

/** The version after this one, in the way in which it is written: the next number, or this month. */
export function nextVersion(version: string, today: string): string {
  const month = today.slice(0, 7);
  if (/^\d{4}-\d{2}$/.test(version)) return version < month ? month : `${version}.2`;
  const last = /^(.*?)(\d+)$/.exec(version);
  const next = last ? `${last[1]}${Number(last[2]) + 1}` : `${version}-2`;
  return next.length <= 20 ? next : month;
}
