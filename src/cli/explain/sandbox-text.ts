/** What the simulation of the API does. */
export const sandboxText = `docs-build sandbox simulates the API of the contract at http://localhost:4010, below the contract's
base path; docs-build serve has one on its own origin. It prints the two export lines to paste;
every guide then runs as it stands. Records live in memory.

Records
  It starts with those records of the contract's examples that no guide creates. What a guide
  creates gets the guide's ids: a POST that agrees with an example in more than half of its fields
  gets that example's id and time when they are free, any other the next number. The same calls
  always give the same ids and times; --seed gives others. --reset brings the first records back.

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
  --cors on lets pages of this machine, and of url: in content/site.yaml, call it. serve tells its
  pages of the sandbox beside them with Server-Timing: docs-build-sandbox;desc="/v1/external_api",
  so that the explorer offers it there and the files stay those that are published.

The contract
  What paths, schemas and examples cannot tell stands in x-sandbox in the contract; the head of
  openapi/v1.1.yaml explains it.
`;
