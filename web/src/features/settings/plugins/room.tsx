/** The school's rules and their tables. */
import { page } from "@/ui/room";
import { IconPuzzle } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "plugins",
  order: 80,
  icon: IconPuzzle,
  pointers: ["/plugins"],
  folders: ["plugins/", "tables/"],
  screen: null,
  Editor: page(() => import("./PluginsRoom"), "PluginsRoom"),
};

export const looks = () => lookAt("plugins", "plugins/tables/abq_fees", "plugins/tables/abq_plans").map((look) => ({ ...look, quotes: true }));
