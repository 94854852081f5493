import { requestLineOf } from "#shared/contract/contract.ts";
import { placeholdersIn } from "#shared/contract/notation/path-template.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type JsonObject, listAt } from "#shared/json/json.ts";

import { type ItemOperation, operationsIn } from "../convert/list-operations.ts";
import type { DocumentNode, Reading } from "../convert/reading.ts";

/**
 * Checks rules of OpenAPI 3.1 that shapes can't express: operation ids are unique, paths and their parameters agree, and
 * security requirements name schemes.
 */
export function checkOperations(reading: Reading): readonly Diagnostic[] {
  const checking = new OperationCheck(reading);
  checking.checkSecurity(reading.document, []);
  for (const [path, item] of reading.document.entries("paths")) {
    if (path.startsWith("x-")) continue;
    const shared = checking.readParameters(item, ["paths", path]);
    for (const operation of operationsIn(item)) checking.checkOperation(operation, path, shared);
  }
  return checking.diagnostics;
}

interface DocumentParameter {
  readonly key: string;
  readonly name: string;
  readonly in: string;
  readonly node: DocumentNode;
}

/** Null when a parameter of the list doesn't resolve, which is reported elsewhere. */
type ParameterList = readonly DocumentParameter[] | null;

interface Finding {
  readonly message: string;
  readonly tokens: readonly string[];
  readonly hint?: string | null;
}

class OperationCheck {
  readonly diagnostics: Diagnostic[] = [];
  readonly #reading: Reading;
  readonly #schemes: readonly string[];
  readonly #ids = new Map<string, string>();
  /** Parameters that many operations share are reported once. */
  readonly #reported = new Set<object>();

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#schemes = Object.keys(reading.document.node("components").node("securitySchemes").value);
  }

  checkOperation({ node, method, tokens: inItem }: ItemOperation, path: string, shared: ParameterList): void {
    const tokens = ["paths", path, ...inItem];
    const id = node.text("operationId");
    const first = id === null ? undefined : this.#ids.get(id);
    const message = `the operationId \`${id}\` is that of ${first} already`;
    if (first !== undefined) this.#report(node.value, "operationId", { message, tokens });
    else if (id !== null) this.#ids.set(id, requestLineOf({ method, path }));
    this.checkSecurity(node, tokens);
    const own = this.readParameters(node, tokens);
    if (own === null || shared === null) return;
    const parameters = [...shared, ...own];
    this.#checkPlaceholders(node, parameters, tokens);
    this.#checkWholeQuery(parameters, tokens);
  }

  /** Reads a list of parameters and checks each by itself. */
  readParameters(owner: DocumentNode, tokens: readonly string[]): ParameterList {
    const uses = owner
      .nodes("parameters")
      .map((node, index) => this.#readParameter(node, [...tokens, "parameters", `${index}`]));
    const seen = new Set<string>();
    for (const use of uses) {
      if (use === null) continue;
      const message = `the ${use.in} parameter \`${use.name}\` appears twice`;
      if (seen.has(use.key)) this.#report(use.node.value, "name", { message, tokens });
      seen.add(use.key);
    }
    return uses.every((use) => use !== null) ? uses : null;
  }

  #readParameter(node: DocumentNode, tokens: readonly string[]): DocumentParameter | null {
    const [name, where] = [node.text("name"), node.text("in")];
    if (name === null || where === null) return null;
    const parameter = { key: `${where} ${name}`, name, in: where, node };
    if (this.#reported.has(node.value)) return parameter;
    this.#reported.add(node.value);
    const report = (message: string): void => this.#report(node.value, "name", { message, tokens });
    const hasValue = node.member("schema") !== undefined || node.member("content") !== undefined;
    if (!hasValue) report(`the parameter \`${name}\` has no schema`);
    const isOptional = where === "path" && !node.flag("required");
    if (isOptional) report(`the path parameter \`${name}\` must state \`required: true\``);
    return parameter;
  }

  #checkPlaceholders(
    operation: DocumentNode,
    parameters: readonly DocumentParameter[],
    tokens: readonly string[],
  ): void {
    const path = tokens[1] ?? "";
    const placeholders = new Set(placeholdersIn(path));
    const named = new Map(parameters.filter((use) => use.in === "path").map((use) => [use.name, use]));
    for (const name of placeholders) {
      if (named.has(name)) continue;
      const hint = nearestHint(name, [...named.keys()]);
      this.#report(operation.value, null, { message: `\`{${name}}\` of the path has no parameter`, tokens, hint });
    }
    for (const { name, node } of named.values()) {
      if (placeholders.has(name)) continue;
      const hint = nearestHint(name, [...placeholders]);
      this.#report(node.value, "name", { message: `the path ${path} has no \`{${name}}\``, tokens, hint });
    }
  }

  /** A parameter that is the whole query leaves no room for others (OpenAPI 3.2.1, section 4.12.1). */
  #checkWholeQuery(parameters: readonly DocumentParameter[], tokens: readonly string[]): void {
    const whole = parameters.find((use) => use.in === "querystring");
    const second = parameters.find((use) => use !== whole && (use.in === "query" || use.in === "querystring"));
    if (whole === undefined || second === undefined) return;
    const message = `\`${whole.name}\` is the whole query string, and \`${second.name}\` is beside it`;
    this.#report(whole.node.value, "name", { message, tokens });
  }

  checkSecurity(owner: DocumentNode, tokens: readonly string[]): void {
    for (const requirement of listAt(owner.value, "security").filter(isObject)) {
      for (const name of Object.keys(requirement)) {
        if (this.#schemes.includes(name)) continue;
        const message = `there is no security scheme \`${name}\``;
        this.#report(requirement, name, { message, tokens, hint: nearestHint(name, this.#schemes) });
      }
    }
  }

  #report(owner: JsonObject, key: string | null, { message, tokens, hint }: Finding): void {
    const position = key === null ? this.#reading.positionOf(owner) : this.#reading.positionOfKey(owner, key);
    const sentence = `${message} (${toPointer(tokens)})`;
    this.diagnostics.push(diagnose("contract/nonstandard", sentence, position, hint ?? null));
  }
}
