import { IconCalendar, IconInfoCircle } from "@/ui/icons";
import type { Kind } from "./model/kinds";
import {
  IconAbc, IconAlignLeft, IconAt, IconBuildingBank, IconCheckbox, IconCircleDot, IconCoin, IconFileUpload, IconFlag, IconHash, IconHeading, IconId, IconLink, IconListDetails,
  IconPhone, IconRosetteDiscountCheck, IconSignature, IconToggleLeft, IconTool,
} from "./icons";

/** A picture for each kind of question. */
export const KIND_ICONS: Readonly<Record<Kind | "raw", typeof IconAbc>> = {
  text: IconAbc, long: IconAlignLeft, choice: IconCircleDot, choices: IconCheckbox, yesno: IconToggleLeft, consent: IconRosetteDiscountCheck, date: IconCalendar, number: IconHash,
  money: IconCoin, phone: IconPhone, email: IconAt, link: IconLink, id: IconId, iban: IconBuildingBank, country: IconFlag, file: IconFileUpload, signature: IconSignature, group: IconListDetails,
  heading: IconHeading, note: IconInfoCircle, raw: IconTool,
};
