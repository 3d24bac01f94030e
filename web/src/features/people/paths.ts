/** Who has an account here. */

export const people = () => "/settings/people" as const;
