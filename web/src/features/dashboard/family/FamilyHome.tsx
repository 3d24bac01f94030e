import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { applyAt } from "@/api/admissionForm";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { IconAlertTriangle, IconFileText } from "@/ui/icons";
import { OfferedForms } from "@/ui/OfferedForms";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { useGetFamilyHomeQuery, type FamilyHome as Home } from "../api";
import { Adoptable } from "./Adoptable";
import { AskName, isNameless } from "./AskName";
import { Children } from "./Children";
import { ClaimDrafts } from "./ClaimDrafts";
import { Drafts } from "./Drafts";
import { DueList } from "./DueList";
import classes from "./family.module.css";
import * as to from "@/features/admission/paths";

/** What most families come for stands first. */
const RANK = { application: 0, enquiry: 1, other: 2, job: 3 } as const satisfies Record<Home["offered"][number]["kind"], number>;

/** A family's start page: what is due, the children, what was begun, and what the school takes now. */
export function FamilyHome() {
  const { t } = useTranslation("family");
  const message = useMessage();
  const context = useInstitution();
  const user = useAppSelector((state) => state.auth.user);
  const { data, error, isFetching, refetch } = useGetFamilyHomeQuery(undefined, { refetchOnMountOrArgChange: true });
  const waiting = useDelayed(!data && !error);
  const nameless = user !== null && isNameless(user);
  const name = nameless ? "" : (user?.userName ?? "");

  if (error && !data) {
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("family.error")}
        text={message(failureOf(error).messageId)}
        action={
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t("family.retry")}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.page}>
      <Title order={1}>{name ? t("family.title", { name: `\u2068${name}\u2069` }) : t("family.title.bare")}</Title>
      {nameless && <AskName user={user} />}
      {data && <Content home={data} />}
      {waiting && (
        <div className={classes.section} role="status" aria-label={t("family.loading", { context })}>
          <Skeleton height={96} />
          <Skeleton height={160} />
        </div>
      )}
    </div>
  );
}

function Content({ home }: { home: Home }) {
  const { t } = useTranslation("family");
  const context = useInstitution();
  const applies = applyAt(useSchool(), true, to.start()) !== null;
  const offered = home.offered.toSorted((one, two) => RANK[one.kind] - RANK[two.kind]);
  const bare = home.children.length === 0 && home.drafts.length === 0 && home.adoptable.length === 0;
  return (
    <>
      <ClaimDrafts known={home.drafts} />
      <Adoptable found={home.adoptable} />
      <DueList due={home.due} missing={new Map(home.children.flatMap(({ applications }) => applications.map((one) => [one.id, one.missing.length])))} />
      <Children list={home.children} />
      <Drafts drafts={home.drafts} />
      {bare && (
        <StateScreen
          icon={<IconFileText size={28} stroke={1.5} />}
          title={t("family.empty.title")}
          text={t("family.empty.text", { context })}
          action={
            <Button size="md" component={Link} to={applies ? to.register() : to.admission()}>
              {applies ? t("family.empty.apply") : t("family.empty.go", { context })}
            </Button>
          }
        />
      )}
      <OfferedForms title={t("family.offered")} forms={offered} />
    </>
  );
}
