/** The front door of the platform's own host. */

export const landing = () => "/" as const;
