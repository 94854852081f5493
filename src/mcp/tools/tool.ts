import type { McpServer, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";

import { McpFault } from "../site/site-files.ts";
import type { SiteReader } from "../site/site-reader.ts";
import { toResult } from "./answer.ts";

/** What every tool works on. */
export interface ToolContext {
  readonly server: McpServer;
  readonly site: SiteReader;
  /** Told of what should not have happened; who called the tool is told that it did. */
  readonly onBug: (error: unknown) => void;
}

interface ToolForm<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** True where it changes something besides its answer: the records of a sandbox, the author's files. */
  readonly changes?: "records" | "files";
}

/** Adds a tool whose answer are values. What it cannot do, it says in sentences. */
export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  { server, site, onBug }: ToolContext,
  { name, title, description, input, output, changes }: ToolForm<Input, Output>,
  answer: (asked: z.output<Input>) => Promise<z.input<Output>>,
): void {
  const schemas: Readonly<Record<"inputSchema" | "outputSchema", z.ZodObject>> = {
    inputSchema: input,
    outputSchema: output,
  };
  server.registerTool(name, { title, description, ...schemas, annotations: hintsOf(changes) }, async (asked) => {
    try {
      await site.begin();
      return toResult(await answer(input.parse(asked)));
    } catch (error) {
      if (!(error instanceof McpFault)) onBug(error);
      const text = error instanceof McpFault ? error.message : "docs-build could not do this: it is a bug of its own.";
      return { isError: true, content: [{ type: "text", text }] };
    }
  });
}

/** No tool leaves the machine and the site that it was started for. */
function hintsOf(changes: "records" | "files" | undefined): ToolAnnotations {
  return {
    readOnlyHint: changes === undefined,
    destructiveHint: changes === "files",
    openWorldHint: false,
  };
}
