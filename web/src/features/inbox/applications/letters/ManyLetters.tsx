import { Button, Menu, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconMail } from "@/ui/icons";
import type { BulkStep, Carried, Item } from "@/ui/list/useBulk";
import { useFormat } from "@/ui/useFormat";
import { printOf, useNoteNewestPostedMutation, useSaveMadeMutation } from "./calls";
import { TemplateFields } from "./TemplateFields";
import { useTemplates } from "./useTemplates";
import { useWhyNot } from "./useWhyNot";

// Asked for by a press: no list waits for it.
const SendManyDialog = lazy(async () => ({ default: (await import("./bulk/SendManyDialog")).SendManyDialog }));

type What = "print" | "posted";

/** All that match, however few of them are shown, and how many these are. */
export interface Everything {
  filter: object;
  count: number;
}

interface Props {
  chosen: readonly Item[];
  /** All that match, where these are meant. */
  all?: Everything | undefined;
  /** Carries out what is done with each by itself. */
  onRun: (steps: readonly BulkStep[]) => void;
  /** Letters are on their way: nothing is chosen any more. */
  onSent: () => void;
}

/** Letters of many applications: the same one to each, all on one print, and one day on which they were posted. */
export function ManyLetters({ chosen, all, onRun, onSent }: Props) {
  const { t } = useTranslation("letters");
  const [what, setWhat] = useState<What | "send" | null>(null);
  const close = () => setWhat(null);
  return (
    <>
      <Menu position="top-start" shadow="md">
        <Menu.Target>
          <Button variant="default" leftSection={<IconMail size={18} stroke={1.5} aria-hidden />}>
            {t("many")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setWhat("send")}>{t("many.send")}</Menu.Item>
          {!all &&
            (["print", "posted"] as const).map((each) => (
              <Menu.Item key={each} onClick={() => setWhat(each)}>
                {t(`many.${each}`)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {what === "send" && (
          <SendManyDialog
            chosen={all ? { filter: all.filter } : { ids: chosen.map(({ id }) => id) }}
            count={all ? all.count : chosen.length}
            onClose={close}
            onAsked={() => {
              close();
              onSent();
            }}
          />
        )}
      </Suspense>
      {(what === "print" || what === "posted") && (
        <ManyDialog
          what={what}
          chosen={chosen}
          onClose={close}
          onRun={(steps) => {
            close();
            onRun(steps);
          }}
        />
      )}
    </>
  );
}

function ManyDialog({ what, chosen, onRun, onClose }: Pick<Props, "chosen" | "onRun"> & { what: What; onClose: () => void }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const { today } = useSchool();
  const whyNot = useWhyNot();
  const { templates, error, wanted, want } = useTemplates();
  const [note] = useNoteNewestPostedMutation();
  const [save, saving] = useSaveMadeMutation();
  const [day, setDay] = useState(today);
  const [said, setSaid] = useState("");
  const [tried, setTried] = useState(false);
  const isFit = isIsoDate(day) && day <= today;
  const go = async () => {
    setTried(true);
    if (!wanted || (what === "posted" && !isFit)) return;
    if (what === "print") {
      const answer = await save(printOf(chosen.map(({ id }) => id), wanted.code));
      if (!answer.error) onClose();
      return;
    }
    const carry = async (id: string): Promise<Carried> => {
      const answer = await note({ id, code: wanted.code, posted_on: day, note: said.trim() });
      return answer.error ? { refused: failureOf(answer.error).messageId } : {};
    };
    onRun(chosen.map((item) => ({ item, carry: () => carry(item.id) })));
  };
  const count = { count: chosen.length, shown: format.number(chosen.length) };
  const text = templates?.length === 0 ? t("hand.none") : t(`many.${what}.text`, count);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`many.${what}`)}
      text={text}
      confirm={t(`many.${what}.go`)}
      busy={saving.isLoading}
      disabled={!wanted}
      error={whyNot(saving.error) ?? whyNot(error)}
      onConfirm={() => void go()}
    >
      {!error && <TemplateFields templates={templates} wanted={wanted} onWant={want} />}
      {what === "posted" && (
        <>
          <DateField label={t("hand.post.day")} value={day} max={today} error={tried && !isFit && t("hand.post.day.wrong")} onChange={setDay} />
          <TextInput label={t("hand.post.note")} dir="auto" maxLength={300} value={said} onChange={(event) => setSaid(event.currentTarget.value)} />
        </>
      )}
    </ConfirmDialog>
  );
}
