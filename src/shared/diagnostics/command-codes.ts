import { type DiagnosticKind, error, warning } from "./diagnostic-kind.ts";

/** Findings of commands besides faults in a site: the provider's answers, the output folder, the port. */
export const commandKinds = {
  "init/left-out": warning(
    "`init --from` left out something of the other site. The message says what and where.",
    "If readers need it, write it again. `docs-build explain settings` and `directives` list what's possible.",
  ),
  "init/occupied": error(
    "`init` found files in the way. It never replaces a file, and writes a whole site or nothing.",
    "Name another folder, or move the files that the message names.",
  ),
  "init/source": error(
    "The source for `init` can't be read, or is empty. That's the document of `--openapi` or the site of `--from`.",
    "Name an OpenAPI document (a .yaml, .yml or .json file, or an address), or a folder with a docusaurus.config file.",
  ),
  "live/answer": error(
    "The provider's response isn't a contract. It has an error status, or it's a web page, too large, or redirected too often.",
    "Open the address with the same header. Correct `live:` in content/site.yaml, or ask the provider.",
  ),
  "live/credentials": warning(
    "The provider's token isn't sent, or is sent unencrypted. It only goes to the host of `live.url`.",
    "Use https. For another host, name the variable with `--auth-variable`.",
  ),
  "live/page": warning(
    "The provider's address is a page that shows the document. The document itself has another address.",
    "Use the document's own address, which the message names.",
  ),
  "live/partial-update": warning(
    "A PATCH is described with a whole record, where a part is enough. Samples, explorer, sandbox and checks accept a part, too.",
    "You can leave it, unless the server needs the whole record. Then say so in the operation's description.",
  ),
  "live/request": error(
    "The provider's document can't be requested. The address is missing or wrong, or the token's variable is empty.",
    "Set the address (`live.url` in content/site.yaml, or an argument) and the environment variable.",
  ),
  "live/unreachable": error(
    "The provider's server didn't respond, even after retries.",
    "Check the address and the network. `--timeout` and `--retries` wait longer. Behind a proxy, set NODE_USE_ENV_PROXY=1 (Node 22.21, 24 or later).",
  ),
  "output/differs": error(
    "A published file differs from the one in the build (`verify`).",
    "Build and publish again. If the sources are the same, somebody changed the file.",
  ),
  "output/failed": error(
    "The site can't be written to the disk. The old site is unchanged.",
    "Free space or change permissions, as the message says, or choose another folder with `--out`.",
  ),
  "output/foreign": error(
    "A published file isn't part of the build (`verify`).",
    "Remove it, or put it into content/static/ to make it part of the site.",
  ),
  "output/hidden": warning(
    "Hidden files are missing from the published folder (`verify`). Some uploads skip names that begin with a dot.",
    "Include hidden files in the upload, or publish the folder itself.",
  ),
  "output/missing": error(
    "A file of the site is missing from the published folder (`verify`). Only docs-build.json, _headers and _redirects may be missing.",
    "Build and publish again, or name the right folder.",
  ),
  "output/refused": error(
    "The output folder can't be replaced. docs-build only removes a folder that it wrote and that nobody has added to. It never removes sources, links, or a folder that another build is writing. `pull` protects a file that isn't an OpenAPI document in the same way.",
    "Choose another folder with `--out`, or empty this one yourself. If another build is writing it, wait for that to end.",
  ),
  "serve/folder": error(
    "The folder that `serve --watch` watches is gone. The last good build is served until the folder is back.",
    "Move it back, or start `serve` at its new place.",
  ),
  "serve/port": error(
    "The port is in use, or this machine can't listen on it.",
    "Choose another one with `--port`. Without it, `serve` uses the next free port.",
  ),
  "serve/stalled": error(
    "A build in `serve` made no progress for ten seconds and was stopped. Each file, operation and page counts as progress.",
    "Look for an endless loop in templates/, or make the file or operation in the message smaller. The next save builds again.",
  ),
} as const satisfies Readonly<Record<string, DiagnosticKind>>;
