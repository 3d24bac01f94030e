import { Anchor, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation, useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { enhancedApi } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { signOut } from "@/api/signOut";
import { IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import * as to from "./paths";

/** Why a page stays closed: the school may not be visited (L006 to L008), or the person's role does not reach it. */
export function AccessDeniedPage() {
  const { t } = useTranslation("auth");
  const message = useMessage();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => (state.auth.status === "signedIn" ? state.auth.user : null));
  const { schoolNameLogo } = useSchool();
  const { refused, kept } = useCameFrom();
  // The gate has asked already; this page only reads the answer, and asks again when the person does.
  const check = enhancedApi.endpoints.checkAccess.useQueryState();

  const denied = check.data?.success === false || check.error !== undefined;
  // Only a page that was refused to a role speaks of roles.
  const closed = denied || refused === null;
  const retry = async () => {
    const again = await dispatch(enhancedApi.endpoints.checkAccess.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (again.data?.success) void navigate(kept ?? refused ?? "/", { replace: true });
  };
  // The school is open again: back to where it was closed.
  if (kept !== null && check.data?.success) return <Navigate to={kept} replace />;
  return (
    <StateScreen
      role="alert"
      order={1}
      icon={<IconShieldLock size={28} stroke={1.5} />}
      title={closed ? t("denied.school.title") : t("denied.role.title")}
      text={
        <>
          {closed ? message(denied ? reason(check.data?.messageId, check.error) : CLOSED) : t("denied.role.text")}
          {user && (
            <>
              <br />
              {t("denied.as", { name: user.userName })}
            </>
          )}
        </>
      }
      action={
        <Group justify="center">
          {closed && (
            <Button loading={check.isFetching} onClick={() => void retry()}>
              {t("denied.retry")}
            </Button>
          )}
          {!closed && <Button onClick={() => void navigate("/")}>{t("denied.home")}</Button>}
          {user && (
            <Button variant="default" onClick={() => void dispatch(signOut())}>
              {t("denied.signOut")}
            </Button>
          )}
          {schoolNameLogo.lic_website_url && (
            <Anchor href={schoolNameLogo.lic_website_url} rel="noopener">
              {t("denied.website")}
            </Anchor>
          )}
        </Group>
      }
    />
  );
}

/** A refusal that names no message counts as L006. */
function reason(messageId: string | undefined, error: Parameters<typeof failureOf>[0]): string {
  if (messageId) return messageId;
  const id = failureOf(error).messageId;
  return id === "L000" ? "L006" : id;
}

/** A school that is closed for now. */
const CLOSED = "L008";

/** What led here: a page that a role does not reach stands in the history, one of a closed school in the address. */
function useCameFrom(): { refused: string | null; kept: string | null } {
  const { state, search } = useLocation() as { state: unknown; search: string };
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return { refused: own(typeof from === "string" ? from : null), kept: own(new URLSearchParams(search).get("from")) };
}

/** A path of this origin, and not this page itself; anything else is no way back. */
function own(path: string | null): string | null {
  // The browser reads "//host" and "/\host" as another site, and drops tabs and line ends.
  if (!path?.startsWith("/") || /^[/\\]{2}|[\\\p{Cc}]/u.test(path)) return null;
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null;
  if (!url || url.origin !== location.origin || url.pathname.startsWith("//") || url.pathname.replace(/\/+$/, "") === to.accessDenied()) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
