import { Alert } from "@mantine/core";
import { IconCircleCheck } from "@/ui/icons";

/** Says that something was done which leaves no other trace on the screen. */
export function Notice({ text }: { text: string }) {
  return (
    <Alert role="status" color="green" icon={<IconCircleCheck stroke={1.5} />}>
      {text}
    </Alert>
  );
}
