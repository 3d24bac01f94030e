/** Who did what. */

export const audit = () => "/settings/audit" as const;
