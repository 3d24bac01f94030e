import { useId, useRef, useState } from "react";

/** A button and what opens at it (`PopoverAt`): their names, whether it is open, and whether it was ever wanted. */
export function usePopoverAt(load: () => Promise<unknown>) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  // Somebody is about to press it. What cannot be fetched now is said when it is pressed.
  const fetchAhead = () => void load().catch(() => {});
  return {
    wanted,
    close,
    /** For the button. */
    target: {
      ref: button,
      id: `${id}-target`,
      "aria-haspopup": "dialog",
      "aria-expanded": open,
      "aria-controls": open ? `${id}-dropdown` : undefined,
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      onClick: () => {
        setWanted(true);
        setOpen(!open);
      },
    },
    /** For the popover. */
    popover: { button, id, opened: open, onClose: close },
  } as const;
}
