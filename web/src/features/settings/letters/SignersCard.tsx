import { NativeSelect, Switch } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { Card } from "../desk/RoomHead";
import type { PartProps } from "./parts";
import { AGES, OF_AGE, PROOFS, ROLES, signs, type Role } from "./letters";
import classes from "./letters.module.css";

/** Who signs a letter and in which order, and how they are known beside the link. */
export function SignersCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const format = useFormat();
  const signers = letter.signers ?? [];
  const student = signers.find(({ role }) => role === "student");
  const ordered = (all: typeof signers) => all.toSorted((one, two) => one.order - two.order || ROLES.indexOf(one.role) - ROLES.indexOf(two.role));
  const turn = (role: Role, does: boolean) => {
    const rest = signers.filter((each) => each.role !== role);
    change({ signers: ordered(does ? [...rest, { role, order: Math.min(4, Math.max(0, ...rest.map(({ order }) => order)) + 1) }] : rest) }, `signer ${role}`);
  };
  return (
    <Card title={t("signers")} help={t(signs(letter.kind) ? "signers.help" : "signers.help.free")}>
      <ul className={classes.signers}>
        {ROLES.map((role) => {
          const signer = signers.find((each) => each.role === role);
          return (
            <li key={role}>
              <Switch label={t(`signers.${role}`)} disabled={off} checked={signer !== undefined} onChange={(event) => turn(role, event.currentTarget.checked)} />
              {signer && (
                <NativeSelect
                  size="xs"
                  aria-label={t("signers.order", { who: t(`signers.${role}`) })}
                  disabled={off}
                  value={String(signer.order)}
                  data={[1, 2, 3, 4].map((n) => ({ value: String(n), label: t("signers.nth", { n }) }))}
                  onChange={(event) => change({ signers: ordered(signers.map((each) => (each.role === role ? { ...each, order: Number(event.currentTarget.value) } : each))) }, `order ${role}`)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {student && (
        <NativeSelect
          className={classes.narrow}
          label={t("signers.student.age")}
          description={t("signers.student.help", { n: student.age ?? OF_AGE })}
          disabled={off}
          value={String(student.age ?? OF_AGE)}
          data={AGES.map((age) => ({ value: String(age), label: format.number(age) }))}
          onChange={(event) => change({ signers: signers.map((each) => (each === student ? { ...each, age: Number(event.currentTarget.value) } : each)) }, "age")}
        />
      )}
      <NativeSelect
        className={classes.narrow}
        label={t("proof")}
        description={t(`proof.help.${letter.second_proof ?? "birth_date"}`)}
        disabled={off}
        value={letter.second_proof ?? "birth_date"}
        data={PROOFS.map((proof) => ({ value: proof, label: t(`proof.${proof}`) }))}
        onChange={(event) => change({ second_proof: event.currentTarget.value === "code" ? "code" : "birth_date" }, "proof")}
      />
    </Card>
  );
}
