import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import type { FactorAsked, FactorSetupAsked, SessionAnswer } from "@/api/entry";
import { useAppDispatch } from "@/api/hooks";
import { openSession } from "@/api/openSession";
import { PasswordStep } from "./parts/PasswordStep";

const SecondFactorStep = lazy(async () => ({ default: (await import("./parts/SecondFactorStep")).SecondFactorStep }));
const SecondFactorSetup = lazy(async () => ({ default: (await import("./parts/SecondFactorSetup")).SecondFactorSetup }));

type Stage = { kind: "password" } | { kind: "factor"; asked: FactorAsked } | { kind: "setup"; asked: FactorSetupAsked };

/** Sign-in by password, and the second factor where the account has or needs one. Where the person goes afterwards is the guard's affair. */
export function SignInPage() {
  const dispatch = useAppDispatch();
  const { admissionDetailsToken } = useParams();
  const [stage, setStage] = useState<Stage>({ kind: "password" });
  // A session begun from an encrypted link leaves nothing behind in the browser.
  const open = (session: SessionAnswer) => void dispatch(openSession(session, { keep: !admissionDetailsToken }));
  const again = () => setStage({ kind: "password" });

  if (stage.kind === "password") {
    return (
      <PasswordStep
        memoryOnly={Boolean(admissionDetailsToken)}
        onAnswer={(answer) => {
          if ("mfa_required" in answer && answer.mfa_required) setStage({ kind: "factor", asked: answer });
          else if ("mfa_setup_required" in answer && answer.mfa_setup_required) setStage({ kind: "setup", asked: answer });
          else open(answer as SessionAnswer);
        }}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      {stage.kind === "factor" ? <SecondFactorStep asked={stage.asked} onOpen={open} onAgain={again} /> : <SecondFactorSetup asked={stage.asked} onOpen={open} onAgain={again} />}
    </Suspense>
  );
}
