import type { McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";

import { McpFault } from "../site/site-files.ts";
import type { SiteReader } from "../site/site-reader.ts";
import { toResult } from "./answer.ts";
import type { ListedTool } from "./tool-list.ts";

export interface ToolContext {
  readonly server: McpServer;
  readonly site: SiteReader;
  readonly tools: ListedTool[];
  /** Gets unexpected errors; the caller only learns that one occurred. */
  readonly onBug: (error: unknown) => void;
}

interface ToolForm<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** True where it changes something besides its answer: the records of a sandbox, the author's files. */
  readonly changes?: "records" | "files";
}

/** Adds a tool that answers with labeled values. It reports what it can't do in sentences. */
export function addTool<Input extends z.ZodObject>(
  { server, site, tools, onBug }: ToolContext,
  { name, title, description, input, changes }: ToolForm<Input>,
  answer: (asked: z.output<Input>) => Promise<Readonly<Record<string, unknown>>>,
): void {
  tools.push({ name, title, description, input, annotations: hintsOf(changes) });
  const inputSchema: z.ZodObject = input;
  server.registerTool(name, { inputSchema }, async (asked) => {
    try {
      await site.begin();
      return toResult(await answer(input.parse(asked)));
    } catch (error) {
      if (!(error instanceof McpFault)) onBug(error);
      const text = error instanceof McpFault ? error.message : "docs-build couldn't do this: it's a bug of its own.";
      return { isError: true, content: [{ type: "text", text }] };
    }
  });
}

/** No tool reaches beyond this machine and the site that it serves. */
function hintsOf(changes: "records" | "files" | undefined): ToolAnnotations {
  const effect = changes === undefined ? { readOnlyHint: true } : { destructiveHint: changes === "files" };
  return { ...effect, openWorldHint: false };
}
