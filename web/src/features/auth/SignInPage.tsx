import { useEffect, useState } from "react";
import { useParams } from "react-router";
import type { LoginAnswer, SessionAnswer } from "@/api/entry";
import { askedFurther } from "@/api/authSlice";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { openSession } from "@/api/openSession";
import { askedOf, Factors, type StillAsked } from "./parts/Factors";
import { PasswordStep } from "./parts/PasswordStep";

/** Sign-in by password, and the second factor where the account has or needs one. Where the person goes afterwards is the guard's affair. */
export function SignInPage() {
  const dispatch = useAppDispatch();
  const { admissionDetailsToken } = useParams();
  // Another page may have taken the first proof: a tracking code is one.
  const brought = useAppSelector((state) => state.auth.asked);
  const [asked, setAsked] = useState<StillAsked | null>(brought);
  useEffect(() => {
    dispatch(askedFurther(null));
  }, [dispatch]);
  // A session begun from an encrypted link leaves nothing behind in the browser.
  const open = (session: SessionAnswer) => void dispatch(openSession(session, { keep: !admissionDetailsToken }));
  const take = (answer: LoginAnswer) => {
    const parted = askedOf(answer);
    if (parted.session) open(parted.session);
    else setAsked(parted.asked);
  };
  if (asked) return <Factors asked={asked} onOpen={open} onAgain={() => setAsked(null)} />;
  return <PasswordStep memoryOnly={Boolean(admissionDetailsToken)} onAnswer={take} />;
}
