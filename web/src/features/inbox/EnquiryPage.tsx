import { Anchor, Button, Skeleton, Tabs, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetEnquiryQuery } from "@/api/generated";
import type { Enquiry } from "@/api/types";
import { AnswersView } from "@/forms/AnswersView";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle, IconArrowLeft } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { Actions } from "./Actions";
import { EnquiryHead } from "./EnquiryHead";
import classes from "./enquiry.module.css";
import { Files, useFileDownload } from "./Files";
import { Provenance } from "./Provenance";
import { Timeline } from "./TimelineList";
import { VerdictView } from "./VerdictView";

/** One submission: what the family wrote, what the plugin made of it, and what staff did since. */
export function EnquiryPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const message = useMessage();
  const { data, error, isFetching, refetch } = useGetEnquiryQuery({ id, lng: language });
  const due = useDelayed(isFetching && !data);
  useTitle(data?.enquiry.person);

  if (error && !data) {
    const { status, messageId } = failureOf(error);
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t(status === 404 ? "enquiry.gone.title" : "enquiry.error.title")}
        text={message(messageId)}
        action={
          status === 404 ? (
            <Button component={Link} to="/pre_admission">
              {t("enquiry.back")}
            </Button>
          ) : (
            <Button onClick={() => void refetch()}>{t("retry")}</Button>
          )
        }
      />
    );
  }
  return (
    <>
      <Anchor component={Link} to="/pre_admission" className={classes.back} size="sm">
        <IconArrowLeft className="mirror" size={18} stroke={1.5} aria-hidden /> {t("enquiry.back")}
      </Anchor>
      {data ? <Record enquiry={data.enquiry} /> : due && <Waiting />}
    </>
  );
}

function Record({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const [search, setSearch] = useSearchParams();
  const { save, picture, failed } = useFileDownload(enquiry);
  const tab = search.get("tab") ?? "answers";
  return (
    <>
      <EnquiryHead enquiry={enquiry} order={1} />
      <div className={classes.columns}>
        <Tabs className={classes.record} value={tab} onChange={(value) => setSearch(value && value !== "answers" ? { tab: value } : {}, { replace: true })} keepMounted={false}>
          <Tabs.List className={classes.tabList}>
            <Tabs.Tab value="answers">{t("tab.answers")}</Tabs.Tab>
            <Tabs.Tab value="verdict">{t("tab.verdict")}</Tabs.Tab>
            <Tabs.Tab value="files">
              {t("tab.files")} <span className={`${classes.quiet} tabular`}>{enquiry.files.length}</span>
            </Tabs.Tab>
            <Tabs.Tab value="origin">{t("tab.origin")}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="answers" pt={20}>
            {failed && <p role="alert">{t("files.failed")}</p>}
            <AnswersView document={enquiry.document} values={enquiry.values} files={enquiry.files} onDownload={save} picture={picture} />
          </Tabs.Panel>
          <Tabs.Panel value="verdict" pt={20}>
            <VerdictView enquiry={enquiry} order={2} />
          </Tabs.Panel>
          <Tabs.Panel value="files" pt={20}>
            <Files enquiry={enquiry} />
          </Tabs.Panel>
          <Tabs.Panel value="origin" pt={20}>
            <Provenance enquiry={enquiry} />
          </Tabs.Panel>
        </Tabs>
        <div className={classes.beside}>
          <Actions enquiry={enquiry} />
          <section>
            <Title order={2} fz="h3" mb={16}>
              {t("timeline.title")}
            </Title>
            <Timeline key={enquiry.version} enquiry={enquiry} />
          </section>
        </div>
      </div>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation("staff");
  return (
    <div role="status" aria-label={t("enquiry.loading")}>
      <Skeleton height={34} width="min(420px, 80%)" mt={12} />
      <Skeleton height={18} width="min(300px, 60%)" mt={12} />
      <Skeleton height={320} mt={24} />
    </div>
  );
}
