/** The templates of letters. */
import { page } from "@/ui/room";
import { IconFileText } from "@/ui/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "letters",
  order: 65,
  icon: IconFileText,
  pointers: [],
  folders: ["letters/"],
  screen: null,
  Editor: page(() => import("./LettersRoom"), "LettersRoom"),
};

export const looks = () => lookAt("letters", "letters/offer");
