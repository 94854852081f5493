/** A `content/site.yaml` that uses every key once. */
export const settingsExample = `title: Freight API
titleDelimiter: "|"
description: One sentence for pages that have none of their own.
url: https://docs.example.com
baseUrl: /
language: en
colorMode: light
editUrl: https://git.example.com/docs/edit/main/

navbar:
  - { label: Docs, to: / }
  - { label: API, to: /api/ }
sidebar:
  - / # the page's own label
  - label: Hooks # another one, and pages below it
    to: /webhooks
    items: [/webhooks/carrier-status-webhook]
footer:
  links: [{ label: Terms, to: https://example.com/terms }]
  copyright: Copyright © 2025
announcement:
  id: cents-2025
  text: Amounts are in cents. [Read about money](/#money).

contracts:
  - id: v1.1
    document: openapi/v1.1.yaml
    route: /api/
    notice: This is the current version.
servers:
  - { name: Staging, url: https://staging.example.com/v1/external_api, kind: staging }
sandbox: openapi/sandbox.yaml
explorer: { customServer: false }
samples: { languages: [curl, javascript, python, go] }
authentication: { header: Authorization, variable: API_AUTH }

redirects:
  - { from: /old-guide, to: /broker-api }
support:
  name: Provider support
  url: https://example.com/support
  email: support@example.com
live:
  url: https://staging.example.com/redoc/?format=openapi
  header: Authorization
  variable: PROVIDER_TOKEN
severities:
  sample/unchecked: error
`;

/** The front matter of a page that uses every key once. */
export const frontMatterExample = `---
title: Carrier API
description: Booking loads and following their payment.
slug: /carrier-api
sidebar_label: Carriers
unlisted: false
aliases: [/carriers]
sidebar: true
toc_min_heading_level: 2
toc_max_heading_level: 3
---
`;
