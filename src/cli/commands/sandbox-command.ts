import { resolve } from "node:path";

import { Option, type Command } from "commander";
import pico from "picocolors";

import { resetPath } from "#sandbox/exchange.ts";
import { toLocalAddress } from "#serve/server-address.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { secretLocationOf } from "#shared/contract/security.ts";
import { applySeverities, BuildError, diagnose, hasErrors } from "#shared/diagnostics/diagnostic.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { addContractOption, chooseContract, type ContractFlags, toFolder, toNumber, toPort } from "../options.ts";
import { contractsIn, readSettings, sourcesOfVersion } from "../read-site.ts";
import { printBug, printLine, printFindings } from "../terminal.ts";

export function addSandboxCommand(program: Command): void {
  const cors = new Option("--cors <mode>", "whether pages of this machine may call it").choices(["on", "off"]);
  addContractOption(program.command("sandbox"))
    .description("simulate the API of the contract on this machine")
    .option("--root <dir>", "folder that holds openapi/", toFolder, ".")
    .option("--port <number>", "port to listen on", toPort, 4010)
    .option("--host <name>", "name or address to listen on (this machine only)")
    .addOption(cors.default("on"))
    .option("--latency <ms>", "milliseconds that every answer waits", toMilliseconds, 0)
    .option("--seed <text>", "other ids, the same for the same text")
    .option("--auth", "refuse calls without credentials")
    .option("--reset", "bring back the first records of the sandbox that runs already")
    .option("--quiet", "print no line per call")
    .action(async (flags: SandboxFlags, command: Command) => exitAfter(sandboxCommand(flags, command)));
}

const toMilliseconds = toNumber(99_999, "It must be a whole number of milliseconds, below 100000.");

interface SandboxFlags extends ContractFlags {
  readonly root: string;
  readonly port: number;
  readonly host?: string;
  readonly cors: "on" | "off";
  readonly latency: number;
  readonly seed?: string;
  readonly auth?: boolean;
  readonly reset?: boolean;
  readonly quiet?: boolean;
}

/**
 * Starts a simulation of the API, which runs until the process ends, or resets a running one. Reports why if it can do
 * neither.
 */
async function sandboxCommand(flags: SandboxFlags, command: Command): Promise<CommandEnd> {
  try {
    const { contract, config } = await readRoot(flags, command);
    if (flags.reset === true) return await reset(flags, contract);
    await start(flags, contract, config);
    return "done";
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    printFindings(error.diagnostics, error.texts);
    return "failed";
  }
}

async function readRoot(flags: SandboxFlags, command: Command) {
  const settings = (await readSettings(resolve(flags.root))).value;
  const { config } = settings;
  const version = chooseContract(config.contracts, flags, command);
  const sources = sourcesOfVersion(settings, version);
  if (sources === null) {
    const file = version?.document;
    const message = file === undefined ? "there is no contract to simulate" : `there is no document \`${file}\``;
    const hint = "put an OpenAPI document into openapi/, or name the folder with --root";
    throw new BuildError([diagnose("content/missing", message, null, hint)]);
  }
  const { readContract } = await import("#contract/read-contract.ts");
  const { value: contract, diagnostics } = await readContract(sources, { ...config, sandbox: sources.sandbox });
  const findings = applySeverities(diagnostics, { ...config, strict: false });
  if (contract === null || hasErrors(findings)) throw new BuildError(findings);
  return { contract, config };
}

async function start(flags: SandboxFlags, contract: Contract, { siteUrl }: Config): Promise<void> {
  const { root, port, host = null, cors, latency, seed, auth = false, quiet = false } = flags;
  const { startSandbox } = await import("#serve/sandbox-server.ts");
  const { createMcpListener, FolderSite } = await import("#serve/mcp-site.ts");
  const { address } = await startSandbox({
    contract,
    port,
    host,
    latency,
    cors: cors === "on",
    isAuthenticationRequired: auth,
    ...(seed !== undefined && { seed }),
    origins: siteUrl === null ? [] : [siteUrl],
    mcp: createMcpListener(async () => {
      const folder = resolve(root);
      return new FolderSite({ root: folder, flags: {}, strict: false, sourcesOf: contractsIn(folder) });
    }, printBug),
    onAnswer: ({ method, path, status, isExample }) => {
      const isRead = method === "GET" || method === "HEAD";
      const remark = isRead ? " (the documented example)" : " (example only: nothing was kept)";
      if (!quiet) printLine(`${status} ${method} ${path}${isExample ? remark : ""}`);
    },
    onBug: printBug,
  });
  process.stdout.write(
    [
      `${pico.green("✓")} ${contract.title} ${contract.version}, simulated: ${address}`,
      "",
      `  export API_BASE="${address}"`,
      ...contract.securitySchemes
        .filter((scheme) => secretLocationOf(scheme) !== null)
        .map(
          ({ type, variable }) => `  export ${variable}="${type === "basic" ? "any-user:any-password" : "any-value"}"`,
        ),
      "",
      "Ctrl+C stops it and forgets the records.",
      "",
    ].join("\n"),
  );
}

async function reset({ port, host }: SandboxFlags, { basePath }: Contract): Promise<CommandEnd> {
  const address = toLocalAddress({ host: host ?? null, port, path: basePath });
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(`${address}${resetPath}`, { method: "POST", signal }).catch(() => null);
  if (response?.status === 204 && response.headers.has("x-sandbox")) {
    process.stdout.write(`${pico.green("✓")} the sandbox at ${address} has the records it started with\n`);
    return "done";
  }
  printLine(
    `${pico.red("error")} no sandbox answers at ${address} — start it with docs-build sandbox, or name its --port`,
  );
  return "failed";
}
