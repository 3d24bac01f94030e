import { ActionIcon } from "@mantine/core";
import { lazy, Suspense, type ComponentProps } from "react";
import { usePopoverAt } from "@/ui/usePopoverAt";
import { IconCalendar } from "../icons";

const load = () => import("./DatePopover");
const DatePopover = lazy(load);

interface Props extends Omit<ComponentProps<typeof DatePopover>, "button" | "id" | "opened" | "onClose"> {
  size: number;
  disabled?: boolean;
  className?: string;
}

/** The button of a date's field, and the calendar that opens at it. */
export function DateButton({ size, disabled, className, onPick, label, ...calendar }: Props) {
  const { wanted, close, target, popover } = usePopoverAt(load);
  return (
    // Until the calendar is there and has the focus, Escape reaches it through here.
    <span style={{ display: "contents" }} onKeyDown={(event) => event.key === "Escape" && close()}>
      <ActionIcon {...target} className={className} variant="subtle" color="gray" size={size} disabled={disabled} aria-label={label}>
        <IconCalendar size={size > 32 ? 20 : 18} stroke={1.5} aria-hidden />
      </ActionIcon>
      {wanted && (
        <Suspense fallback={null}>
          <DatePopover
            {...calendar}
            {...popover}
            label={label}
            onPick={(iso) => {
              close();
              onPick(iso);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
