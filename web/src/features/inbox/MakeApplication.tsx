import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useConvertEnquiryMutation } from "@/api/generated";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";
import * as to from "./paths";

const WAYS = ["self", "family"] as const;
type Way = (typeof WAYS)[number];

/** What became of it, where the page stays. */
export type Made = "make.mailed" | "make.notMailed" | "make.kept" | "make.sent";

interface Props {
  id: string;
  onDone: (made: Made) => void;
  onClose: () => void;
}

/** Asks who completes the application that an enquiry becomes: whoever asks, or the family by a link. */
export function MakeApplication({ id, onDone, onClose }: Props) {
  const { t } = useTranslation("origins");
  const message = useMessage();
  const navigate = useNavigate();
  const [convert, { isLoading, error }] = useConvertEnquiryMutation();
  const [way, setWay] = useState<Way>("self");
  const failure = error ? failureOf(error) : null;
  const lacksAddress = failure?.messageId === "F003" && failure.problems.some(({ path }) => path === "/send");
  const make = async () => {
    const send = way === "family";
    const { data } = await convert({ id, convertEnquiryRequest: { send } });
    if (!data) return;
    const { token, form, mailed_at } = data.draft;
    if (send) onDone(data.mailed ? "make.mailed" : "make.notMailed");
    else if (token) void navigate({ pathname: to.fillIn(form), hash: `draft=${token}` }, { state: OWN_DRAFT });
    else onDone(mailed_at ? "make.sent" : "make.kept");
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("make.title")}
      text={t("make.text")}
      confirm={t("make.go")}
      busy={isLoading}
      error={failure && (lacksAddress ? t("make.noAddress") : message(failure.messageId))}
      onConfirm={() => void make()}
    >
      <Radio.Group label={t("make.how")} value={way} onChange={(chosen) => setWay(WAYS.find((each) => each === chosen) ?? "self")}>
        <Stack gap={10} mt={10}>
          {WAYS.map((each, index) => (
            <Radio key={each} value={each} label={t(`make.how.${each}`)} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  );
}
