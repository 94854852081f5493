import { type DiagnosticKind, error, warning } from "./diagnostic-kind.ts";

/** What commands find beyond the faults of a site: in the provider's answers, the output folder, the port. */
export const commandKinds = {
  "init/left-out": warning(
    "Something of the other site that `init --from` does not take. The message says what and where.",
    "Where readers need it, write it anew; `docs-build explain settings` and `directives` tell what there is.",
  ),
  "init/occupied": error(
    "`init` writes only where nothing is. It never replaces a file, and writes all of a site or nothing.",
    "Name another folder, or move away what the message names.",
  ),
  "init/source": error(
    "What `init` is to start from cannot be read, or has nothing to take. That is the document of `--openapi`, or the site of `--from`.",
    "Name an OpenAPI document (a .yaml, .yml or .json file, or an address), or a folder with a docusaurus.config file.",
  ),
  "live/answer": error(
    "The provider's answer is no contract. It has an error status, or is a web page, too large, or redirected too often.",
    "Open the address with the same header; correct `live:` in content/site.yaml, or ask the provider.",
  ),
  "live/credentials": warning(
    "The provider's token is held back, or travels unencrypted. It goes to the host of `live.url` only.",
    "Use https. For another host, name the variable with `--auth-variable`.",
  ),
  "live/page": warning(
    "The provider's address is a page that shows the document. The document itself was found behind it.",
    "Name the document's own address, as the message tells.",
  ),
  "live/partial-update": warning(
    "A change is described as a whole record, and takes a part. So do samples, explorer, sandbox and checks.",
    "Nothing, unless the server asks for all: say so in the operation's description.",
  ),
  "live/request": error(
    "The provider's document cannot be asked for. The address is missing or wrong, or the token's variable is empty.",
    "Name the address (`live.url` in content/site.yaml, or an argument), and set the environment variable.",
  ),
  "live/unreachable": error(
    "The provider's server does not answer, after every retry.",
    "Check address and network; `--timeout` and `--retries` wait longer. Behind a proxy, set NODE_USE_ENV_PROXY=1 (Node 22.21, 24 or later).",
  ),
  "output/differs": error(
    "A published file is not what the sources give (`verify`).",
    "Build and publish again. If the sources have not changed, somebody changed the file.",
  ),
  "output/failed": error(
    "The disk does not take the site. What was there before is as it was.",
    "Free space or set permissions, as the message says, or choose another folder with `--out`.",
  ),
  "output/foreign": error(
    "A published file that the build does not make (`verify`).",
    "Remove it, or put it into content/static/ so that it belongs to the site.",
  ),
  "output/hidden": warning(
    "Hidden files are not in the published folder (`verify`). Some uploads leave out what begins with a dot.",
    "Let the upload take hidden files, or publish the folder itself.",
  ),
  "output/missing": error(
    "A file of the site is not in the published folder (`verify`). What is for hosts may be left out: docs-build.json, _headers, _redirects.",
    "Build and publish again, or name the right folder.",
  ),
  "output/refused": error(
    "The output folder is not replaced. Only what docs-build made, with nothing added since, is ever removed; never sources, links, or a folder that another build is writing. `pull` treats a file that is no OpenAPI document alike.",
    "Choose another place with `--out`, or empty this one yourself; wait for the other build to end.",
  ),
  "serve/folder": error(
    "The folder that `serve --watch` watches is gone. It serves the last good build until the folder is back.",
    "Move it back to where it was, or start `serve` where it is now.",
  ),
  "serve/port": error(
    "The port is taken, or cannot be listened on.",
    "Choose another with `--port`; without it, the next free one is taken.",
  ),
  "serve/stalled": error(
    "A build of `serve` made no progress for ten seconds, and was ended. Each file, operation and page counts as progress.",
    "Look for a loop without an end in templates/, or make what the message names smaller. The next save builds again.",
  ),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;
