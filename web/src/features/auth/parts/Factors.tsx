import { lazy, Suspense } from "react";
import type { FactorAsked, FactorSetupAsked, LoginAnswer, SessionAnswer } from "@/api/entry";

const SecondFactorStep = lazy(async () => ({ default: (await import("./SecondFactorStep")).SecondFactorStep }));
const SecondFactorSetup = lazy(async () => ({ default: (await import("./SecondFactorSetup")).SecondFactorSetup }));

/** What is still asked for after a right password or code. */
export type StillAsked = FactorAsked | FactorSetupAsked;

/** Parts an answer into a session and what is still asked for. */
export function askedOf(answer: LoginAnswer): { session: SessionAnswer; asked: null } | { session: null; asked: StillAsked } {
  return "token" in answer ? { session: answer, asked: null } : { session: null, asked: answer };
}

interface Props {
  asked: StillAsked;
  onOpen: (session: SessionAnswer) => void;
  onAgain: () => void;
}

/** The second factor: asked for, or first set up. */
export function Factors({ asked, onOpen, onAgain }: Props) {
  return (
    <Suspense fallback={null}>
      {"totp" in asked ? <SecondFactorSetup asked={asked} onOpen={onOpen} onAgain={onAgain} /> : <SecondFactorStep asked={asked} onOpen={onOpen} onAgain={onAgain} />}
    </Suspense>
  );
}
