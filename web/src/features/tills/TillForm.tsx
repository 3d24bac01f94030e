import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { StoreType } from "@/api/generated";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useAddTillMutation, useUpdateTillMutation, type FreshTill, type Till } from "./api";
import { STORES } from "./stores";

interface Props {
  /** Null for a new one. */
  till: Till | null;
  onClose: () => void;
  onFresh: (fresh: FreshTill) => void;
}

/** A till's code, name and what it sells. The code is painted on the counter: it stays. */
export function TillForm({ till, onClose, onFresh }: Props) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const byField = useProblemsByField();
  const [add, adding] = useAddTillMutation();
  const [change, changing] = useUpdateTillMutation();
  const [code, setCode] = useState(till?.code ?? "");
  const [name, setName] = useState(till?.name ?? "");
  const [stores, setStores] = useState<StoreType[]>(till?.store_types ?? ["canteen"]);
  const [tried, setTried] = useState(false);
  const error = adding.error ?? changing.error;
  const failure = error ? failureOf(error) : null;
  const fields = failure ? byField(failure.problems) : {};
  const taken = failure?.messageId === "A005" ? message("A005") : undefined;

  const send = async () => {
    setTried(true);
    if (!code.trim() || !name.trim() || stores.length === 0) return;
    if (till) {
      const answer = await change({ id: till.id, tillChange: { version: till.version, name: name.trim(), store_types: stores } });
      if (!answer.error) onClose();
    } else {
      const answer = await add({ newTill: { code: code.trim(), name: name.trim(), store_types: stores } });
      if (answer.data) onFresh(answer.data);
    }
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={till ? t("tills.edit.title", { code: `\u2068${till.code}\u2069` }) : t("tills.add")}
      confirm={till ? t("settings.save") : t("tills.add.do")}
      busy={adding.isLoading || changing.isLoading}
      error={failure && !taken && Object.keys(fields).length === 0 ? message(failure.messageId) : null}
      onConfirm={() => void send()}
    >
      {!till && (
        <TextInput
          data-autofocus
          label={t("tills.code")}
          description={t("tills.code.help")}
          dir="ltr"
          maxLength={20}
          value={code}
          error={tried && !code.trim() ? t("tills.code.missing") : (taken ?? fields.code)}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t("tills.name")}
        description={t("tills.name.help")}
        maxLength={100}
        value={name}
        error={tried && !name.trim() ? t("tills.name.missing") : fields.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label={t("tills.stores")} value={stores} onChange={(chosen) => setStores(chosen)} error={tried && stores.length === 0 ? t("tills.stores.missing") : fields.store_types}>
        <Stack gap="sm" mt="xs">
          {STORES.map((store) => (
            <Checkbox key={store} value={store} label={t(`tills.store.${store}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </ConfirmDialog>
  );
}
