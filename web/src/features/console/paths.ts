/** The addresses of the operators' console. */

export const console = () => "/console" as const;
export const signIn = () => "/console/sign-in" as const;
export const setUp = () => "/console/set-up" as const;
export const requests = () => "/console/requests" as const;
export const schools = () => "/console/schools" as const;
export const school = (id: string) => `/console/schools/${id}`;
