import { freePort } from "./listen.ts";
import { type OddApi, startOddApi } from "./odd-api.ts";
import { smallReferenceFolder } from "./small-reference.ts";
import type { TemporaryFolder } from "./temporary-folder.ts";

/** A small reference whose explorers can call servers that answer oddly. */
export interface ExplorerFolder extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** Answers whatever the credentials ask for. Offered as "Odd" (staging) and as "Live" (production). */
  readonly odd: OddApi;
  /** Answers without allowing any page to read it. Offered as "Closed". */
  readonly closed: OddApi;
}

/** A folder of such a site, and its servers; the one offered as "Down" is unreachable, "Given" is a placeholder. */
export async function explorerFolder(): Promise<ExplorerFolder> {
  const [odd, closed, folder, downPort] = await Promise.all([
    startOddApi({ cors: true }),
    startOddApi({ cors: false }),
    smallReferenceFolder(),
    freePort(),
  ]);
  const settings = (await folder.read("content/site.yaml")).replace(/^servers:\n(?: .*\n)+/m, "");
  const server = (name: string, kind: string, address: string) =>
    `  - { name: ${name}, kind: ${kind}, url: "${address}/v1/external_api" }\n`;
  await folder.write({
    "content/guide.md": guide,
    "content/site.yaml":
      `${settings}\nservers:\n` +
      server("Live", "production", odd.origin.replace("127.0.0.1", "localhost")) +
      server("Odd", "staging", odd.origin) +
      server("Closed", "staging", closed.origin) +
      server("Down", "staging", `http://127.0.0.1:${downPort}`) +
      server("Given", "production", "https://api.example.com"),
  });
  return {
    folder,
    odd,
    closed,
    async [Symbol.asyncDispose]() {
      for (const resource of [odd, closed, folder]) await resource[Symbol.asyncDispose]();
    },
  };
}

/** Two steps, of which the second sends the value that the first one stores. */
const guide = `# Guide

:::steps
1. [Create](#create)
   [](op:broker_invoices_create)
   :keep[\`invoice_number\`]
2. [Change it, and read it](#change)
   [](op:broker_invoices_partial_update) [](op:broker_invoices_read)
3. [Create it again](#elsewhere)
   [](op:broker_invoices_create)
:::

## Create

\`\`\`http op=broker_invoices_create
POST /broker_invoices/
Content-Type: application/json

{ "load_number": "LD-20417", "amount": 240000, "carrier_amount": 195000, "client_invoice_number": "HL-1" }
\`\`\`

\`\`\`json op=broker_invoices_create response=201 partial
{
  "invoice_number": "BI-100482",
  …
  "client_invoice_number": "HL-1"
}
\`\`\`

## Change

\`\`\`http op=broker_invoices_partial_update
PATCH /broker_invoices/BI-100482/
Content-Type: application/json

{ "client_invoice_number": "HL-1" }
\`\`\`

\`\`\`http op=broker_invoices_read
GET /broker_invoices/BI-100482/
\`\`\`

\`\`\`json op=broker_invoices_read response=200 partial
{
  "invoice_number": "BI-100482"
  …
}
\`\`\`

\`\`\`text
BI-100482 is in BI-100482.pdf and old-BI-100482.
\`\`\`

## Elsewhere
`;
