import type { ComponentProps } from "react";
import PopoverAt from "@/ui/PopoverAt";
import Calendar from "./Calendar";

interface Props extends ComponentProps<typeof Calendar>, Omit<ComponentProps<typeof PopoverAt>, "position" | "width" | "children"> {}

/** The calendar at a date's button; loaded when it is first wanted, since most people type. */
export default function DatePopover({ button, id, label, opened, onClose, ...calendar }: Props) {
  return (
    <PopoverAt button={button} id={id} label={label} opened={opened} onClose={onClose} position="bottom-end">
      <Calendar {...calendar} />
    </PopoverAt>
  );
}
