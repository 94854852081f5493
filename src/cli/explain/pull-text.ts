/** How the provider's document is fetched and compared. */
export const pullText = `docs-build pull fetches the provider's document, checks it like any contract, shows what differs,
and puts it into openapi/. docs-build check --live fetches and compares, and names the lines of
your pages that each difference touches; it writes nothing.

Differences
  breaking    a client that works today may fail
  additive    a client that works today goes on working
  wording     texts only
  --fail-on breaking|any decides which of them fail check --live.

What is written
  YAML in block style, JSON with two spaces, both in the order received. A document that says the
  same is not rewritten, so your comments stay. Any error leaves the file as it is. --dry-run
  writes nothing, --out names another file.

What is fetched
  The kind of the document is told by its content type. At most 16 MB and 5 redirects, never from
  https to http. --timeout is for one attempt, --retries for a server that is busy or away.

Credentials
  The token comes from the environment only (live.variable, or --auth-variable) and goes to no
  other host than that of live.url. --auth-header names another header than Authorization.

Proxies
  Set NODE_USE_ENV_PROXY=1 (Node 22.21, 24 or later): Node then obeys HTTPS_PROXY and NO_PROXY.
  Older ones do not.
`;
