/** What a device remembers of being a till. It is no secret of a person: who sells signs in with a code and a PIN. */
import type { TillName } from "./entry";

const TILL_KEY = "till";
const POS_KEY = "pos";

/** This device's enrolment. */
export interface EnrolledTill {
  device_id: string;
  till: TillName;
}

/** The seed's POS state: who sells, what and in which currency. */
export interface PosState {
  loginUserIDPos: string;
  storeType: string[];
  posCurrency: string;
  posRoles: string[];
}

function read<T>(key: string, isShaped: (value: Partial<T>) => boolean): T | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<T> | null;
    return value && typeof value === "object" && isShaped(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

/** The till that this device was enrolled as. */
export function enrolledTill(): EnrolledTill | null {
  return read<EnrolledTill>(TILL_KEY, ({ device_id, till }) => typeof device_id === "string" && typeof till?.code === "string");
}

/** Keeps the enrolment. */
export function storeTill(enrolled: EnrolledTill): void {
  localStorage.setItem(TILL_KEY, JSON.stringify(enrolled));
}

/** Forgets the enrolment: the server no longer knows this device. */
export function forgetTill(): void {
  localStorage.removeItem(TILL_KEY);
}

/** Who sells at this device now. */
export function posState(): PosState | null {
  return read<PosState>(POS_KEY, ({ loginUserIDPos, posRoles }) => typeof loginUserIDPos === "string" && Array.isArray(posRoles));
}

/** Keeps who sells. */
export function storePosState(state: PosState): void {
  localStorage.setItem(POS_KEY, JSON.stringify(state));
}

/** Forgets who sold (the seed's `resetPos`): at every sign-out. */
export function resetPos(): void {
  localStorage.removeItem(POS_KEY);
}
