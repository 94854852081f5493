import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { packageRoot } from "#package.ts";

import { beginStep } from "../steps.ts";

const run = promisify(execFile);

/*
 * A repository is a stranger's text like others: what its own files name as a program is never run. git asks for one
 * in its settings (a monitor, hooks, a pager, a transport, who checks signatures), in attributes (what compares,
 * converts or filters a file), and of remotes when an object is missing.
 */
const settings = [
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.sshCommand=false",
  "core.gitProxy=",
  "credential.helper=",
  "diff.external=",
  "diff.submodule=short",
  "log.showSignature=false",
  "protocol.allow=never",
  // A folder that looks like a repository without being called `.git` is part of the site.
  "safe.bareRepository=explicit",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

const variables = {
  GIT_ALLOW_PROTOCOL: "none",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
};

/** In milliseconds. What git says is a hint, and few hints are worth more. */
const timeLimit = 5_000;

/** In milliseconds. */
const turn = 250;

/** What is asked, with its arguments: nothing that converts the files of the working tree, which their filters would do. */
export type GitQuery = readonly ["cat-file" | "diff" | "log" | "ls-files" | "rev-parse", ...(readonly string[])];

/**
 * What git prints of a folder's own repository, for as long as git itself trusts its owner (`safe.directory`). Nothing that
 * the repository names is run.
 * @throws Error when it fails or takes too long, and outside a repository.
 */
export async function runGit(root: string, [command, ...args]: GitQuery, timeout = timeLimit): Promise<string> {
  const folder = resolve(root);
  const plain =
    command === "diff" || command === "log" ? ["--no-ext-diff", "--no-textconv", "--ignore-submodules"] : [];
  const words = ["--no-pager", "-C", folder, ...settings, command, ...plain, ...args];
  // Begun in a folder of ours: where a path of programs names `.`, the site's own `git` is none of them.
  const running = run("git", words, {
    cwd: packageRoot,
    env: { ...inherited(), ...variables },
    maxBuffer: 256 * 1024 * 1024,
  });
  let waited = 0;
  // In turns of the event loop, and not by the clock: a build that is busy for seconds reads an answer later than it came.
  const waiting = setInterval(() => {
    waited += turn;
    beginStep(`git ${command}`);
    if (waited >= timeout) running.child.kill("SIGKILL");
  }, turn);
  try {
    return (await running).stdout;
  } finally {
    clearInterval(waiting);
  }
}

/** Variables that name another repository, or programs, are of whoever called us: a hook, an editor. */
function inherited(): NodeJS.ProcessEnv {
  const others = /^GIT_(?!CONFIG_GLOBAL$|EXEC_PATH$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
}
