import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGetSetupQuery } from "@/api/setup";
import { PersonMark } from "@/ui/PersonMark";
import { IconUserPlus, IconUsers } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { usePeoplePagesInfiniteQuery } from "@/api/people";
import { Card } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { InviteDialog } from "@/ui/people/InviteDialog";
import type { ALL_ROLES } from "@/api/roles";
import { TONES } from "@/ui/people/tones";
import { StatusDot } from "@/ui/record/StatusDot";
import sheet from "@/ui/page.module.css";
import classes from "./setup.module.css";
import * as to from "@/features/people/paths";

/** Nobody runs a school's desk alone: who is here, and inviting the first colleague. */
export function ColleagueStep() {
  const { t } = useTranslation("setup");
  const { t: words } = useTranslation("settings");
  const { refetch } = useGetSetupQuery();
  const list = usePeoplePagesInfiniteQuery({ kind: "staff" });
  const [inviting, setInviting] = useState(false);
  const people = list.data?.pages[0]?.items ?? [];
  const invite = (
    <Button leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setInviting(true)}>
      {words("people.invite")}
    </Button>
  );
  return (
    <Card title={t("colleague.who")} help={t("colleague.who.help")} aside={people.length > 1 && invite}>
      {list.isLoading && <Skeleton height={120} radius="md" />}
      {people.length <= 1 && !list.isLoading && <StateScreen order={3} icon={<IconUsers size={28} stroke={1.5} />} title={t("colleague.alone")} text={t("colleague.alone.text")} action={invite} />}
      {people.length > 1 && (
        <ul className={classes.people}>
          {people.slice(0, 8).map((person) => (
            <li key={person.id} className={classes.person}>
              <PersonMark name={person.name} size={36} />
              <span className={classes.who}>
                <bdi>{person.name}</bdi>
                <span className={sheet.quiet}>{person.roles.map((role) => words(`people.role.${role as (typeof ALL_ROLES)[number]}`)).join(words("people.comma"))}</span>
              </span>
              <StatusDot tone={TONES[person.status]}>{words(`people.status.${person.status}`)}</StatusDot>
            </li>
          ))}
        </ul>
      )}
      <p className={sheet.quiet}>
        <Link className={classes.link} to={to.people()}>{t("colleague.all")}</Link>
      </p>
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={() => {
            toast({ text: t("colleague.invited") });
            void refetch();
          }}
        />
      )}
    </Card>
  );
}
