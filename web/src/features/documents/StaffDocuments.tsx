import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useGetEnquiryQuery, useListPapersQuery } from "@/api/generated";
import { useAddEnquiryFileMutation } from "@/api/papers";
import * as toInbox from "@/features/inbox/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { BackLink } from "@/ui/BackLink";
import { usePersonName } from "@/ui/usePersonName";
import { Checklist } from "./Checklist";
import { ofStaff } from "@/ui/papers/items";
import { Waiting } from "./Waiting";

/** Those of whoever stands at the counter, or wrote an e-mail. */
export function StaffDocuments({ id }: { id: string }) {
  const { t } = useTranslation("documents");
  const { language } = useLanguage();
  const { data, error, refetch, isFetching } = useListPapersQuery({ id }, { refetchOnMountOrArgChange: true });
  const { data: record } = useGetEnquiryQuery({ id, lng: language });
  const [add] = useAddEnquiryFileMutation();
  const name = usePersonName();
  const back = <BackLink to={`${toInbox.enquiry(id)}?tab=papers`}>{t(record?.enquiry.registration_id ? "back.application" : "back.staff")}</BackLink>;
  if (!data) return <Waiting back={back} error={error} isFetching={isFetching} retry={() => void refetch()} />;
  const send = async (field: string, file: File) => {
    const answer = await add({ id, addEnquiryFileRequest: { field, file } });
    return answer.error ? failureOf(answer.error).messageId : null;
  };
  return <Checklist back={back} whose={record ? [name(record.enquiry), record.enquiry.registration_id ?? record.enquiry.reference] : []} items={data.items.map(ofStaff)} isOpen send={send} before={[]} />;
}
