import { ActionIcon, Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetEnquiryQuery } from "@/api/generated";
import { useLanguage } from "@/i18n/useLanguage";
import { IconX } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { Actions } from "./Actions";
import { EnquiryHead } from "./EnquiryHead";
import classes from "./enquiry.module.css";
import { VerdictView } from "./VerdictView";

interface Props {
  id: string;
  onClose: () => void;
  onTag: (tag: string) => void;
}

/** An enquiry beside the list: enough to decide and to act; the whole record is one link away. */
export function EnquiryPanel({ id, onClose, onTag }: Props) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const message = useMessage();
  const { data, error } = useGetEnquiryQuery({ id, lng: language });
  const enquiry = data?.enquiry;
  return (
    <aside className={classes.panel} aria-label={t("panel.label")}>
      <div className={classes.panelBar}>
        <Button component={Link} to={`/pre_admission/${id}`} variant="subtle" size="compact-sm">
          {t("panel.full")}
        </Button>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("panel.close")} onClick={onClose}>
          <IconX size={20} stroke={1.5} />
        </ActionIcon>
      </div>
      <div className={classes.panelBody}>
        {error && <StateScreen role="alert" title={t("enquiry.error.title")} text={message(failureOf(error).messageId)} />}
        {!enquiry && !error && <Skeleton height={180} radius="sm" />}
        {enquiry && (
          <>
            <EnquiryHead enquiry={enquiry} order={2} onTag={onTag} />
            <Actions enquiry={enquiry} />
            <section>
              <Title order={3} mb={8}>
                {t("tab.verdict")}
              </Title>
              <VerdictView enquiry={enquiry} order={4} />
            </section>
          </>
        )}
      </div>
    </aside>
  );
}
