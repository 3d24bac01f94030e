/** Where the signed-in land. */

export const dashboard = () => "/dashboard" as const;
