import "@mantine/core/styles/Popover.layer.css";
import { Popover, type PopoverProps } from "@mantine/core";
import { assignRef } from "@mantine/hooks";
import { useLayoutEffect, type ReactNode, type Ref, type RefObject } from "react";

type Button = RefObject<HTMLButtonElement | null>;

interface Props extends Pick<PopoverProps, "position" | "width"> {
  /** What it opens at, drawn elsewhere and there before. */
  button: Button;
  /** Of the button too, with `-target` after it, and of what opens, with `-dropdown`: whoever looks at one finds the other. */
  id: string;
  label: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What opens at a button that stands already; loaded when it is first wanted, as placing it takes much code. */
export default function PopoverAt({ button, id, label, opened, onClose, children, ...look }: Props) {
  return (
    <Popover {...look} id={id} opened={opened} onChange={(open) => !open && onClose()} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Standing button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}

/** Hands on the button, which keeps the focus. */
function Standing({ button, ref }: { button: Button; ref?: Ref<HTMLButtonElement> }) {
  useLayoutEffect(() => {
    assignRef(ref, button.current);
    return () => void assignRef(ref, null);
  }, [ref, button]);
  return null;
}
