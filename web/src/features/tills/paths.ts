/** The school's tills. */

export const tills = () => "/settings/tills" as const;
