/** What leaves by mail and SMS. */
import { page } from "@/ui/room";
import { IconMailCog } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";

export const section: Section = {
  id: "messages",
  order: 70,
  icon: IconMailCog,
  pointers: [],
  folders: ["mail/", "sms/"],
  screen: null,
  Editor: page(() => import("./MessagesRoom"), "MessagesRoom"),
};

export const looks = () => lookAt("messages");
