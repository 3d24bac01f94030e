import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { within } from "./within";

/** A way to another entry screen; the page that the person wanted to see goes with them. */
export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  const { search, state } = useLocation();
  const remembered = new URLSearchParams(search).get("redirectUrl");
  const query = remembered ? `?${new URLSearchParams({ redirectUrl: remembered }).toString()}` : "";
  return (
    <Anchor component={Link} to={`${to}${query}`} state={within(state)} size="sm">
      {children}
    </Anchor>
  );
}
