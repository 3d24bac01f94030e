import { signedIn } from "@/api/authSlice";
import type { Role } from "@/api/roles";
import { makeStore } from "@/app/store";

/** A store in which somebody of the staff is signed in. */
export function staffStore(role: Role = "admissions_officer") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  return store;
}
