import type * as Mantine from "@mantine/core";

/** Text areas that do not grow. jsdom draws nothing, so to measure them at every drawing costs a fifth of a page's tests and finds zero. */
export function plainTextareas(mantine: typeof Mantine) {
  return { ...mantine, Textarea: (props: Mantine.TextareaProps) => <mantine.Textarea {...props} autosize={false} /> };
}
