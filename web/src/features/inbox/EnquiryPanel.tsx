import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGetEnquiryQuery } from "@/api/generated";
import { useLanguage } from "@/i18n/useLanguage";
import { RecordSection } from "@/ui/record/RecordSection";
import { RecordStates } from "@/ui/record/RecordStates";
import { SidePanel } from "@/ui/record/SidePanel";
import { Actions } from "./Actions";
import { WaysPlace } from "./applications/waysPlace";
import { EnquiryHead } from "./EnquiryHead";
import { Notes } from "./Notes";
import { PapersBrief } from "./PapersBrief";
import { PeopleView } from "./PeopleView";
import { Tasks } from "./Tasks";
import { VerdictView } from "./VerdictView";
import * as to from "./paths";

interface Props {
  id: string;
  onClose: () => void;
  onTag: (tag: string) => void;
}

/** An enquiry beside the list: enough to decide and to act; the whole record is one link away. */
export function EnquiryPanel({ id, onClose, onTag }: Props) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const { data, error, refetch } = useGetEnquiryQuery({ id, lng: language });
  const enquiry = data?.enquiry;
  const [noting, setNoting] = useState(false);
  const [ways, setWays] = useState<HTMLElement | null>(null);
  const whole = (
    <Button component={Link} to={to.enquiry(id)} variant="subtle" size="compact-sm">
      {t("panel.full")}
    </Button>
  );
  return (
    <SidePanel label={t("panel.label")} lead={whole} onClose={onClose}>
      {enquiry ? (
        <>
          <EnquiryHead enquiry={enquiry} order={2} onNote={() => setNoting(true)} onTag={onTag} onWays={setWays} />
          <Notes enquiry={enquiry} order={3} writing={noting} onWriting={setNoting} />
          <WaysPlace value={ways}>
            <Actions enquiry={enquiry} />
          </WaysPlace>
          <Tasks enquiry={enquiry} order={3} />
          <PapersBrief enquiry={enquiry} order={3} />
          <PeopleView enquiry={enquiry} order={3} />
          <RecordSection order={3} title={t("tab.verdict")}>
            <VerdictView enquiry={enquiry} order={4} />
          </RecordSection>
        </>
      ) : (
        <RecordStates order={2} error={error} words={{ loading: t("enquiry.loading"), failed: t("enquiry.error.title"), gone: t("enquiry.gone.title"), retry: t("retry") }} retry={() => void refetch()} />
      )}
    </SidePanel>
  );
}
