import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { packageRoot } from "#package.ts";

import { beginStep } from "../steps.ts";

const run = promisify(execFile);

/*
 * A repository is a foreign text: programs that its files name are never run. git takes programs from its settings (a
 * monitor, hooks, a pager, a transport, a checker of signatures) and from attributes (programs that compare, convert or
 * filter a file), and fetches missing objects from remotes.
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
  // A folder that looks like a repository but isn't called `.git` is part of the site.
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

/** In milliseconds. git's answers are only hints. */
const timeLimit = 5_000;

/** In milliseconds. */
const turn = 250;

/** A command with its arguments. These commands never convert files of the working tree, which would run filters. */
export type GitQuery = readonly [
  "cat-file" | "config" | "diff" | "for-each-ref" | "log" | "ls-files" | "rev-parse",
  ...(readonly string[]),
];

/**
 * Runs git in a folder's own repository, provided that git trusts its owner (`safe.directory`). It runs no program that
 * the repository names.
 * @throws Error when it fails or takes too long, and outside a repository.
 */
export async function runGit(root: string, [command, ...args]: GitQuery, timeout = timeLimit): Promise<string> {
  const folder = resolve(root);
  const plain =
    command === "diff" || command === "log" ? ["--no-ext-diff", "--no-textconv", "--ignore-submodules"] : [];
  const words = ["--no-pager", "-C", folder, ...settings, command, ...plain, ...args];
  // A hook or an editor that started us may have set variables that name another repository or programs.
  const foreign = /^GIT_(?!CONFIG_GLOBAL$|EXEC_PATH$)/i;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // Started in our own folder: PATH may hold `.`, and the site may hold a file `git`.
  const running = run("git", words, {
    cwd: packageRoot,
    env: { ...Object.fromEntries(inherited), ...variables },
    maxBuffer: 256 * 1024 * 1024,
  });
  let waited = 0;
  // Counts turns of the event loop, not the clock: a build that is busy for seconds reads an answer late.
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
