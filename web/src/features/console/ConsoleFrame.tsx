import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Navigate, NavLink, Outlet } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOperatorMeQuery, useOperatorSignOutMutation } from "@/api/platform";
import { IconAlertTriangle, IconBuildingStore, IconInbox, IconLogout } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import tab from "@/ui/tab.module.css";
import { ownTimeZoneName } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./console.module.css";
import * as to from "./paths";

const ROOMS = [
  { id: "requests", path: to.requests(), icon: IconInbox },
  { id: "schools", path: to.schools(), icon: IconBuildingStore },
] as const;

/** The console around its pages; who is not signed in is led to the door. */
export function ConsoleFrame() {
  const { t, i18n } = useTranslation("console");
  const message = useMessage();
  const { data, error, refetch } = useOperatorMeQuery(undefined, { refetchOnMountOrArgChange: true });
  const [signOut, { isLoading }] = useOperatorSignOutMutation();
  const failure = error ? failureOf(error) : null;
  if (failure?.status === 401) return <Navigate to={to.signIn()} replace />;
  if (failure && !data) {
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("error")}
        text={message(failure.messageId)}
        action={<Button onClick={() => void refetch()}>{t("retry")}</Button>}
      />
    );
  }
  if (!data) return <Skeleton height={320} radius="md" role="progressbar" aria-label={t("loading")} />;
  const leave = async () => {
    await signOut();
    // Loaded anew: nothing of what was looked at stays in this page.
    location.assign(to.signIn());
  };
  return (
    <div className={classes.console}>
      <div className={classes.top}>
        <nav className={classes.nav} aria-label={t("nav")}>
          {ROOMS.map(({ id, path, icon: Icon }) => (
            <NavLink key={id} className={tab.tab} to={path}>
              <Icon size={18} stroke={1.5} aria-hidden />
              {t(`nav.${id}`)}
            </NavLink>
          ))}
        </nav>
        <span className={classes.who}>
          <bdi>{data.operator.name || data.operator.email}</bdi>
          <Button size="compact-sm" variant="subtle" color="gray" loading={isLoading} leftSection={<IconLogout className="mirror" size={18} stroke={1.5} aria-hidden />} onClick={() => void leave()}>
            {t("signOut")}
          </Button>
        </span>
      </div>
      <Outlet />
      <p className={classes.quiet}>{t("zone", { zone: ownTimeZoneName(i18n.language) })}</p>
    </div>
  );
}
