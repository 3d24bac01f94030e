import { useParams } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { FamilyDocuments } from "./FamilyDocuments";
import { StaffDocuments } from "./StaffDocuments";

/** The documents of one application, for its family or for the staff. */
export function UploadPage() {
  const { id = "" } = useParams();
  const isStaff = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  return isStaff ? <StaffDocuments key={id} id={id} /> : <FamilyDocuments key={id} id={id} />;
}
