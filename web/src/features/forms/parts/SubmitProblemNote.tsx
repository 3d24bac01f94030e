import { Alert } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFormsText } from "@/forms/useFormsText";
import { RetryNote } from "@/ui/RetryNote";
import { IconExclamationCircle } from "@/forms/icons";
import type { SubmitProblem } from "../useSubmit";
import { Refused } from "./Refused";

/** Why sending did not work, what is safe, and what to do. */
export function SubmitProblemNote({ problem, wait }: { problem: SubmitProblem | null; wait: number }) {
  const t = useFormsText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (!problem || problem.kind === "invalid" || problem.kind === "moved") return null;
  return (
    <Alert
      ref={box}
      role="alert"
      color="red"
      variant="outline"
      mt="lg"
      icon={<IconExclamationCircle size={22} stroke={1.5} aria-hidden />}
      title={t(`submit.${problem.kind}.title`)}
    >
      {problem.kind === "refused" ? <Refused id={problem.messageId} /> : t(`submit.${problem.kind}.text`)} <RetryNote left={wait} />
    </Alert>
  );
}
