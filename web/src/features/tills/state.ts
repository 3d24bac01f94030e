import type { Till } from "./api";

/** How a till stands: sells, waits for its device, or is switched off. */
export const stateOf = ({ disabled, enrolled_at: device }: Till): "active" | "invited" | "disabled" => (disabled ? "disabled" : device ? "active" : "invited");
