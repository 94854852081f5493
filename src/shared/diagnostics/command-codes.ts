import { type DiagnosticKind, error, warning } from "./diagnostic-kind.ts";

/** What commands find beyond the faults of a site: in the provider's answers, the output folder, the port. */
export const commandKinds = {
  "init/left-out": warning(
    "Something of the other site that `init --from` leaves out. The message says what and where.",
    "Where readers need it, write it again; `docs-build explain settings` and `directives` list what there is.",
  ),
  "init/occupied": error(
    "`init` writes only where nothing is yet. It never replaces a file, and writes a whole site or nothing.",
    "Name another folder, or move away what the message names.",
  ),
  "init/source": error(
    "What `init` should start from can't be read, or holds nothing. That's the document of `--openapi`, or the site of `--from`.",
    "Name an OpenAPI document (a .yaml, .yml or .json file, or an address), or a folder with a docusaurus.config file.",
  ),
  "live/answer": error(
    "The provider's answer isn't a contract. It has an error status, or is a web page, too large, or redirected too often.",
    "Open the address with the same header; correct `live:` in content/site.yaml, or ask the provider.",
  ),
  "live/credentials": warning(
    "The provider's token is held back, or travels unencrypted. It goes to the host of `live.url` only.",
    "Use https. For another host, name the variable with `--auth-variable`.",
  ),
  "live/page": warning(
    "The provider's address is a page that shows the document. The document itself has another address.",
    "Use the document's own address, which the message names.",
  ),
  "live/partial-update": warning(
    "A PATCH is described by a whole record, where a part is enough. Samples, explorer, sandbox and checks take a part, too.",
    "Nothing, unless the server wants all of it: then say so in the operation's description.",
  ),
  "live/request": error(
    "The provider's document can't be requested. The address is missing or wrong, or the token's variable is empty.",
    "Name the address (`live.url` in content/site.yaml, or an argument), and set the environment variable.",
  ),
  "live/unreachable": error(
    "The provider's server doesn't answer, after every retry.",
    "Check address and network; `--timeout` and `--retries` wait longer. Behind a proxy, set NODE_USE_ENV_PROXY=1 (Node 22.21, 24 or later).",
  ),
  "output/differs": error(
    "A published file differs from what the sources give (`verify`).",
    "Build and publish again. If the sources are the same, somebody changed the file.",
  ),
  "output/failed": error(
    "The site can't be written to the disk. What was there before is as it was.",
    "Free space or set permissions, as the message says, or choose another folder with `--out`.",
  ),
  "output/foreign": error(
    "A published file that the build doesn't make (`verify`).",
    "Remove it, or put it into content/static/ so that it belongs to the site.",
  ),
  "output/hidden": warning(
    "Hidden files are missing from the published folder (`verify`). Some uploads leave out what begins with a dot.",
    "Let the upload take hidden files, or publish the folder itself.",
  ),
  "output/missing": error(
    "A file of the site is missing from the published folder (`verify`). Files for hosts may be left out: docs-build.json, _headers, _redirects.",
    "Build and publish again, or name the right folder.",
  ),
  "output/refused": error(
    "The output folder isn't replaced. Only what docs-build made, with nothing added since, is ever removed; never sources, links, or a folder that another build is writing. `pull` treats a file that isn't an OpenAPI document the same way.",
    "Choose another place with `--out`, or empty this one yourself; wait for the other build to end.",
  ),
  "serve/folder": error(
    "The folder that `serve --watch` watches is gone. It serves the last good build until the folder is back.",
    "Move it back to where it was, or start `serve` where it is now.",
  ),
  "serve/port": error(
    "The port is taken, or this machine can't listen on it.",
    "Choose another with `--port`; without it, `serve` takes the next free one.",
  ),
  "serve/stalled": error(
    "A build of `serve` made no progress for ten seconds, and was ended. Each file, operation and page counts as progress.",
    "Look for an endless loop in templates/, or make what the message names smaller. The next save builds again.",
  ),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;
