import type { SerializedError } from "@reduxjs/toolkit";
import { useTranslation } from "react-i18next";
import { failureOf, type CallRefused } from "@/api/envelope";
import { useMessage } from "@/ui/useMessage";

/** Where a refused password or code is told: at the field that it is about, or above all of them. */
export function useFactorProblem(error: CallRefused | SerializedError | undefined): { current?: string; code?: string; other: string | null } {
  const { t } = useTranslation("profile");
  const message = useMessage();
  if (!error) return { other: null };
  const { messageId, body } = failureOf(error);
  if (messageId === "L016" || messageId === "L005") return { current: message(messageId), other: null };
  if (messageId !== "L004") return { other: message(messageId) };
  const left = typeof body === "object" && body !== null && "tries_left" in body && typeof body.tries_left === "number" ? body.tries_left : null;
  return { code: left === null ? message("L004") : `${message("L004")} ${t("profile.factor.tries", { count: left })}`, other: null };
}
