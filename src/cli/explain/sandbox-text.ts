/** What the simulation of the API does. */
export const sandboxText = `docs-build sandbox simulates the API of the contract at http://localhost:4010, below the contract's
base path; docs-build serve has one on its own origin. It prints the two export lines to paste;
every guide then runs as it stands. Records live in memory.

Records
  It starts with those records of the contract's examples that no guide creates. One that a guide
  creates comes into being when it is first asked for by its id, so that each example can be read
  and changed by itself. What a guide creates gets the guide's ids: a POST that agrees with an
  example in more than half of its fields gets that example's id and time when they are free, any
  other the next number. The same calls always give the same ids and times; --seed gives others.
  --reset brings the first records back.

  In this site's contract: invoices BI-100490 to BI-100492, companies, categories; LD-20417 becomes
  BI-100482. Credit lookups: dot=99005000 finds one, 99009999 none (404), 99007000 two (400; then
  mc=9900701 finds one).

Answers
  Every answer carries X-Sandbox: simulated. Nothing that the contract leaves open is invented: no
  status changes by itself, a credit answer has no fields, and error bodies say that they are the
  sandbox's own. Where it must choose (duplicate keys, a page past the end, unknown fields) it is
  strict and says so. --auth answers 401 without credentials; any value will do. --latency delays
  every answer.

Pages
  Each explorer offers the same simulation first, on every host: it runs in the page, sends nothing
  anywhere and keeps its records until the tab is closed. \`sandbox: none\` in site.yaml leaves it
  out; a contract of more than a million characters has none there either.

  docs-build sandbox is for curl and programs; --cors on lets pages of this machine, and of url: in
  content/site.yaml, call it. serve tells its pages of the sandbox beside them with Server-Timing:
  docs-build-sandbox;desc="/v1/external_api", so that the explorer offers it there as well.

Its own file
  What the contract does not tell stands in a YAML file in openapi/ that \`sandbox:\` in site.yaml
  names; the published contract has none of it. By operation id:

  records    further records to start with; members that no schema has are kept and never shown
  filters    by query parameter: the \`fields\` it looks at (else the one of its name), in \`part\` or
             whole, \`alone\` or with others, and a field that another parameter \`adds\`
  combine    the parameter whose value OR lets a record fit any filter instead of all
  lookup     the path of the records of which one is found: 404 for none, 400 for several
  takes      fields filled \`from\` a record of another path, the one \`where\` its field equals ours
  texts      fields composed of others
  adds       a field of the new record that goes on top of one of its owner, \`when\` a flag is true
  allows     by field of a body: where in this operation's response the allowed values stand

  carriers_list:
    filters: { name: { fields: [company_name], part: true } }
    records: [{ id: c-1, company_name: Copper Ridge Freight LLC }]
`;
