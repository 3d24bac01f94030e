import { lazy, Suspense } from "react";
import { useAppSelector } from "@/api/hooks";
import { isFamily, may } from "@/api/may";

const StaffHome = lazy(async () => ({ default: (await import("./StaffHome")).StaffHome }));
const FamilyHome = lazy(async () => ({ default: (await import("./family/FamilyHome")).FamilyHome }));
const PlainHome = lazy(async () => ({ default: (await import("./PlainHome")).PlainHome }));
const NOBODY: readonly string[] = [];

/** Where the signed-in land: each in the form that their roles make of it. */
export function DashboardPage() {
  const authority = useAppSelector((state) => state.auth.user?.authority ?? NOBODY);
  const Home = may(authority, "enquiry.read") ? StaffHome : isFamily(authority) ? FamilyHome : PlainHome;
  return (
    <Suspense fallback={null}>
      <Home />
    </Suspense>
  );
}
