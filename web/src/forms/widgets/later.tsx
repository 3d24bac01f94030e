import { Skeleton } from "@mantine/core";
import type { WidgetProps } from "@rjsf/utils";
import { lazy, Suspense, type ComponentType } from "react";

const upload = () => import("./UploadWidget");
const signature = () => import("./SignatureWidget");

/** A widget that a form's first step seldom has: fetched when it is drawn, or before by `fetchLater`. */
function later(load: () => Promise<ComponentType<WidgetProps>>): ComponentType<WidgetProps> {
  const Widget = lazy(async () => ({ default: await load() }));
  return function Later(props: WidgetProps) {
    return (
      <Suspense fallback={<Skeleton height={96} radius="md" />}>
        <Widget {...props} />
      </Suspense>
    );
  };
}

export const UploadLater = later(async () => (await upload()).UploadWidget);
export const SignatureLater = later(async () => (await signature()).SignatureWidget);

const LATER = { upload, signature } as const;

/** Fetches the widgets that a form will come to, while somebody is at its beginning: a line that breaks later takes none of them away. */
export function fetchLater(names: Iterable<unknown>): void {
  const wanted = new Set(names);
  // What does not come now is asked for again when it is drawn.
  for (const [name, load] of Object.entries(LATER)) if (wanted.has(name)) void load().catch(() => {});
}
