/** The addresses of the operators' console. */

export const console = () => "/console" as const;
export const signIn = () => "/console/sign-in" as const;
export const setUp = () => "/console/set-up" as const;
export const room = (id: string) => `/console/${id}`;
export const school = (id: string) => `/console/schools/${id}`;
