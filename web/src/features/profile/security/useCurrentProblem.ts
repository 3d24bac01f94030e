import { failureOf, type CallRefused } from "@/api/envelope";
import { useMessage } from "@/ui/useMessage";
import type { SerializedError } from "@reduxjs/toolkit";
import { useTranslation } from "react-i18next";

/** What is wrong with the password, or with the code in its place; null when the refusal is about something else. */
export function useCurrentProblem(error: CallRefused | SerializedError | undefined): string | null {
  const { t } = useTranslation("profile");
  const message = useMessage();
  if (!error) return null;
  const { messageId, body } = failureOf(error);
  if (messageId === "L016" || messageId === "L005") return message(messageId);
  if (messageId !== "L004") return null;
  const left = typeof body === "object" && body !== null && "tries_left" in body && typeof body.tries_left === "number" ? body.tries_left : null;
  return left === null ? message("L004") : `${message("L004")} ${t("profile.factor.tries", { count: left })}`;
}
