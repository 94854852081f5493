import { parse, stringify } from "yaml";

import { shippedFolder, type TemporaryFolder } from "./temporary-folder.ts";

/** The operations for the explorer's tests. */
const explorerPaths: Readonly<Record<string, readonly string[]>> = {
  "/client_info/": ["get"],
  "/debtors/": ["get"],
  "/debtor_credit/": ["get"],
  "/debtor_relationships/": ["get"],
  "/broker_invoices/": ["get", "post"],
  "/broker_invoices/{invoice_number}/": ["get", "patch", "delete"],
  "/broker_invoices/{invoice_number}/attachments": ["post"],
  "/carrier_invoices/": ["post"],
  "/loads/": ["get", "post"],
  "/loads/{load_number}/": ["get", "delete"],
};
const sandboxOperations = ["client_info_read", "debtors_list", "debtor_credit_list"];

/**
 * A folder with a copy of this repository's site whose guides are two lines, and whose contract has some of its
 * operations: its reference has the same kinds of pages in both versions, and opens in a third of the time.
 */
export async function smallReferenceFolder(): Promise<TemporaryFolder> {
  const folder = await shippedFolder();
  const sandbox = pick(parse(await folder.read("openapi/sandbox.yaml")), sandboxOperations);
  const settings = parse(await folder.read("content/site.yaml"));
  for (const name of ["sidebar", "footer", "announcement", "search"]) Reflect.deleteProperty(settings, name);
  await folder.remove("content");
  await folder.write({
    "content/index.md": "# Home\n",
    "content/versioning.md": "# Versioning\n",
    "content/site.yaml": stringify({ ...settings, severities: { "contract/link": "off" } }),
    "openapi/v1.1.yaml": keepOperations(await folder.read("openapi/v1.1.yaml"), explorerPaths),
    "openapi/sandbox.yaml": stringify(sandbox),
  });
  return folder;
}

/** A contract with some methods of some paths, and the components they refer to. */
export function keepOperations(text: string, methodsByPath: Readonly<Record<string, readonly string[]>>): string {
  const contract = parse(text);
  contract.paths = Object.fromEntries(
    Object.entries(methodsByPath).map(([path, methods]) => [
      path,
      pick(contract.paths[path], ["parameters", ...methods]),
    ]),
  );
  dropUnused(contract);
  return stringify(contract);
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

/** Removes the components that nothing refers to any longer. */
function dropUnused(contract: { readonly components: Record<string, Record<string, unknown>> }): void {
  const text = JSON.stringify(contract);
  for (const [kind, entries] of Object.entries(contract.components))
    for (const name of Object.keys(entries))
      if (kind !== "securitySchemes" && !text.includes(`"#/components/${kind}/${name}"`))
        Reflect.deleteProperty(entries, name);
  if (JSON.stringify(contract) !== text) dropUnused(contract);
}
