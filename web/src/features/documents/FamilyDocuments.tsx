import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAddApplicationFileMutation, useGetApplicationQuery } from "@/api/generated";
import type { MyApplication } from "@/api/generatedTypes";
import * as toApplication from "@/features/application/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { BackLink } from "@/ui/BackLink";
import { Checklist } from "./Checklist";
import { useBringBackApplicationFileMutation, useListFamilyFilesQuery, useReuseFileMutation, useTakeBackApplicationFileMutation } from "@/api/familyFiles";
import { ofFamily } from "@/ui/papers/items";
import { Waiting } from "./Waiting";

/** A family's own. */
export function FamilyDocuments({ id }: { id: string }) {
  const { t } = useTranslation("documents");
  const { language } = useLanguage();
  const { data, error, refetch, isFetching } = useGetApplicationQuery({ application: id, lng: language }, { refetchOnMountOrArgChange: true });
  const { data: before } = useListFamilyFilesQuery({ for: id }, { refetchOnMountOrArgChange: true });
  const [add] = useAddApplicationFileMutation();
  const [reuse] = useReuseFileMutation();
  const [takeBack] = useTakeBackApplicationFileMutation();
  const [bringBack] = useBringBackApplicationFileMutation();
  const [changed, setChanged] = useState<{ language: string; application: MyApplication } | null>(null);
  const shown = changed?.language === language ? changed.application : data?.application;
  const back = <BackLink to={toApplication.own(id)}>{t("back.family")}</BackLink>;
  if (!shown) return <Waiting back={back} error={error} isFetching={isFetching} retry={() => void refetch()} />;
  /** What a change answered is what is shown. */
  const take = (answer: { data?: { application: MyApplication }; error?: Parameters<typeof failureOf>[0] }): string | null => {
    if (!answer.data) return failureOf(answer.error).messageId;
    setChanged({ language, application: answer.data.application });
    return null;
  };
  return (
    <Checklist
      back={back}
      whose={[shown.person, shown.registration_id ?? shown.reference]}
      items={shown.papers.map(ofFamily)}
      isOpen={shown.may_withdraw}
      send={async (field, file) => take(await add({ application: id, lng: language, addApplicationFileRequest: { field, file } }))}
      before={before?.items ?? []}
      own={{
        application: id,
        takeBack: async (file) => take(await takeBack({ application: id, file, lng: language })),
        bringBack: async (file) => take(await bringBack({ application: id, file, lng: language })),
      }}
      use={async (field, from_file) => take(await reuse({ reuseFileRequest: { application: id, field, from_file, locale: language } }))}
    />
  );
}
