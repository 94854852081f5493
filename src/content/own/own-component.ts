import type { ElementContent, Parents, Root } from "hast";
import type { TextDirective } from "mdast-util-directive";

import { LimitError, withinTime } from "#read/within-time.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";
import { nearestHint, slipOf } from "#shared/diagnostics/nearest.ts";

import { type BlockDirective, takeLabel } from "../components/admonition.ts";
import { checkAttributes } from "../directives.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { eachElement, parseHtml, serialize } from "../markdown/markdown.ts";
import { onlyChildren, type Render } from "../markdown/placeholder.ts";
import type { Located } from "../markdown/source-lines.ts";
import { type LoadedDirective, type OwnAttribute, type OwnDirective, slotTag } from "./own-directive.ts";

/** In milliseconds. A component that takes longer never ends. */
const timeLimit = 3000;

/**
 * Renders a directive of the site's own by its template's component, whose output becomes part of the page. A fault is
 * reported at the use, and the page shows the directive's content alone.
 */
export function ownComponent(
  loaded: LoadedDirective,
  node: BlockDirective | TextDirective,
  draft: DocumentDraft,
): Render {
  const refuse = (fault: SampleFault): Render => {
    draft.report("directive/invalid", fault, node);
    return onlyChildren;
  };
  const { directive, render } = loaded;
  if (render === null) return onlyChildren;
  const props = readProps(node, directive);
  if ("message" in props) return refuse(props);
  const isBlock = node.type !== "textDirective";
  const label = isBlock ? takeLabel(node) : null;
  const values = label === null ? props.values : { ...props.values, label };
  const hasChildren = node.children.length > 0;
  const printed = print(() => render(values, hasChildren), loaded);
  if (typeof printed !== "string") return refuse(printed);
  const { name, file } = directive;
  const tree = toTree(printed, node);
  const fault = faultOf(tree, { name, file, printed, hasChildren, isBlock, islands: draft.own.islands });
  if (fault !== null) return refuse(fault);
  return (children) => fillSlots(tree, children);
}

function print(render: () => string, { directive, positionOf }: LoadedDirective): string | SampleFault {
  const { name, file } = directive;
  try {
    return withinTime(timeLimit, render);
  } catch (error) {
    if (error instanceof LimitError) {
      const message = `\`${name}\` takes longer than ${timeLimit / 1000} seconds`;
      return { message, hint: `look for an endless loop in ${file}` };
    }
    const position = error instanceof Error ? positionOf(error) : null;
    const [message = ""] = String(error instanceof Error ? error.message : error).split("\n");
    const hint = `see ${position === null ? file : formatPosition(position)}`;
    return { message: `\`${name}\` throws: ${message}`, hint };
  }
}

function toTree(printed: string, { position }: Located): Root {
  const tree = parseHtml(printed);
  // React asks browsers to load images early; here they load late.
  tree.children = tree.children.filter((child) => child.type !== "element" || child.tagName !== "link");
  eachElement(tree, (element) => {
    if (position !== undefined) element.position = position;
    // React's script needs an island exactly as React printed it.
    if (element.properties["dataIsland"] !== undefined)
      element.children = [{ type: "raw", value: serialize({ type: "root", children: element.children }) }];
  });
  return tree;
}

interface Printed {
  readonly name: string;
  readonly file: string;
  readonly printed: string;
  readonly hasChildren: boolean;
  readonly isBlock: boolean;
  readonly islands: readonly string[];
}

