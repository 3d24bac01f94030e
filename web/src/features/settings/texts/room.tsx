/** Every text of the web app. */
import * as toAuth from "@/features/auth/paths";
import { page } from "@/ui/room";
import { IconLanguage } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "texts",
  order: 50,
  icon: IconLanguage,
  pointers: [],
  folders: ["locales/"],
  screen: toAuth.signIn(),
  Editor: page(() => import("./TextsRoom"), "TextsRoom"),
};

export const looks = () => lookAt("texts");
