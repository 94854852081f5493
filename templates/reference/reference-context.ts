import { createContext, useContext } from "react";
import type { NamedSchema } from "../../src/model/schema.ts";
import type { Html } from "../../src/model/html.ts";
import { hrefOf } from "../../src/model/reference.ts";
import type { ReferenceView } from "../../src/model/view.ts";
import { toSchemaUses, type SchemaUse } from "./schema-uses.ts";

/** What every part of the reference may need, however deep it lies. */
export interface ReferenceData {
  readonly schemaByName: ReadonlyMap<string, NamedSchema>;
  readonly usesByName: ReadonlyMap<string, readonly SchemaUse[]>;
  /** The address of an anchor as this page writes it. */
  readonly hrefOf: (anchor: string) => string;
  readonly highlight: (code: string, language: string) => Html;
  /** Addresses of the explorers' data, by the anchor of the operation. */
  readonly explorers: ReadonlyMap<string, string>;
  /** True on one of several pages, where the page's title names the part. */
  readonly isPart: boolean;
  /** True when some operation says who may call it, so that silence is worth a word. */
  readonly audienceStated: boolean;
  /** True when some operation asks for authentication, so that one without it is worth a word. */
  readonly secured: boolean;
}

export const ReferenceContext = createContext<ReferenceData | null>(null);

export function toReferenceData({ contract, reference, part, highlight, explorers }: ReferenceView): ReferenceData {
  const ownAddress = `${part.href}#`;
  return {
    schemaByName: new Map(contract.schemas.map((schema) => [schema.name, schema])),
    usesByName: part.schemas.length === 0 ? new Map() : toSchemaUses(contract),
    hrefOf(anchor) {
      const href = hrefOf(reference, anchor);
      return href.startsWith(ownAddress) ? href.slice(part.href.length) : href;
    },
    highlight,
    explorers,
    isPart: part.href !== reference.root.href,
    audienceStated: contract.operations.some(({ audience }) => audience.length > 0),
    secured: contract.operations.some(({ security }) => security.length > 0),
  };
}

/** The page's reference data. Only for components below the reference page. */
export function useReference(): ReferenceData {
  const data = useContext(ReferenceContext);
  if (data === null) throw new Error("a part of the reference was rendered outside of it");
  return data;
}
