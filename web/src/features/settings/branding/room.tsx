/** The school's name, its colours and its pictures. */
import * as toAuth from "@/features/auth/paths";
import { isHexColour } from "@/theme/contrast";
import { page } from "@/ui/room";
import { IconPalette } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "branding",
  order: 20,
  icon: IconPalette,
  pointers: ["/name", "/kind_of_institution", "/contact", "/bank_account", "/branding", "/links", "/mail_name", "/languages", "/digits", "/hijri"],
  folders: ["assets/"],
  screen: toAuth.signIn(),
  Editor: page(() => import("./BrandingRoom"), "BrandingRoom"),
  standing: (school, t) => {
    const { primary } = (school.branding as { colours?: { primary?: string } } | undefined)?.colours ?? {};
    return primary && isHexColour(primary) ? t("overview.colour", { colour: `\u2068${primary}\u2069` }) : undefined;
  },
};

export const looks = () => lookAt("branding");
