/** What pages write beyond Markdown. A test holds the names against the directives that there are. */
export const directivesText = `Markdown is CommonMark with GitHub's tables, task lists, footnotes, strikethrough and autolinks.
This is what docs-build adds. A container opens and closes with colons; one that holds another
needs more of them.

Pages

:::note[Title]                     an admonition: note, tip, info, warning or danger;
Text.                              the title is optional
:::

::::tabs                           tabs that work without script; each has a label
:::tab[Label]
Text.
:::
::::

::include{file=_blocks/auth.md}    a block written once; the path starts from content/

:::figure{src=_figures/x.svg}      a drawing that follows the color mode, with its caption;
Caption.                           the drawing uses the classes fig-box, fig-text, fig-line, ...
:::

::program{file=_programs/x.mjs}    a file of code, shown whole under its name

:::cards                           links as cards; all of a card leads where its link does
- [Title](./page.md) One sentence.
:::

:support                           whom readers ask, from the settings; a site that does not say
:support[Your contact]             prints these words, or "your provider contact"

\`\`\`js title="a.mjs" {2,4-6}        code with a title and marked lines
## Heading {#id}                   an anchor of one's own
[x](./other.md#part)               links are checked; relative ones start from the file,
[x](/route?q#part)                 /route starts from the root of the site
[x](/sample.pdf)                   a file of content/static/ to open, and to save:
<a href="/sample.pdf" download>    download="pod.pdf" gives it another name
<details>, <kbd>, <a id>           harmless HTML is kept; what could act is removed with a warning

Words that the contract checks

[text](op:loads_create)            a link to an operation; without text it prints method and path
[](schema:Load)                    a link to a schema
[](field:Load.weight)              a link to a field
:value[InvoiceStatus.PAID]         a value of an enum
:cents[240000]                     whole cents, printed with their dollars: 240000 ($2,400.00)

::fields{schema=Load columns="type create update"}
                                   a table of the schema's fields; columns: type, create, update,
                                   replace, description
::enum{schema=TrailerType}         a table of an enum's values and what the contract says of them
::operations{tag=loads}            a table of operations, by tag or by audience
::operations{audience=broker}

:::fields{...} and :::enum{...} as containers take a Markdown table whose first column names the
fields or values; its other columns are added to the table. An enum then shows the contract's
meanings with columns=meaning.

::meaning{of=Load.weight}          what the contract says of a schema, a field or a value

Samples

\`\`\`http op=loads_create            a request, checked against the operation and published as curl,
                                   JavaScript and Python
\`\`\`json op=loads_create response=201
                                   a response body, shown as "any 2xx" where the contract marks
                                   the status as assumed (x-certainty)
\`\`\`json op=loads_create request    a request body
\`\`\`json schema=Load                any body
... partial                        members may be missing; a line that holds only … shows where
\`\`\`json unchecked="why"            nothing is checked, and the report says so

A request is written as one reads it: a request line, headers, an empty line, a body. A form has
a line for each part, a file is name=@file;type=...

\`\`\`http op=broker_invoices_attachments_create
POST /broker_invoices/BI-100482/attachments?visible_to=carrier,debtor
Content-Type: multipart/form-data

attachment=@pod-LD-20417.pdf;type=application/pdf
category=Signed Bill of Lading (Delivered)
\`\`\`
`;
