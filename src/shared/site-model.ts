import type { Contract } from "./contract/contract.ts";
import type { Operation } from "./contract/operation.ts";
import { type Member, type NamedSchema, resolveSchema } from "./contract/schema.ts";
import { comparePositions } from "./diagnostics/diagnostic.ts";
import type { ContractUse, DocumentOutline, DocumentUse } from "./document.ts";
import type { Route, RouteTable } from "./route.ts";
import { contractsNamed, nameOfContract } from "./site-manifest.ts";

/** A site as plain data, for tools that need its names and positions but no pages. */
export interface SiteModel {
  readonly contracts: readonly PublishedContract[];
  /** The contracts that pages mention, one for each API. */
  readonly apis: readonly { readonly api: string; readonly contract: Contract }[];
  readonly documents: readonly DocumentOutline[];
  readonly routes: RouteTable;
  /** Paths of blocks, figures and programs in `content/`. */
  readonly parts: readonly string[];
  /** Routes of static files. */
  readonly statics: readonly string[];
  /** Directives from the site's own templates, with the names of their attributes. */
  readonly directives: readonly { readonly name: string; readonly attributes: readonly string[] }[];
}

interface PublishedContract {
  readonly version: { readonly api: string; readonly id: string; readonly route: Route };
  readonly contract: Contract;
}

/**
 * The model from the point of view of a file: a page may say which API or version it's about, and a contract's document
 * is about itself. Names in that contract come before names in others.
 */
export function seenFrom(model: SiteModel, file: string): SiteModel {
  const about = model.documents.find((document) => document.file === file)?.frontMatter.contract?.name;
  if (about !== undefined) return about === "" ? model : seenBy(model, about);
  const own = model.contracts.find(({ contract }) => contract.file === file);
  return own === undefined ? model : seenBy(model, nameOfContract(own.version));
}

/** The model from the point of view of a code block or page that names an API or version. */
export function seenBy(model: SiteModel, name: string): SiteModel {
  const [version] = contractsNamed(
    model.contracts.map((contract) => contract.version),
    name,
  );
  const chosen = model.contracts.find((contract) => contract.version === version);
  if (chosen === undefined) return model;
  const { api } = chosen.version;
  return { ...model, apis: [{ api, contract: chosen.contract }, ...model.apis.filter((entry) => entry.api !== api)] };
}

/** The contracts that pages mention. */
export function contractsOf({ apis }: Pick<SiteModel, "apis">): readonly Contract[] {
  return apis.map(({ contract }) => contract);
}

export function findOperation(model: SiteModel, id: string): Operation | null {
  return firstOf(model, (contract) => finders.operation(contract, id));
}

export function findSchema(model: SiteModel, name: string): NamedSchema | null {
  return firstOf(model, (contract) => finders.schema(contract, name));
}

/** Finds a field by `Schema.field`. Both names may contain dots. */
export function findField(model: SiteModel, path: string): Member | null {
  return firstOf(model, (contract) => finders.field(contract, path));
}

/** How each kind of part is found in a contract by its name. */
const finders = {
  operation: ({ operations, webhooks }: Contract, id: string): Operation | undefined =>
    [...operations, ...webhooks].find((operation) => operation.id === id),
  schema: ({ schemas }: Contract, name: string): NamedSchema | undefined =>
    schemas.find((schema) => schema.name === name),
  field: (contract: Contract, path: string): Member | undefined => {
    const dots = [...path.matchAll(/\./g)].map(({ index }) => index).toReversed();
    const found = dots.map((dot) =>
      membersOf(contract, path.slice(0, dot)).find(({ name }) => name === path.slice(dot + 1)),
    );
    return found.find((member) => member !== undefined);
  },
};

/** The members of a named schema; empty if it doesn't exist or isn't an object. */
export function membersOf({ schemaByName }: Pick<Contract, "schemaByName">, name: string): readonly Member[] {
  const schema = schemaByName.get(name);
  return schema === undefined ? [] : resolveSchema(schema, schemaByName).members;
}

function firstOf<T>(model: SiteModel, find: (contract: Contract) => T | undefined): T | null {
  for (const contract of contractsOf(model)) {
    const found = find(contract);
    if (found !== undefined) return found;
  }
  return null;
}

/** A part of the contract that pages may mention. */
export interface ContractPart {
  readonly kind: "operation" | "schema" | "field";
  /** An operation's id, a schema's name, or `Schema.field`. */
  readonly name: string;
}

const kindsOfUse: Readonly<Record<ContractPart["kind"], readonly ContractUse["kind"][]>> = {
  operation: ["operation", "request", "response", "body"],
  schema: ["schema", "table", "body"],
  field: ["field"],
};

/** The mentions of a part of the contract, in the order of files and lines. */
export function usesOf(model: SiteModel, { kind, name }: ContractPart): readonly ContractUse[] {
  const owner = contractsOf(model).find((contract) => finders[kind](contract, name) !== undefined)?.file;
  const uses = model.documents.flatMap((document) => document.uses);
  const isOf = ({ document, target }: DocumentUse): boolean => target === name && document === owner;
  const own = uses.filter((use) => isOf(use) && kindsOfUse[kind].includes(use.kind));
  // A part that several pages include has its uses once per page.
  const unique = new Map(own.map((use) => [JSON.stringify(use.position), use]));
  return [...unique.values()].sort((a, b) => comparePositions(a.position, b.position));
}
