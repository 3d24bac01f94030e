import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";

/** A text as a school's gateway is given it. */
interface Text {
  to: string;
  from: string;
  text: string;
}

/** Where it is, what came to a number last, and its end. */
export interface SmsGateway {
  url: string;
  textTo: (number: string) => Promise<Text>;
  close: () => void;
}

/** A gateway for texts, as a `school.yaml` names one: it takes everything, and keeps it. */
export async function smsGateway(): Promise<SmsGateway> {
  const taken: Text[] = [];
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      taken.push(JSON.parse(body) as Text);
      answer.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const textTo = async (number: string) => {
    await expect.poll(() => taken.some(({ to }) => to === number), { message: `a text to ${number}`, timeout: 20_000 }).toBe(true);
    return taken.findLast(({ to }) => to === number) as Text;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`, textTo, close: () => server.close() };
}
