import { Alert, Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import { useUpdatePersonMutation, type Person, type PersonChange } from "@/api/people";
import { type Role, ALL_ROLES, STAFF_ROLES, TILL_ROLES } from "@/api/roles";
import { IconAlertCircle } from "@/ui/icons";
import sheet from "@/ui/page.module.css";
import { RolesField } from "@/ui/people/RolesField";
import { TONES } from "@/ui/people/tones";
import { PersonMark } from "@/ui/PersonMark";
import { Fact, Facts } from "@/ui/record/Facts";
import { RecordHead } from "@/ui/record/RecordHead";
import { RecordSection } from "@/ui/record/RecordSection";
import { StatusDot } from "@/ui/record/StatusDot";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useAudiences } from "@/ui/useAudiences";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import classes from "./people.module.css";
import { PersonActions } from "./PersonActions";
import { isLocked } from "./locked";
import { TillAccess } from "./TillAccess";

interface Props {
  person: Person;
  /** Somebody else was faster: the list has to be asked again. */
  onStale: () => void;
}

/** One person beside the list: who they are, what they may do, and what can be done. */
export function PersonRecord({ person, onStale }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const self = useAppSelector((state) => state.auth.user?.id === person.id);
  const isStaff = person.kind === "staff" || person.kind === "till";
  const status = isLocked(person) ? "locked" : person.status;
  return (
    <>
      <RecordHead
        order={2}
        mark={<PersonMark name={person.name || (person.email ?? "")} size={48} />}
        title={person.name || t("people.noName")}
        state={<StatusDot tone={TONES[status]}>{t(`people.status.${status}`)}</StatusDot>}
        line={
          <>
            <span>{t(`people.kind.${person.kind}`)}</span>
            {self && <span>{t("people.you")}</span>}
            <bdi dir="ltr">{person.email || person.staff_code}</bdi>
          </>
        }
      />
      <Facts>
        <Fact name={t("people.signedIn")}>{person.signed_in_at ? format.instant(person.signed_in_at) : t("people.never")}</Fact>
        {person.invited_at && <Fact name={t("people.invitedOn")}>{format.instant(person.invited_at)}</Fact>}
        <Fact name={t("people.since")}>{format.day(person.created_at)}</Fact>
        {person.erasure_asked_at && <Fact name={t("people.erasure.asked")}>{format.instant(person.erasure_asked_at)}</Fact>}
        <Fact name={t("people.column.factor")}>{person.second_factor ? t("people.factor.on") : t("people.factor.off")}</Fact>
      </Facts>
      <PersonActions person={person} self={self} onStale={onStale} />
      {isStaff ? <RolesForm key={`${person.id}-${person.version}`} person={person} self={self} onStale={onStale} /> : <FamilyRoles person={person} />}
      {person.kind === "staff" && <AudiencesForm key={`${person.id}-${person.version}-audiences`} person={person} self={self} onStale={onStale} />}
      {isStaff && <TillAccess key={person.id} person={person} onStale={onStale} />}
    </>
  );
}

/** What a family's account is follows from how it came to be; nobody gives it here. */
function FamilyRoles({ person }: { person: Person }) {
  const { t } = useTranslation("settings");
  const roles = ALL_ROLES.filter((role) => person.roles.includes(role));
  return (
    <RecordSection order={3} title={t("people.roles")}>
      <span>{roles.map((role) => t(`people.role.${role}`)).join(t("people.comma"))}</span>
    </RecordSection>
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
        {self && changedRoles && <span className={sheet.quiet}>{t("people.roles.self")}</span>}
        <div className={classes.actions}>
          <Button type="submit" loading={isLoading} disabled={(!changedRoles && !changedName) || roles.length === 0}>
            {t("settings.save")}
          </Button>
          <span role="status">{isSuccess && <StatusDot tone="good">{t("people.saved")}</StatusDot>}</span>
        </div>
      </form>
      {dialog}
    </>
  );
}

/** What forms keep for some: whose answers this person reads. */
function AudiencesForm({ person, self, onStale }: { person: Person; self: boolean; onStale: () => void }) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const audiences = useAudiences();
  const [change, { isLoading, isSuccess, error, reset }] = useUpdatePersonMutation();
  const { confirmed, dialog } = useConfirmed();
  const [chosen, setChosen] = useState<readonly string[]>(person.audiences);
  const failure = error && !isProofAsked(error) ? failureOf(error) : null;
  const isChanged = chosen.length !== person.audiences.length || chosen.some((id) => !person.audiences.includes(id));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const known = chosen.filter((id) => audiences.some((each) => each.id === id));
    const answer = await confirmed(() => change({ id: person.id, personChange: { version: person.version, audiences: known } }));
    if (answer.error && failureOf(answer.error).messageId === "A003") onStale();
  };
  return (
    <>
      <form className={classes.section} onSubmit={(event) => void send(event)}>
        <Checkbox.Group
          label={t("people.audiences")}
          description={t("people.audiences.help")}
          error={failure ? message(failure.messageId) : undefined}
          value={[...chosen]}
          onChange={(next) => {
            reset();
            setChosen(next);
          }}
        >
          <Stack gap="sm" mt="xs">
            {audiences.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
        {self && isChanged && <span className={sheet.quiet}>{t("people.audiences.self")}</span>}
        <div className={classes.actions}>
          <Button type="submit" variant="default" loading={isLoading} disabled={!isChanged}>
            {t("people.audiences.save")}
          </Button>
          <span role="status">{isSuccess && <StatusDot tone="good">{t("people.saved")}</StatusDot>}</span>
        </div>
      </form>
      {dialog}
    </>
  );
}
