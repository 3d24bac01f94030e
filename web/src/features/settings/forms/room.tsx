/** The forms: which are offered, and what they ask. */
import { page } from "@/ui/room";
import { IconForms } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "forms",
  order: 40,
  icon: IconForms,
  pointers: ["/forms", "/formLayout"],
  folders: ["forms/"],
  screen: null,
  Editor: page(() => import("./FormsRoom"), "FormsRoom"),
  standing: (school, t) => t("overview.forms", { count: Object.keys(school.forms ?? {}).length }),
};

export const looks = () => lookAt("forms");
