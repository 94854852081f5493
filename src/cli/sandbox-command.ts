import { resolve } from "node:path";

import pico from "picocolors";

import { readContract } from "#contract/read-contract.ts";
import { readFolder } from "#read/read-folder.ts";
import { resolveConfig } from "#read/resolve-config.ts";
import { toSources } from "#read/to-sources.ts";
import { resetPath } from "#sandbox/exchange.ts";
import { toLocalAddress } from "#serve/server-address.ts";
import { startSandbox } from "#serve/start-sandbox.ts";
import type { Config } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { BuildError, diagnose, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";
import { formatDiagnostic } from "#shared/format-diagnostic.ts";

/** The options of `docs-build sandbox`, as the command line gives them. */
export interface SandboxFlags {
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
 * Starts a simulation of the API, which runs until the process ends, or resets one that runs already. Returns false, and has
 * said why, when it could do neither.
 */
export async function sandboxCommand(flags: SandboxFlags): Promise<boolean> {
  try {
    const { contract, config } = await readRoot(resolve(flags.root));
    if (flags.reset === true) return await reset(flags, contract);
    await start(flags, contract, config);
    return true;
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    for (const diagnostic of error.diagnostics) tell(formatDiagnostic(diagnostic, { texts: new Map(), colors: pico }));
    return false;
  }
}

interface Root {
  readonly contract: Contract;
  readonly config: Config;
}

/** The contract of the site's first version, without its prose. */
async function readRoot(root: string): Promise<Root> {
  const folder = await readFolder(root);
  const { settings, contracts } = toSources(folder.value).value;
  const contractFiles = [...contracts.keys()].filter((file) => file.split("/").length === 2);
  const config = resolveConfig({ settings, contractFiles, flags: {} }).value;
  const file = config.contracts[0]?.document;
  if (file === undefined || !contracts.has(file)) throw new BuildError([missing(file)]);
  const { authentication } = config;
  const { value: contract, diagnostics } = await readContract({ file, files: contracts }, { authentication });
  if (contract === null || hasErrors(diagnostics)) throw new BuildError(diagnostics);
  return { contract, config };
}

function missing(file: string | undefined): Diagnostic {
  const message = file === undefined ? "there is no contract to simulate" : `there is no document \`${file}\``;
  return diagnose(
    "content/missing",
    message,
    null,
    "put an OpenAPI document into openapi/, or name the folder with --root",
  );
}

async function start(flags: SandboxFlags, contract: Contract, { siteUrl, authentication }: Config): Promise<void> {
  const { port, host = null, cors, latency, seed, auth = false, quiet = false } = flags;
  const { address, handler } = await startSandbox({
    ...{ contract, port, host, latency, cors: cors === "on", isAuthenticationRequired: auth },
    ...(seed !== undefined && { seed }),
    origins: siteUrl === null ? [] : [siteUrl],
    onAnswer: ({ method, path, status }) => (quiet ? undefined : tell(`${status} ${method} ${path}`)),
    onBug: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  for (const problem of handler.problems) tell(`${pico.yellow("warning")} ${problem}`);
  process.stdout.write(
    [
      `${pico.green("✓")} ${contract.title} ${contract.version}, simulated: ${address}`,
      "",
      `  export API_BASE="${address}"`,
      `  export ${authentication.variable}="any-value"`,
      "",
      "Ctrl+C stops it and forgets the records.",
      "",
    ].join("\n"),
  );
}

async function reset({ port, host }: SandboxFlags, { basePath }: Contract): Promise<boolean> {
  const address = toLocalAddress({ host: host ?? null, port, path: basePath });
  const response = await fetch(`${address}${resetPath}`, { method: "POST", signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  if (response?.status === 204 && response.headers.has("x-sandbox")) {
    process.stdout.write(`${pico.green("✓")} the sandbox at ${address} has the records it started with\n`);
    return true;
  }
  tell(`${pico.red("error")} no sandbox answers at ${address} — start it with docs-build sandbox, or name its --port`);
  return false;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
