import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import type { Diagnostic } from "../desk/types";

/** Kinds of problems that have words of their own in both languages. */
const KNOWN = [
  "badFormat", "badRange", "duplicate", "contrast", "notAllowed", "missingKey", "unknownKey", "badKey", "wrongType", "tooLong", "tooShort", "tooMany", "tooFew", "tooManyFiles",
  "outOfRange", "missingFile", "unusedFile", "unusedKey", "unknownPlugin", "missingText", "unusedText", "locked", "unreadable", "badPicture", "emptyText",
  "missingLanguage", "unknownField", "openBold", "badTemplate", "notInTexts", "textTooLong", "smsTooLong", "badGrant", "badChoice", "badCondition", "badDateLimit", "badPattern", "badPlugin",
  "badReceipt", "badSubject", "badSample", "badForm", "badUpload", "digestMismatch", "duplicateField", "fieldWithoutStep", "nestedGroup", "requiredUpload", "missingForm",
  "missingLogo", "missingPlugin", "missingTable", "missingTitle", "pluginWithoutForm", "unusedPlugin", "noForms", "nobodyGetsIn", "closedForever",
  "admissionOver", "undatedRound", "yearWithoutRound", "tableOver", "logoTooSmall", "oneLanguage", "untranslated", "tooLarge", "unbounded", "unknownCurrency", "unknownTimeZone", "ibanForm", "ibanCountry", "ibanLength", "ibanChecksum", "unknownQuestion",
  "unknownFile", "unknownTemplate", "badTotal", "unknownChoice", "badSignature", "cannotHide", "cannotRequire", "stepWithoutTitle", "badArrangement",
  "slowPattern", "tooDear", "moreProblems", "badFieldName", "unseenCharacter", "badName", "mayNotPublish", "broughtBack", "needsApproval", "needsShortlist", "notApplication", "unknownForm", "noApplication", "twoApplications", "missingPhoto",
  "noSigner", "unpaired", "wrongSum", "wrongCount", "noCurrency", "badDate", "badAmount", "unknownPaper", "notByMail",
] as const;

/** Kinds that mean the same to whoever sits at the desk. */
const ALIKE: Readonly<Record<string, (typeof KNOWN)[number]>> = {
  askNotGranted: "badGrant",
  grantNotAsked: "badGrant",
  badFamily: "badForm",
  badKnown: "badForm",
  badMoney: "badForm",
  badSchema: "badForm",
  badUi: "badForm",
  schemaKeyword: "badForm",
  schemaType: "badForm",
  unknownFormat: "badForm",
  syntax: "unreadable",
  tooDeep: "tooLarge",
  unknownFieldName: "unknownQuestion",
  badLogo: "badPicture",
  badPhoto: "badPicture",
  badNumber: "badFormat",
};

/** What is wrong, in words. The checks speak English: in Arabic their kind is told, and their sentence only where there are no words. */
export function useDiagnosticText(): (problem: Pick<Diagnostic, "code" | "message" | "hint">) => string {
  const { t } = useTranslation("settingsDesk");
  const { language } = useLanguage();
  return useCallback(
    ({ code, message, hint }) => {
      if (language === "en") return hint ? `${sentence(message)} ${sentence(hint)}` : sentence(message);
      const known = ALIKE[code] ?? KNOWN.find((each) => each === code);
      return known ? t(`problem.${known}`) : t("problem.other", { text: message });
    },
    [t, language],
  );
}

/** The checks write as compilers do: "ends before it begins". */
function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? "" : "."}`;
}
