import { type Command, InvalidArgumentError, Option } from "commander";

import { defaultEditor, isEditorPattern } from "#serve/build-report.ts";

/*
 * The options of the commands, and what their values must be. A value that does not fit is wrong usage: commander says
 * which option it was.
 */

export function addBuildOptions(command: Command): Command {
  return addSiteOptions(command.option("--out <dir>", "output folder, relative to the root", "dist"));
}

/** What decides the bytes of a site, and how its findings are told. */
export function addSiteOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl)
    .option("--strict", "treat warnings as errors")
    .addOption(reportOption())
    .option("--quiet", "print findings only")
    .option("--debug", "print the time of every stage")
    .exitOverride();
}

export function reportOption(): Option {
  return new Option("--report <format>", "how findings are printed")
    .choices(["text", "json", "github"])
    .default("text");
}

export function addLiveOptions(command: Command): Command {
  return command
    .option("--auth-header <name>", "header that authenticates, instead of live.header")
    .option("--auth-variable <name>", "environment variable that holds the header's value, instead of live.variable")
    .option("--timeout <seconds>", "how long one attempt may take", toSeconds, 30)
    .option("--retries <number>", "how often to ask again when the server is busy or away", toCount, 3);
}

export function addServeOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds content/ and openapi/", ".")
    .option("--watch", "build again when a file changes, and show it in the open pages")
    .option("--port <number>", "port to listen on (3000, or the next that is free)", toPort)
    .option("--host [name]", "name or address to listen on; without a value all of this machine (this machine only)")
    .option("--open", "open the site in the browser")
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl)
    .option("--strict", "treat warnings as errors")
    .option(
      "--editor <pattern>",
      "address that opens a finding, with {file}, {line} and {column}",
      toEditor,
      defaultEditor,
    )
    .exitOverride();
}

export function addSandboxOptions(command: Command): Command {
  return command
    .option("--root <dir>", "folder that holds openapi/", ".")
    .option("--port <number>", "port to listen on", toPort, 4010)
    .option("--host <name>", "name or address to listen on (this machine only)")
    .addOption(
      new Option("--cors <mode>", "whether pages of this machine may call it").choices(["on", "off"]).default("on"),
    )
    .option("--latency <ms>", "milliseconds that every answer waits", toMilliseconds, 0)
    .option("--seed <text>", "other ids, the same for the same text")
    .option("--auth", "refuse calls without credentials")
    .option("--reset", "bring back the first records of the sandbox that runs already")
    .option("--quiet", "print no line per call")
    .exitOverride();
}

export function toPath(value: string): string {
  if (!value.startsWith("/")) throw new InvalidArgumentError("It must start with a slash, like /docs/.");
  return value;
}

function toSeconds(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0)
    throw new InvalidArgumentError("It must be a number of seconds.");
  return Number(value);
}

function toCount(value: string): number {
  if (!/^\d{1,2}$/.test(value)) throw new InvalidArgumentError("It must be a number from 0 to 99.");
  return Number(value);
}

function toPort(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return Number(value);
}

function toEditor(value: string): string {
  if (!isEditorPattern(value))
    throw new InvalidArgumentError(
      "It must be an address with {file} in it, like idea://open?file={file}&line={line}.",
    );
  return value;
}

function toMilliseconds(value: string): number {
  if (!/^\d{1,5}$/.test(value))
    throw new InvalidArgumentError("It must be a whole number of milliseconds, below 100000.");
  return Number(value);
}

export function toUrl(value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError("It must be an http or https address.");
  return value;
}
