import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MailText } from "./MailText";

it("breaks an address before its sign and its dots, and nowhere else", () => {
  const { container } = render(<MailText address="huda.al@families.example" />);
  expect(container.innerHTML).toBe('<bdi dir="ltr">huda<wbr>.al<wbr>@families<wbr>.example</bdi>');
});
