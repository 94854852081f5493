import type { Command } from "commander";

/** `docs-build explain [name]`. An unknown name is wrong usage. */
export function addExplainCommand(program: Command): void {
  program
    .command("explain")
    .description("say what a finding's code means and what to do about it; the settings, directives, hosts")
    .argument("[name]", "a code like link/broken, or a topic like settings; without one, all are listed")
    .option("--json", "of settings and front-matter: a JSON Schema of the keys, for editors")
    .action(async (name: string | undefined, { json }: { readonly json?: boolean }, command: Command) => {
      const { explain, explainAsSchema, suggest } = await import("../explain/explain.ts");
      const text = json === true ? explainAsSchema(name) : explain(name);
      if (text === null && json === true) command.error("error: --json is for settings and front-matter");
      if (text !== null) process.stdout.write(text);
      else command.error(`error: there is nothing to explain by the name '${name}'\n(${suggest(name ?? "")})`);
    });
}
