import { useState } from "react";
import { enrolledTill, forgetTill, storeTill, type EnrolledTill } from "@/api/till";
import { EnrolStep } from "./parts/EnrolStep";
import { PinStep } from "./parts/PinStep";

/** Sign-in at a point of sale: once the device is enrolled, a staff code and a PIN are enough. */
export function PosSignInPage() {
  const [enrolled, setEnrolled] = useState<EnrolledTill | null>(enrolledTill);
  if (!enrolled) {
    return (
      <EnrolStep
        onEnrolled={(till) => {
          storeTill(till);
          setEnrolled(till);
        }}
      />
    );
  }
  return (
    <PinStep
      enrolled={enrolled}
      onForget={() => {
        forgetTill();
        setEnrolled(null);
      }}
    />
  );
}
