import { createContext, useContext } from "react";
import type { NamedSchema } from "../../src/model/contract.ts";
import type { Html } from "../../src/model/html.ts";
import type { ReferenceView } from "../../src/model/view.ts";
import { toSchemaUses, type SchemaUse } from "./schema-uses.ts";

/** What every part of the reference may need, however deep it lies. */
export interface ReferenceData {
  readonly schemaByName: ReadonlyMap<string, NamedSchema>;
  readonly usesByName: ReadonlyMap<string, readonly SchemaUse[]>;
  readonly highlight: (code: string, language: string) => Html;
  /** True when some operation asks for authentication, so that one without it is worth a word. */
  readonly secured: boolean;
}

export const ReferenceContext = createContext<ReferenceData | null>(null);

export function toReferenceData({ contract, highlight }: ReferenceView): ReferenceData {
  return {
    schemaByName: new Map(contract.schemas.map((schema) => [schema.name, schema])),
    usesByName: toSchemaUses(contract),
    highlight,
    secured: contract.operations.some(({ security }) => security.length > 0),
  };
}

/** The page's reference data. Only for components below the reference page. */
export function useReference(): ReferenceData {
  const data = useContext(ReferenceContext);
  if (data === null) throw new Error("a part of the reference was rendered outside of it");
  return data;
}
