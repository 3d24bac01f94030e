/** The ways of an application as its record draws them: which leads on, what each is called, what it does. Pure. */
import { statusOf, type Standing } from "@/api/standing";
import type { ApplicationStanding } from "@/api/applications";
import type { Bilingual } from "@/api/types";

/** Where it usually goes next. On hold it goes back to where it stood. */
const NEXT: Readonly<Partial<Record<Standing, Standing>>> = {
  "W/review": "S/to_schedule",
  "W/waitlist": "S/to_schedule",
  "S/to_schedule": "S/scheduled",
  "S/scheduled": "S/assessed",
  "S/assessed": "F/unconditional",
  "F/unconditional": "A/fee_due",
  "F/conditional": "A/conditions_open",
  "A/conditions_open": "A/fee_due",
  "A/fee_due": "B/consents_due",
  "B/consents_due": "B/originals_due",
  "B/originals_due": "C",
};

export type Way = Pick<ApplicationStanding, "held_from"> & { from: Standing; to: Standing };

/** The usual next way of those that are allowed. */
export function onwardOf(from: Standing, { allowed, held_from }: Pick<ApplicationStanding, "allowed" | "held_from">) {
  const next = statusOf(from) === "O" ? held_from : NEXT[from];
  return allowed.find(({ to }) => to === next);
}

/** The name of a way: where it leads, but where it undoes something. */
export function nameOf({ from, to, held_from }: Way): `move.${Standing | "revoke" | "resume"}` {
  if (isRevoked({ from, to })) return "move.revoke";
  if (statusOf(from) === "O" && to === held_from) return "move.resume";
  return `move.${to}`;
}

/** An offer that is out, and does not hold any more. */
const isRevoked = ({ from, to }: Pick<Way, "from" | "to">) => statusOf(from) === "F" && statusOf(to) === "S";

/** Whether a place is kept for one that stands there. */
export function keepsPlace(standing: Standing, heldFrom: Standing | null | undefined): boolean {
  const status = statusOf(standing);
  if (status === "O") return heldFrom ? statusOf(heldFrom) === "A" : false;
  return status === "F" || status === "A" || status === "B" || status === "C";
}

/** What one competes for whose grade nobody told. */
export const UNGRADED = "any";

/** Whether places are of another grade than was applied for; what a grade is divided by stands behind it. */
export function isOther(places: Bilingual, applied: Bilingual): boolean {
  const plain = (text: string) => (text.split(" · ")[0] ?? "").trim().toLowerCase();
  return plain(places.en) !== plain(applied.en);
}

/** What a way does beside what it is called; nothing where that says all. */
export function effectOf({ from, to, held_from }: Way) {
  const keeps = keepsPlace(from, held_from);
  if (isRevoked({ from, to })) return "effect.revoke" as const;
  switch (statusOf(to)) {
    case "F":
      return "effect.offer" as const;
    case "O":
      return keeps ? ("effect.hold.kept" as const) : ("effect.hold" as const);
    case "R":
      return keeps ? ("effect.over.seat" as const) : ("effect.over" as const);
    case "C":
      return "effect.enrol" as const;
    case "W":
      if (statusOf(from) === "R") return "effect.reopen" as const;
      return to === "W/waitlist" ? ("effect.waitlist" as const) : null;
    default:
      return null;
  }
}
