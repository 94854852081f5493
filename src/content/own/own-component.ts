import type { Element } from "hast";
import type { TextDirective } from "mdast-util-directive";

import { LimitError, withinTime } from "#read/within-time.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { formatPosition } from "#shared/format-diagnostic.ts";

import { type BlockDirective, takeLabel } from "../components/admonition.ts";
import { blockMarkdown } from "../markdown/block-markdown.ts";
import { cellMarkdown } from "../markdown/cell-markdown.ts";
import type { DocumentDraft } from "../markdown/document-draft.ts";
import { onlyChildren, type Rendering } from "../markdown/placeholder.ts";
import type { LoadedDirective } from "./load-directives.ts";
import { faultOf, fillSlots, toTree } from "./own-markup.ts";
import { readProps } from "./own-props.ts";

/** How long a use may take, in milliseconds. One that takes longer never ends. */
const timeLimit = 3000;

/**
 * A directive of the site's own, by the component of its template: what that prints is part of the page like everything
 * else. What is wrong with it is told where it is used, and what stands in it is shown without it.
 */
export function ownComponent(
  loaded: LoadedDirective,
  node: BlockDirective | TextDirective,
  draft: DocumentDraft,
): Rendering {
  const refuse = (fault: SampleFault): Rendering => {
    draft.report("directive/invalid", fault, node);
    return onlyChildren;
  };
  const { directive, render } = loaded;
  if (render === null) return onlyChildren;
  const props = readProps(node, directive);
  if ("message" in props) return refuse(props);
  const isBlock = node.type !== "textDirective";
  const label = isBlock ? takeLabel(node) : null;
  const given = label === null ? props.values : { ...props.values, label };
  const hasChildren = node.children.length > 0;
  const printed = print(() => render(given, hasChildren), loaded);
  if (typeof printed !== "string") return refuse(printed);
  const { name, file } = directive;
  const tree = toTree(printed, node);
  const fault = faultOf(tree, { name, file, printed, hasChildren, isBlock, islands: draft.own.islands });
  if (fault !== null) return refuse(fault);
  return {
    html: (children) => fillSlots(tree, children),
    markdown: (content) => {
      const slot: Element = { type: "element", tagName: isBlock ? "div" : "span", properties: {}, children: [] };
      const whole = fillSlots(tree, content === "" ? [] : [{ ...slot, data: { markdown: [content] } }]);
      return isBlock ? blockMarkdown(whole, draft.addresses) : cellMarkdown(whole, draft.addresses);
    },
  };
}

function print(render: () => string, { directive, placeOf }: LoadedDirective): string | SampleFault {
  const { name, file } = directive;
  try {
    return withinTime(timeLimit, render);
  } catch (error) {
    if (error instanceof LimitError) {
      const message = `\`${name}\` takes longer than ${timeLimit / 1000} seconds`;
      return { message, hint: `look for a loop without an end in ${file}` };
    }
    const place = error instanceof Error ? placeOf(error) : null;
    const [message = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return { message: `\`${name}\` throws: ${message}`, hint: `see ${place === null ? file : formatPosition(place)}` };
  }
}
