import type { Element, ElementContent, Parents, Root } from "hast";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

import { eachElement, parseHtml, serialize } from "../markdown/markdown.ts";
import type { Located } from "../markdown/source-lines.ts";
import { slotTag } from "./load-directives.ts";

/** Parses a component's output as if the author had written it here. */
export function toTree(printed: string, { position }: Located): Root {
  const tree = parseHtml(printed);
  // React asks browsers to load images early; here they load late.
  tree.children = tree.children.filter((child) => child.type !== "element" || child.tagName !== "link");
  eachElement(tree, (element) => {
    if (position !== undefined) element.position = position;
    if (element.properties["dataIsland"] !== undefined) freeze(element);
  });
  return tree;
}

/** React's script needs an island exactly as React printed it. */
function freeze(island: Element): void {
  island.children = [{ type: "raw", value: serialize({ type: "root", children: island.children }) }];
}

interface Printed {
  readonly name: string;
  readonly file: string;
  readonly printed: string;
  readonly hasChildren: boolean;
  readonly isBlock: boolean;
  /** The site's islands. */
  readonly islands: readonly string[];
}

/** The fault of a component's output; null without one. */
export function faultOf(tree: Root, component: Printed): SampleFault | null {
  const { name, file, printed, hasChildren, isBlock, islands } = component;
  const fault = (what: string, hint: string): SampleFault => ({ message: `\`${name}\` ${what}`, hint });
  if (tree.children.length === 0) return fault("gives no element", `return one from the component in ${file}`);
  const slots = slotsIn(tree);
  if (hasChildren && slots.length === 0)
    return fault("does not show what stands in it", `put {children} into the element of ${file}`);
  if (isBlock && slots.some((around) => around.includes("p")))
    return fault("has its children in a <p>, which holds no paragraphs", `use a <div> in ${file}`);
  // As browsers read it: a block ends the paragraph.
  if (!isBlock && parseHtml(`<p>${printed}</p>`).children.length > 1)
    return fault("gives a block, and stands in a sentence", `write ::${name} on a line of its own`);
  const unknown = islandsIn(tree).find((island) => !islands.includes(island));
  if (unknown === undefined) return null;
  const hint = nearestHint(unknown, islands) ?? `write templates/islands/${unknown}.tsx`;
  return fault(`shows the island \`${unknown}\`, which there is not`, hint);
}

/** Names of the elements around each slot. */
function slotsIn(parent: Parents, around: readonly string[] = []): readonly (readonly string[])[] {
  return parent.children.flatMap((child): readonly (readonly string[])[] => {
    if (child.type !== "element") return [];
    return child.tagName === slotTag ? [around] : slotsIn(child, [...around, child.tagName]);
  });
}

function islandsIn(tree: Root): readonly string[] {
  const names: string[] = [];
  eachElement(tree, ({ properties: { dataIsland } }) => {
    if (dataIsland !== undefined) names.push(String(dataIsland));
  });
  return names;
}

/** Copies the tree with children in its slots. */
export function fillSlots(tree: Root, children: readonly ElementContent[]): ElementContent[] {
  const fill = (nodes: readonly ElementContent[]): ElementContent[] =>
    nodes.flatMap((node) => {
      if (node.type !== "element") return [node];
      if (node.tagName === slotTag) return structuredClone([...children]);
      return [{ ...node, properties: { ...node.properties }, children: fill(node.children) }];
    });
  return fill(tree.children.filter((child): child is ElementContent => child.type !== "doctype"));
}
