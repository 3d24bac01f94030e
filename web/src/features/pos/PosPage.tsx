import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useGetTillSessionQuery } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { signOut } from "@/api/signOut";
import { IconAlertTriangle, IconBuildingStore, IconLogout, IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./pos.module.css";

const STORES = ["canteen", "uniform"] as const;
const ROLES = ["cashier", "pos_supervisor", "uniform_approver"] as const;

/** The till at a glance: who, where, since when; and one large way out. */
export function PosPage() {
  const { t } = useTranslation("pos");
  const message = useMessage();
  const format = useFormat();
  const { data, error, isFetching, refetch } = useGetTillSessionQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 60_000 });
  const waiting = useDelayed(!data && !error);

  if (error && !data) {
    const failure = failureOf(error);
    const refused = failure.status === 403;
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={refused ? <IconShieldLock size={28} stroke={1.5} /> : <IconAlertTriangle size={28} stroke={1.5} />}
        title={refused ? t("pos.refused") : t("pos.error")}
        text={refused ? t("pos.refused.text") : message(failure.messageId)}
        action={refused ? <SignOut /> : <Button size="xl" loading={isFetching} onClick={() => void refetch()}>{t("pos.retry")}</Button>}
      />
    );
  }
  const words = <T extends string>(list: readonly T[], values: readonly string[], text: (each: T) => string) =>
    values.map((value) => list.find((each) => each === value)).filter((each) => each !== undefined).map(text).join(t("pos.comma"));
  return (
    <div className={classes.page}>
      {data && (
        <>
          <Title order={1} className={classes.title}>
            <bdi>{data.person.name}</bdi>
          </Title>
          <dl className={classes.facts}>
            <Fact name={t("pos.till")}>
              <bdi dir="ltr">{data.till.code}</bdi> · <bdi>{data.till.name}</bdi>
            </Fact>
            <Fact name={t("pos.stores")}>{words(STORES, data.till.store_types, (each) => t(`pos.store.${each}`)) || "–"}</Fact>
            <Fact name={t("pos.roles")}>{words(ROLES, data.roles, (each) => t(`pos.role.${each}`)) || "–"}</Fact>
            <Fact name={t("pos.since")}>
              <time dateTime={data.since}>{format.instant(data.since)}</time>
            </Fact>
            <Fact name={t("pos.currency")}>
              <bdi>{data.currency}</bdi>
            </Fact>
          </dl>
          <p className={classes.note}>
            <IconBuildingStore size={24} stroke={1.5} aria-hidden />
            {t("pos.soon")}
          </p>
        </>
      )}
      {waiting && (
        <div role="status" aria-label={t("pos.loading")} className={classes.facts}>
          <Skeleton height={96} />
          <Skeleton height={96} />
          <Skeleton height={96} />
          <Skeleton height={96} />
        </div>
      )}
      <SignOut />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Leads to the till's own sign-in, for whoever comes next. */
function SignOut() {
  const { t } = useTranslation("pos");
  const dispatch = useAppDispatch();
  return (
    <Button size="xl" className={classes.out} leftSection={<IconLogout className="mirror" size={26} stroke={1.5} aria-hidden />} onClick={() => void dispatch(signOut())}>
      {t("pos.signOut")}
    </Button>
  );
}
