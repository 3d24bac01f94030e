import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSaveFileMutation } from "@/api/download";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconDots } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { ReasonDialog } from "../../ReasonDialog";
import { lettersOf, useEndLetterMutation, useSendLinkAgainMutation, type LetterSigner, type SentLetter } from "./calls";
import { PostedDialog } from "./PostedDialog";
import { useWhyNot } from "./useWhyNot";

type Asked = { what: "again"; signer: LetterSigner } | { what: "withdraw" } | { what: "posted" | "corrected" };

/** What can be done with a letter that is made: its link once more, its end, the post, its record. */
export function LetterActions({ id, letter }: { id: string; letter: SentLetter }) {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const whyNot = useWhyNot();
  const works = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [again, sending] = useSendLinkAgainMutation();
  const [end, ending] = useEndLetterMutation();
  const [save, saving] = useSaveFileMutation();
  const close = () => {
    setAsked(null);
    sending.reset();
    ending.reset();
  };
  const isOpen = letter.state === "released" || letter.state === "choosing";
  const isOffer = letter.kind === "offer" || letter.kind === "conditional_offer";
  const hasLink = isOpen ? "invited" : letter.state === "signed" ? "signed" : null;
  const reachable = works ? letter.signers.filter((signer) => signer.state === hasLink) : [];
  const ends = works && !isOffer && (isOpen || letter.state === "draft");
  const posts = works && letter.files.length > 0;
  if (reachable.length === 0 && !ends && !posts && !letter.record) return null;
  const sendAgain = async (place: number) => {
    const answer = await again({ id, letter: letter.id, place });
    if (!answer.error) close();
  };
  const withdraw = async (reason: string) => {
    const answer = await end({ id, letter: letter.id, reason });
    if (!answer.error) close();
  };
  return (
    <>
      <Menu position="bottom-start" shadow="md" menuItemTabIndex={0}>
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" leftSection={<IconDots size={16} />} aria-label={t("hand.more.of", { reference: letter.reference })}>
            {t("hand.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {reachable.map((signer) => (
            <Menu.Item key={signer.place} onClick={() => setAsked({ what: "again", signer })}>
              {t("hand.again", { name: `\u2068${signer.name}\u2069` })}
            </Menu.Item>
          ))}
          {posts && <Menu.Item onClick={() => setAsked({ what: "posted" })}>{t(letter.posts.length > 0 ? "hand.post.again" : "hand.post")}</Menu.Item>}
          {posts && letter.posts.length > 0 && <Menu.Item onClick={() => setAsked({ what: "corrected" })}>{t("hand.post.correct")}</Menu.Item>}
          {letter.record && (
            <Menu.Item onClick={() => void save({ path: `${lettersOf(id)}/${encodeURIComponent(letter.id)}/evidence`, name: `${letter.reference}.json` })}>{t("hand.record")}</Menu.Item>
          )}
          {ends && (
            <Menu.Item color="red" onClick={() => setAsked({ what: "withdraw" })}>
              {t("hand.withdraw")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {saving.error && <p role="alert">{message(failureOf(saving.error).messageId)}</p>}
      {asked?.what === "again" && (
        <ConfirmDialog
          opened
          onClose={close}
          title={t("hand.again.title")}
          text={t("hand.again.text", { name: `\u2068${asked.signer.name}\u2069` })}
          confirm={t("hand.again.go")}
          busy={sending.isLoading}
          error={whyNot(sending.error)}
          onConfirm={() => void sendAgain(asked.signer.place)}
        />
      )}
      {asked?.what === "withdraw" && (
        <ReasonDialog title={t("hand.withdraw.title")} text={t("hand.withdraw.text")} confirm={t("hand.withdraw.go")} danger busy={ending.isLoading} error={whyNot(ending.error)} onSend={(reason) => void withdraw(reason)} onClose={close} />
      )}
      {(asked?.what === "posted" || asked?.what === "corrected") && <PostedDialog id={id} letter={letter} wrong={asked.what === "corrected" ? letter.posts.at(-1) : undefined} onClose={close} />}
    </>
  );
}
