import * as z from "zod";

import { isDiagnosticCode, type DiagnosticCode } from "#shared/diagnostic-codes.ts";

const linkSetting = z.strictObject({ label: z.string().min(1).optional(), to: z.string().min(1) });

export interface SidebarEntry {
  label?: string | undefined;
  to?: string | undefined;
  items?: (string | SidebarEntry)[] | undefined;
}

const sidebarEntry: z.ZodType<SidebarEntry> = z.strictObject({
  label: z.string().min(1).optional(),
  to: z.string().min(1).optional(),
  get items() {
    return z.array(z.union([z.string().min(1), sidebarEntry])).optional();
  },
});

const redirect = z.strictObject({ from: z.string().startsWith("/"), to: z.string().min(1) });

const contractVersion = z.strictObject({
  id: z.string().min(1),
  document: z.string().min(1),
  route: z.string().startsWith("/"),
  notice: z.string().min(1).optional(),
});

const server = z.strictObject({
  name: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
  kind: z.enum(["sandbox", "staging", "production"]),
});

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/);
const variableName = z.string().regex(/^[A-Z_][A-Z0-9_]*$/);

const severity = z.enum(["error", "warning", "off"]);

const diagnosticCode = z.custom<DiagnosticCode>(
  (code) => typeof code === "string" && isDiagnosticCode(code),
  "no such diagnostic code (docs-build explain lists them)",
);

/** The keys of `content/site.yaml`. Every key is optional; an unknown one is an error. */
export const settingsSchema = z.strictObject({
  title: z.string().min(1).optional(),
  titleDelimiter: z.string().min(1).optional(),
  description: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  baseUrl: z.string().min(1).optional(),
  language: z.string().min(2).optional(),
  colorMode: z.enum(["light", "dark"]).optional(),
  navbar: z.array(linkSetting).optional(),
  sidebar: z.array(z.union([z.string().min(1), sidebarEntry])).optional(),
  footer: z
    .strictObject({ links: z.array(linkSetting).optional(), copyright: z.string().min(1).optional() })
    .optional(),
  announcement: z.strictObject({ id: z.string().min(1), text: z.string().min(1) }).optional(),
  redirects: z.array(redirect).optional(),
  contracts: z.array(contractVersion).optional(),
  servers: z.array(server).optional(),
  authentication: z.strictObject({ header: headerName.optional(), variable: variableName.optional() }).optional(),
  live: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      header: headerName.optional(),
      variable: variableName.optional(),
    })
    .optional(),
  severities: z.partialRecord(diagnosticCode, severity).optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Every key of the schema at any depth, for suggestions. */
export const settingsKeys: readonly string[] = [
  ...Object.keys(settingsSchema.shape),
  ...[
    "label",
    "to",
    "items",
    "links",
    "copyright",
    "id",
    "text",
    "document",
    "route",
    "notice",
    "name",
    "url",
    "kind",
    "from",
  ],
  ...["header", "variable"],
];
