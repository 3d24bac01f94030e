import { useCallback } from "react";
import type { Failure } from "@/api/envelope";
import { useMessage } from "./useMessage";
import { useProblemText } from "./useProblemText";

/** What was refused, in words, where no field is there for it to stand at: what is wrong with the detail, else the message's own. */
export function useFailureText(): (failure: Failure) => string {
  const message = useMessage();
  const say = useProblemText();
  return useCallback(
    ({ messageId, problems: [first] }) => (messageId === "L017" && first ? say(first) : message(messageId)),
    [message, say],
  );
}
