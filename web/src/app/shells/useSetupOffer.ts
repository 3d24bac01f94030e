import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { isUntouched, useGetSetupQuery } from "@/api/setup";
import { ENTRY, SETUP } from "../paths";

/** Leads the administrator of a new school to its first set-up, once after a sign-in and only from the usual first page. */
export function useSetupOffer(): void {
  const { arriving, user } = useAppSelector((state) => state.auth);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // Read when the shell is first drawn: the page inside it ends the arrival.
  const [fresh] = useState(arriving);
  const offered = useRef(false);
  const asks = fresh && pathname === ENTRY && (user?.authority.includes("school_admin") ?? false);
  const { data } = useGetSetupQuery(undefined, { skip: !asks });
  useEffect(() => {
    if (!asks || !data || offered.current) return;
    offered.current = true;
    if (isUntouched(data.setup)) void navigate(SETUP, { replace: true });
  }, [asks, data, navigate]);
}
