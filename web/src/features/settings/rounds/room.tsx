/** How many places each grade has, and how they are offered. */
import { page } from "@/ui/room";
import { IconTicket } from "@/ui/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";
import { placesOf, type Round } from "./rounds";

export const section: Section = {
  id: "rounds",
  order: 35,
  icon: IconTicket,
  pointers: ["/rounds", "/reasons", "/targets", "/code"],
  folders: [],
  screen: null,
  Editor: page(() => import("./RoundsRoom"), "RoundsRoom"),
  standing: (school, t, format) => {
    const n = placesOf((school.rounds ?? []) as Round[]);
    return n > 0 ? t("overview.rounds", { count: n, shown: format.number(n) }) : t("overview.noRounds");
  },
};

// Grades are called by their codes.
export const looks = () => lookAt("rounds").map((look) => ({ ...look, quotes: true }));
