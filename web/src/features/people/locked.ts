import type { Person } from "@/api/people";

/** Whether wrong PINs keep somebody out of the tills whose account is open otherwise. */
export const isLocked = ({ status, pin_locked: locked }: Pick<Person, "status" | "pin_locked">): boolean => status === "active" && locked;
