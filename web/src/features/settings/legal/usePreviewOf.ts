import { useEffect } from "react";
import { usePreview } from "../preview/context";

/** Lets the preview show the screen that a part of a room is about. */
export function usePreviewOf(screen: string): void {
  const change = usePreview()?.change;
  useEffect(() => change?.({ screen }), [change, screen]);
}
