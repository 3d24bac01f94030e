import type { Look } from "@/ui/room";
import * as to from "../paths";

/** A room of the desk and pages in it, as an administrator opens them. */
export const lookAt = (...rooms: readonly string[]): readonly Look[] => [{ route: to.room(":section", "*"), who: "admin", open: () => rooms.map((room) => to.room(room)) }];
