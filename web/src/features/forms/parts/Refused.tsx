import { Anchor } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { useFormsText } from "@/forms/useFormsText";
import { useMessage } from "@/ui/useMessage";
import * as to from "@/features/auth/paths";

/** What an account has more of than a stranger: as much as one day allows. */
const EASED_BY_ACCOUNT = "D004";

/** Why the server takes no more, with the way to what the sentence speaks of. The answers are in the browser meanwhile. */
export function Refused({ id }: { id: string }) {
  const t = useFormsText();
  const message = useMessage();
  const { pathname, search } = useLocation();
  const stranger = useAppSelector(({ auth }) => auth.status === "signedOut");
  return (
    <>
      {message(id)}
      {id === EASED_BY_ACCOUNT && stranger && (
        <>
          {" "}
          <Anchor component={Link} to={to.signInFor(pathname + search)} inherit underline="always">
            {t("refused.signIn")}
          </Anchor>
        </>
      )}
    </>
  );
}
