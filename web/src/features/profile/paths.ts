/** The addresses of one's own details. */

export const profile = () => "/profile" as const;
export const part = (name: string) => `/profile/${name}`;
