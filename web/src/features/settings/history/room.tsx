/** What was published when, and the way back. */
import { IconHistory } from "@/ui/icons";
import { page } from "@/ui/room";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "history",
  order: 100,
  icon: IconHistory,
  pointers: [],
  folders: [],
  screen: null,
  Editor: page(() => import("./HistoryRoom"), "HistoryRoom"),
};

export const looks = () => lookAt("history");
