/** Terms, privacy and consents. */
import * as toAuth from "@/features/auth/paths";
import { page } from "@/ui/room";
import { IconScale } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "legal",
  order: 60,
  icon: IconScale,
  pointers: ["/terms_version"],
  folders: ["texts/"],
  screen: toAuth.legal("terms"),
  Editor: page(() => import("./LegalRoom"), "LegalRoom"),
};

export const looks = () => lookAt("legal", "legal/consents");
