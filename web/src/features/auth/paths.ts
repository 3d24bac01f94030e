/** The addresses of the ways in and of what stands around them. */

export const signIn = () => "/sign-in" as const;
/** One of the school's own texts over the sign-in. */
export const legal = <Which extends string>(which: Which) => `/sign-in?legal=${which}` as const;
/** Back to where somebody wanted to go, after signing in. */
export const signInFor = (wanted: string) => `/sign-in?redirectUrl=${encodeURIComponent(wanted).replaceAll("%2F", "/")}`;
/** From a link that leaves nothing behind: the session that begins here is held in this page's memory alone. */
export const signInByLink = (token: string) => `/student-encrypted/${token}/sign-in`;
export const signUp = () => "/sign-up" as const;
export const codeSignIn = () => "/otp-authentication" as const;
export const tillSignIn = () => "/pos-sign-in" as const;
export const forgotPassword = () => "/forgot-password" as const;
export const verifyAccount = () => "/verify-account" as const;
export const resetPassword = () => "/reset-password" as const;
export const accessDenied = () => "/access-denied" as const;
/** The closed school's page, which knows the way back, also after a reload. */
export const closedFrom = (wanted: string) => `/access-denied?from=${encodeURIComponent(wanted).replaceAll("%2F", "/")}`;
