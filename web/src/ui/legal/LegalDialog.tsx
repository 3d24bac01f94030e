import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Button, Modal, Skeleton, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import type legal from "@locales/en/legal.json";
import { consentCode, useGetLegalQuery, useListCriteriaQuery, type LegalAsked, type LegalWhich } from "@/api/legal";
import { useLanguage } from "@/i18n/useLanguage";
import { useBilingual } from "../useBilingual";
import { useInstitution } from "../useInstitution";
import { LegalBlocks } from "./LegalBlocks";
import classes from "./LegalDialog.module.css";

interface Props {
  which: LegalAsked;
  open: boolean;
  onClose: () => void;
}

type LegalKey = Extract<keyof typeof legal, string>;

/** The only marks that the texts may carry; they are drawn as elements, never as HTML. */
const MARKS = { b: <strong /> };
const MOST_SECTIONS = 30;

/** Terms, privacy or one of the school's consents. */
export function LegalDialog({ which, open, onClose }: Props) {
  const { t } = useTranslation("legal");
  const shown = useLegalText(which, open);
  return (
    // A class of `Modal.Content` itself would also be worn by the box around it, and cut the foot off.
    <Modal.Root opened={open} onClose={onClose} padding={0} size={1000} classNames={{ content: classes.content }}>
      <Modal.Overlay />
      <Modal.Content aria-label={shown.title}>
        <Modal.Body className={classes.body}>
          <div className={classes.text}>
            <Title order={2}>{shown.title}</Title>
            {shown.isLoading ? <Skeleton height={240} role="progressbar" aria-label={t("loading")} /> : shown.text}
          </div>
          <div className={classes.foot}>
            <Button onClick={onClose} data-autofocus>
              {t("close")}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The text that is asked for. Where a school has no terms of its own (or they cannot be reached) it is ours; a consent has no standard. */
function useLegalText(which: LegalAsked, open: boolean): { title: string; isLoading: boolean; text: ReactNode } {
  const { t } = useTranslation("legal");
  const { language } = useLanguage();
  const bilingual = useBilingual();
  const code = consentCode(which);
  const own = useGetLegalQuery({ lng: language }, { skip: !open || code !== null });
  const consents = useListCriteriaQuery({ kind: "consent", lng: language }, { skip: !open || code === null });
  if (code === null) {
    const known = which as LegalWhich;
    const blocks = own.data?.[known];
    return { title: t(`${known}.title`), isLoading: own.isLoading, text: blocks ? <LegalBlocks blocks={blocks} /> : <Standard which={known} /> };
  }
  const consent = consents.data?.criteria.find((each) => each.sims_criteria_code === code);
  return { title: bilingual(consent?.title) || t("consent"), isLoading: consents.isLoading, text: consent ? <LegalBlocks blocks={consent.blocks} /> : <Text>{t("consent.none")}</Text> };
}

/** Sections `<which>.<n>.heading` and `.text` of the `legal` namespace, as many as there are. */
function Standard({ which }: { which: LegalWhich }) {
  const { t, i18n } = useTranslation("legal");
  const context = useInstitution();
  // By hand: the types know no context of a key that is put together.
  const keyOf = (n: number) => [`${which}.${n}.text_${context}`, `${which}.${n}.text`].find((key) => i18n.exists(key, { ns: "legal" })) as LegalKey;
  const sections = Array.from({ length: MOST_SECTIONS }, (_, index) => index + 1).filter((n) => i18n.exists(`${which}.${n}.text`, { ns: "legal" }));
  return sections.map((n) => (
    <section key={n}>
      <Title order={3}>{t(`${which}.${n}.heading` as LegalKey)}</Title>
      <Text size="sm">
        <Trans t={t} i18nKey={keyOf(n)} components={MARKS} />
      </Text>
    </section>
  ));
}
