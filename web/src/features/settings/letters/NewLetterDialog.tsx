import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { LetterKind } from "@/api/generated";
import type { Language } from "@/i18n/languages";
import { Dialog } from "@/ui/Dialog";
import { useDeskHandle } from "../desk/useDesk";
import * as to from "../paths";
import { fileOf, freeCode, isCode, LETTER_KINDS, newLetter } from "./letters";

/** Begins a letter: what it is for, and the name that its addresses and lists have. */
export function NewLetterDialog({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) {
  const { t, i18n } = useTranslation("settingsLetters");
  const desk = useDeskHandle();
  const navigate = useNavigate();
  const [kind, setKind] = useState<LetterKind>("offer");
  const [typed, setTyped] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const code = typed ?? freeCode(kind, taken);
  const fault = !isCode(code) ? t("new.code.bad") : taken.includes(code) ? t("new.code.taken") : undefined;
  const make = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    const missing = (["en", "ar"] as const).filter((language) => !i18n.hasResourceBundle(language, "settingsLetters"));
    if (missing.length > 0) await i18n.reloadResources(missing, ["settingsLetters"]);
    const words = (language: Language) => {
      const say = i18n.getFixedT(language, "settingsLetters");
      return { greeting: say("begin.greeting"), fee: say("begin.fee"), condition: say("begin.condition"), due: say("begin.due"), document: say("begin.document") };
    };
    desk.edit([{ file: fileOf(code), pointer: "", value: newLetter(kind, { en: words("en"), ar: words("ar") }) }], `letter ${Date.now()}`);
    void navigate(to.room("letters", code));
  };
  return (
    <Dialog onClose={onClose} title={t("new.title")}>
      <form noValidate onSubmit={(event) => void make(event)}>
        <Stack gap="md">
          <NativeSelect
            data-autofocus
            label={t("new.kind")}
            description={t(`kind.${kind}.help`)}
            value={kind}
            data={LETTER_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(event) => setKind(event.currentTarget.value as LetterKind)}
          />
          <TextInput
            dir="ltr"
            spellCheck={false}
            maxLength={40}
            label={t("new.code")}
            description={t("new.code.help")}
            value={code}
            error={tried ? fault : undefined}
            onChange={(event) => setTyped(event.currentTarget.value.trim().toLowerCase())}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("new.cancel")}
            </Button>
            <Button type="submit">{t("new.make")}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
