import { ActionIcon, Alert, Button, TextInput, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import type { Role } from "@/api/roles";
import { IconAlertCircle, IconX } from "@/ui/icons";
import { PersonMark } from "@/ui/PersonMark";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useUpdatePersonMutation, type Person, type PersonChange } from "../api";
import { ALL_ROLES, STAFF_ROLES, TILL_ROLES } from "../roles";
import settings from "../settings.module.css";
import classes from "./people.module.css";
import { PersonActions } from "./PersonActions";
import { isLocked } from "./locked";
import { RolesField } from "./RolesField";
import { TillAccess } from "./TillAccess";

interface Props {
  person: Person;
  onClose: () => void;
  /** Somebody else was faster: the list has to be asked again. */
  onStale: () => void;
}

/** One person beside the list: who they are, what they may do, and what can be done. */
export function PersonPanel({ person, onClose, onStale }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const self = useAppSelector((state) => state.auth.user?.id === person.id);
  const works = person.kind === "staff" || person.kind === "till";
  const locked = isLocked(person);
  const fact = (name: string, value: string | null) => (
    <>
      <dt>{name}</dt>
      <dd>{value ?? "–"}</dd>
    </>
  );
  return (
    <div className={classes.panelBody}>
      <div className={classes.panelHead}>
        <PersonMark name={person.name || (person.email ?? "")} size={48} />
        <div className={classes.panelName}>
          <Title order={2}>
            <bdi>{person.name || t("people.noName")}</bdi>
          </Title>
          <bdi dir="ltr" className={settings.quiet}>
            {person.email || person.staff_code}
          </bdi>
        </div>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("settings.close")} onClick={onClose}>
          <IconX size={20} stroke={1.5} />
        </ActionIcon>
      </div>
      <span className={settings.status} data-status={locked ? "locked" : person.status}>
        {t(locked ? "people.status.locked" : `people.status.${person.status}`)} · {t(`people.kind.${person.kind}`)}
        {self && ` · ${t("people.you")}`}
      </span>
      <dl className={classes.facts}>
        {fact(t("people.signedIn"), person.signed_in_at ? format.instant(person.signed_in_at) : t("people.never"))}
        {person.invited_at && fact(t("people.invitedOn"), format.instant(person.invited_at))}
        {fact(t("people.since"), format.day(person.created_at))}
        {fact(t("people.column.factor"), person.second_factor ? t("people.factor.on") : t("people.factor.off"))}
      </dl>
      <PersonActions person={person} self={self} onStale={onStale} />
      {works ? <RolesForm key={`${person.id}-${person.version}`} person={person} self={self} onStale={onStale} /> : <FamilyRoles person={person} />}
      {works && <TillAccess key={person.id} person={person} onStale={onStale} />}
    </div>
  );
}

/** What a family's account is follows from how it came to be; nobody gives it here. */
function FamilyRoles({ person }: { person: Person }) {
  const { t } = useTranslation("settings");
  const roles = ALL_ROLES.filter((role) => person.roles.includes(role));
  return (
    <section className={classes.section}>
      <Title order={3}>{t("people.roles")}</Title>
      <span>{roles.map((role) => t(`people.role.${role}`)).join(t("people.comma"))}</span>
    </section>
  );
}

function RolesForm({ person, self, onStale }: { person: Person; self: boolean; onStale: () => void }) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const byField = useProblemsByField();
  const [change, { isLoading, isSuccess, error, reset }] = useUpdatePersonMutation();
  const { confirmed, dialog } = useConfirmed();
  const [name, setName] = useState(person.name);
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const failure = error && !isProofAsked(error) ? failureOf(error) : null;
  const fields = failure ? byField(failure.problems) : {};
  const changedRoles = roles.length !== person.roles.length || roles.some((role) => !person.roles.includes(role));
  const changedName = name.trim() !== person.name;
  // The last administrator and an empty list are told at the list itself.
  const atRoles = failure?.messageId === "A004" ? message("A004") : (fields.roles ?? (roles.length === 0 ? t("people.roles.none") : undefined));
  const elsewhere = failure && failure.messageId !== "A004" && !fields.roles && !fields.name ? message(failure.messageId) : null;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (roles.length === 0 || !name.trim()) return;
    const wanted: PersonChange = { ...(changedName ? { name: name.trim() } : {}), ...(changedRoles ? { roles: [...roles] } : {}) };
    const answer = await confirmed(() => change({ id: person.id, personChange: { version: person.version, ...wanted } }));
    if (answer.error && failureOf(answer.error).status === 409 && failureOf(answer.error).messageId === "A003") onStale();
  };
  return (
    <>
      <form className={classes.section} onSubmit={(event) => void send(event)} noValidate>
        {elsewhere && (
          <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
            {elsewhere}
          </Alert>
        )}
        <TextInput
          label={t("people.name")}
          value={name}
          maxLength={200}
          error={name.trim() ? fields.name : t("people.name.missing")}
          onChange={(event) => {
            reset();
            setName(event.currentTarget.value);
          }}
        />
        <RolesField
          roles={person.email ? STAFF_ROLES : TILL_ROLES}
          value={roles}
          error={atRoles}
          onChange={(next) => {
            reset();
            setRoles(next);
          }}
        />
        {self && changedRoles && <span className={settings.quiet}>{t("people.roles.self")}</span>}
        <div className={classes.actions}>
          <Button type="submit" loading={isLoading} disabled={(!changedRoles && !changedName) || roles.length === 0}>
            {t("settings.save")}
          </Button>
          <span role="status" className={settings.status} hidden={!isSuccess}>
            {isSuccess && t("people.saved")}
          </span>
        </div>
      </form>
      {dialog}
    </>
  );
}