function faultOf(tree: Root, component: Printed): SampleFault | null {
  const { name, file, printed, hasChildren, isBlock, islands } = component;
  const fault = (what: string, hint: string): SampleFault => ({ message: `\`${name}\` ${what}`, hint });
  if (tree.children.length === 0) return fault("gives no element", `return one from the component in ${file}`);
  const slots = slotsIn(tree);
  if (hasChildren && slots.length === 0)
    return fault("doesn't show its content", `put {children} into the element of ${file}`);
  if (isBlock && slots.some((ancestors) => ancestors.includes("p")))
    return fault("has its children in a <p>, which holds no paragraphs", `use a <div> in ${file}`);
  // In a browser a block ends the paragraph.
  if (!isBlock && parseHtml(`<p>${printed}</p>`).children.length > 1)
    return fault("gives a block, and is used in a sentence", `write ::${name} on a line of its own`);
  const unknown = islandsIn(tree).find((island) => !islands.includes(island));
  if (unknown === undefined) return null;
  const hint = nearestHint(unknown, islands) ?? `write templates/islands/${unknown}.tsx`;
  return fault(`shows the island \`${unknown}\`, which doesn't exist`, hint);
}

function slotsIn(parent: Parents, ancestors: readonly string[] = []): readonly (readonly string[])[] {
  return parent.children.flatMap((child): readonly (readonly string[])[] => {
    if (child.type !== "element") return [];
    return child.tagName === slotTag ? [ancestors] : slotsIn(child, [...ancestors, child.tagName]);
  });
}

function islandsIn(tree: Root): readonly string[] {
  const names: string[] = [];
  eachElement(tree, ({ properties: { dataIsland } }) => {
    if (dataIsland !== undefined) names.push(String(dataIsland));
  });
  return names;
}

function fillSlots(tree: Root, children: readonly ElementContent[]): ElementContent[] {
  const fill = (nodes: readonly ElementContent[]): ElementContent[] =>
    nodes.flatMap((node) => {
      if (node.type !== "element") return [node];
      if (node.tagName === slotTag) return structuredClone([...children]);
      return [{ ...node, properties: { ...node.properties }, children: fill(node.children) }];
    });
  return fill(tree.children.filter((child): child is ElementContent => child.type !== "doctype"));
}

type Value = string | number | boolean;

function readProps(
  node: BlockDirective | TextDirective,
  { name, attributes }: OwnDirective,
): { readonly values: Readonly<Record<string, Value>> } | SampleFault {
  const fault = checkAttributes(node, attributes);
  if (fault !== null) return fault;
  const written = new Map(Object.entries(node.attributes ?? {}));
  const values: Record<string, Value> = {};
  for (const attribute of attributes) {
    const value = valueOf(written.get(attribute.name) ?? null, attribute);
    if (typeof value === "object" && value !== null)
      return { ...value, message: `\`${attribute.name}\` of \`${name}\` ${value.message}` };
    if (value !== null) values[attribute.name] = value;
  }
  return { values };
}

/** A fault's message says the rest of the sentence that begins with the attribute's name. */
function valueOf(written: string | null, { name, type }: OwnAttribute): Value | SampleFault | null {
  if (type === "boolean") {
    if (written === null || written === "false") return false;
    if (written === "" || written === "true") return true;
    return { message: `is neither true nor false: \`${written}\``, hint: `write {${name}}, or leave it out` };
  }
  if (written === null || type === "string") return written;
  if (type === "number") return numberOf(written, name);
  if (type.includes(written)) return written;
  const hint = nearestHint(written, type) ?? `it is one of ${type.join(", ")}`;
  return { message: `can't be \`${written}\``, hint, slip: slipOf(written, type) };
}

function numberOf(written: string, name: string): number | SampleFault {
  const isNumber = /^-?(?:\d+|\d*\.\d+)$/.test(written) && Math.abs(Number(written)) <= Number.MAX_SAFE_INTEGER;
  if (isNumber) return Number(written);
  const [, number] = /^[^\d,.-]*(-?\d{1,3}(?:,\d{3})*(?:\.\d+)?)[^\d,.]*$/.exec(written) ?? [];
  const hint = `write {${name}=${number?.replaceAll(",", "") ?? "…"}}, without commas or signs`;
  return { message: `isn't a number: \`${written}\``, hint };
}
