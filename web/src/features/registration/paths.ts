/** The addresses at which a school asks to join. */

export const registration = () => "/registration-form" as const;
export const confirm = () => "/registration-form/confirm" as const;
