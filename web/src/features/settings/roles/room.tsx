/** Which role sees which page, who reads what is kept for some, and what the states are called. */
import { page } from "@/ui/room";
import { IconUserShield } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "roles",
  order: 90,
  icon: IconUserShield,
  pointers: ["/routes", "/audiences", "/status_labels"],
  folders: [],
  screen: null,
  Editor: page(() => import("./RolesRoom"), "RolesRoom"),
  standing: (school, t) => t("overview.routes", { count: Object.keys(school.routes ?? {}).length }),
};

export const looks = () => lookAt("roles");
