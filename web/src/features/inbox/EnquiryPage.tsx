import { Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useGetEnquiryQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import { AnswersView } from "@/forms/AnswersView";
import { useLanguage } from "@/i18n/useLanguage";
import { BackLink } from "@/ui/BackLink";
import { lastList } from "@/ui/keptList";
import { RecordColumns, RecordSection } from "@/ui/record/RecordSection";
import { RecordStates } from "@/ui/record/RecordStates";
import { RecordTabs } from "@/ui/record/RecordTabs";
import { usePersonName } from "@/ui/usePersonName";
import { useTitle } from "@/ui/useTitle";
import { Actions } from "./Actions";
import { WaysPlace } from "./applications/waysPlace";
import { EnquiryHead } from "./EnquiryHead";
import { useFileDownload } from "./useFileDownload";
import { Notes } from "./Notes";
import { PapersBrief } from "./PapersBrief";
import { PeopleView } from "./PeopleView";
import { Provenance } from "./Provenance";
import { Tasks } from "./Tasks";
import { Timeline } from "./Timeline";
import { Unlocks } from "./unlocks/Unlocks";
import { VerdictView } from "./VerdictView";
import * as to from "./paths";

// Behind tabs of their own, with the dialogs that they open.
const Papers = lazy(async () => ({ default: (await import("./Papers")).Papers }));
const Messages = lazy(async () => ({ default: (await import("./Messages")).Messages }));

/** One submission: what the family wrote, what the plugin made of it, and what staff did since. */
export function EnquiryPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const { data, error, refetch } = useGetEnquiryQuery({ id, lng: language });
  const [list] = useState(() => lastList(to.enquiries()));
  const name = usePersonName();
  useTitle(data && name(data.enquiry));
  const words = { loading: t("enquiry.loading"), failed: t("enquiry.error.title"), gone: t("enquiry.gone.title"), retry: t("retry") };
  const back = (
    <Button component={Link} to={list}>
      {t("enquiry.back")}
    </Button>
  );
  if (error && !data) return <RecordStates error={error} words={words} retry={() => void refetch()} back={back} />;
  return (
    <>
      <BackLink to={list}>{t("enquiry.back")}</BackLink>
      {data ? <Record key={data.enquiry.id} enquiry={data.enquiry} /> : <RecordStates error={undefined} words={words} retry={() => void refetch()} />}
    </>
  );
}

function Record({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const [noting, setNoting] = useState(false);
  const [ways, setWays] = useState<HTMLElement | null>(null);
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "note.read"));
  const waiting = <Skeleton height={180} role="status" aria-label={t("enquiry.loading")} />;
  return (
    <>
      <EnquiryHead enquiry={enquiry} order={1} onNote={() => setNoting(true)} onWays={setWays} />
      <Notes enquiry={enquiry} order={2} writing={noting} onWriting={setNoting} />
      <RecordColumns
        first={
          <>
            <WaysPlace value={ways}>
              <Actions enquiry={enquiry} />
            </WaysPlace>
            <Tasks enquiry={enquiry} order={2} />
            <PapersBrief enquiry={enquiry} order={2} />
          </>
        }
        beside={
          <>
            <PeopleView enquiry={enquiry} order={2} />
            <RecordSection order={2} title={t("timeline.title")}>
              <Timeline key={enquiry.version} enquiry={enquiry} />
            </RecordSection>
          </>
        }
      >
        <RecordTabs
          tabs={[
            { id: "answers", label: t("tab.answers"), content: () => <Answers enquiry={enquiry} /> },
            { id: "verdict", label: t("tab.verdict"), content: () => <VerdictView enquiry={enquiry} order={2} /> },
            { id: "papers", label: t("tab.papers"), content: () => <Suspense fallback={waiting}><Papers enquiry={enquiry} /></Suspense> },
            ...(reads ? [{ id: "messages", label: t("tab.messages"), ...(enquiry.unread > 0 && { count: enquiry.unread }), content: () => <Suspense fallback={waiting}><Messages enquiry={enquiry} /></Suspense> }] : []),
            { id: "origin", label: t("tab.origin"), content: () => <Provenance enquiry={enquiry} /> },
          ]}
        />
      </RecordColumns>
    </>
  );
}

function Answers({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const { save, picture, failed } = useFileDownload(enquiry);
  return (
    <>
      {failed && <p role="alert">{t("files.failed")}</p>}
      <Unlocks enquiry={enquiry} />
      <AnswersView document={enquiry.document} values={enquiry.values} files={enquiry.files} withheld={enquiry.withheld} corrections={enquiry.corrections} changes={enquiry.changes} onDownload={save} picture={picture} />
    </>
  );
}
