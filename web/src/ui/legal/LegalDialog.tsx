import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import { Button, Modal, Skeleton, Text, Title } from "@mantine/core";
import { Trans, useTranslation } from "react-i18next";
import type legal from "@locales/en/legal.json";
import { useGetLegalQuery, type LegalWhich } from "@/api/legal";
import { useLanguage } from "@/i18n/useLanguage";
import { LegalBlocks } from "./LegalBlocks";
import classes from "./LegalDialog.module.css";

interface Props {
  which: LegalWhich;
  open: boolean;
  onClose: () => void;
}

type LegalKey = Extract<keyof typeof legal, string>;

/** The only marks that the texts may carry; they are drawn as elements, never as HTML. */
const MARKS = { b: <strong /> };
const MOST_SECTIONS = 30;

/** Terms or privacy: the school's own text, or ours where it has none (or it cannot be reached). */
export function LegalDialog({ which, open, onClose }: Props) {
  const { t } = useTranslation("legal");
  const { language } = useLanguage();
  const own = useGetLegalQuery({ lng: language }, { skip: !open });
  const blocks = own.data?.[which];
  return (
    // A class of `Modal.Content` itself would also be worn by the box around it, and cut the foot off.
    <Modal.Root opened={open} onClose={onClose} padding={0} size={1000} classNames={{ content: classes.content }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t(`${which}.title`)}>
        <Modal.Body className={classes.body}>
          <div className={classes.text}>
            <Title order={2}>{t(`${which}.title`)}</Title>
            {own.isLoading ? <Skeleton height={240} aria-label={t("loading")} /> : blocks ? <LegalBlocks blocks={blocks} /> : <Standard which={which} />}
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

/** Sections `<which>.<n>.heading` and `.text` of the `legal` namespace, as many as there are. */
function Standard({ which }: { which: LegalWhich }) {
  const { t, i18n } = useTranslation("legal");
  const sections = Array.from({ length: MOST_SECTIONS }, (_, index) => index + 1).filter((n) => i18n.exists(`${which}.${n}.text`, { ns: "legal" }));
  return sections.map((n) => (
    <section key={n}>
      <Title order={3}>{t(`${which}.${n}.heading` as LegalKey)}</Title>
      <Text size="sm">
        <Trans t={t} i18nKey={`${which}.${n}.text` as LegalKey} components={MARKS} />
      </Text>
    </section>
  ));
}
