import type { ExamplePrincipal } from '#shared/endpoint.ts'
import { type FieldRow, fieldRows } from './docs-fields.ts'
import type { OpenApi, OperationObject, Parameter } from './openapi.ts'
import type { JsonSchema } from './openapi-schema.ts'
import { shapeAt } from './openapi-shapes.ts'

/** The API's documentation as one page of plain HTML; it reads as well without its script, which only searches and switches the theme. */
export const docsPage = (document: OpenApi): string => {
  const groups = document.tags.map(({ name }) => ({ name, entries: entriesOf(document).filter(({ operation }) => operation.tags.includes(name)) }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Daybook API ${safe(document.info.version)}</title>
<link rel="icon" href="/api/docs/favicon.svg" type="image/svg+xml">
<script src="/api/docs/docs-page.js"></script>
<link rel="stylesheet" href="/api/docs/styles/tokens.css">
<link rel="stylesheet" href="/api/docs/docs-page.css">
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<header class="rail">
<p class="brand">Daybook <span>API ${safe(document.info.version)}</span></p>
<label class="search" hidden>Search<input type="search" id="search" autocomplete="off" spellcheck="false"></label>
<p class="found" id="found" role="status"></p>
<nav aria-label="Calls">${groups.map(({ name, entries }) => contents(name, entries)).join('')}</nav>
<p class="foot"><a href="/api/openapi.json">openapi.json</a> <button type="button" id="theme" hidden>Dark</button></p>
</header>
<main id="main">
${introduction(document)}
${groups.map(({ name, entries }) => `<section class="group" data-group><h2 id="${anchor(name)}">${safe(name)}</h2>${entries.map((entry) => article(document, entry)).join('')}</section>`).join('')}
${sharedShapes(document)}
${failureList(document)}
</main>
</body>
</html>
`
}

/** Beyond these the table is folded away. */
const MANY_FIELDS = 24

/** Who of the sample venue sends the example. */
const SENT_AS: Record<ExamplePrincipal, string> = {
  anonymous: 'signed out',
  auth: "with the owner's Auth",
  admin: 'sent by admin',
  owner: 'sent by owner',
  manager: 'sent by manager',
  staff: 'sent by staff',
  till: 'sent by a till of the first location',
  acting: 'sent by owner, acting as staff',
  supplier: 'sent by a supplier, with its API key',
}

interface Entry {
  method: string
  path: string
  operation: OperationObject
}

const entriesOf = (document: OpenApi): Entry[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const contents = (name: string, entries: readonly Entry[]) =>
  `<section data-group><h2><a href="#${anchor(name)}">${safe(name)}</a></h2><ul>${entries
    .map(
      (entry) =>
        `<li data-entry data-words="${wordsOf(entry)}"><a href="#${entry.operation.operationId}"><b>${entry.method}</b> ${breakable(entry.path)}</a></li>`,
    )
    .join('')}</ul></section>`

const introduction = (document: OpenApi) => `<div class="head"><h1>The API</h1><p>${safe(document.info.description)}</p></div>
<section class="prose" aria-labelledby="begin"><h2 id="begin">How to begin</h2>
<ol>
<li><code>POST /api/auth/credentials</code> with user name and password answers <code>Auth</code>, good for ten minutes: send it as <code>Authorization: Basic &lt;Auth&gt;</code>.</li>
<li><code>GET /api/users/{userId}/venues</code> lists the venues, <code>POST …/select</code> opens one and answers <code>Token</code>: send that as <code>Authorization: Bearer &lt;Token&gt;</code> from then on.</li>
<li>Tills sign in with the key of their location instead: <code>Authorization: Bearer &lt;key&gt;</code> or <code>X-Api-Key: &lt;key&gt;</code>. Suppliers do the same with their API key.</li>
</ol>
<p>Send an <code>Idempotency-Key</code> with every write and the same one again after a lost answer: the work is done once. In a browser the Token is worth nothing without the HttpOnly cookie set beside it, and writes carry the <code>XSRF-TOKEN</code> cookie in <code>X-XSRF-TOKEN</code>.</p></section>`

const article = (document: OpenApi, entry: Entry): string => {
  const { method, path, operation } = entry
  const body = operation.requestBody?.content['application/json']?.schema
  const answer = operation.responses[200]
  const answered = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined
  return `<article id="${operation.operationId}" data-call data-entry data-words="${wordsOf(entry)}" aria-labelledby="${operation.operationId}-h">
<h3 id="${operation.operationId}-h"><b>${method}</b> <code>${breakable(path)}</code></h3>
<p class="summary">${safe(operation.summary)}</p>
<dl class="facts"><div><dt>Who</dt><dd>${safe(operation['x-access'])}</dd></div><div><dt>Refusals of the house</dt><dd>${operation['x-failures'].map((code) => `<a href="#failure-${code}">${code}</a>`).join(', ')}</dd></div></dl>
${table('Path and query', parametersOf(operation))}
${body ? shape('Body', 'Needed', body) : ''}
${body && shapeAt(document, body)?.additionalProperties === false ? '<p class="note">Fields that are not listed here are refused.</p>' : ''}
${answered ? shape('Answer', 'Always', answered) : `<p class="note">${operation.responses[204] ? 'Answers 204 without a body.' : 'Answers a file.'}</p>`}
<figure><figcaption>Example, ${SENT_AS[operation['x-example-as']]}</figcaption><pre tabindex="0">${safe(example(entry))}</pre></figure>
</article>`
}

const parametersOf = (operation: OperationObject): FieldRow[] =>
  (operation.parameters ?? [])
    .filter((parameter): parameter is Parameter => 'name' in parameter)
    .flatMap(({ name, schema, required, in: where }) =>
      fieldRows({ properties: { [name]: schema }, required: required ? [name] : [] }).map((row) => ({
        ...row,
        note: [where === 'path' ? 'In the path.' : '', row.note].filter(Boolean).join(' '),
      })),
    )

/** A body or an answer: its fields, or where they stand when several calls share them. */
const shape = (caption: string, sure: string, schema: JsonSchema): string => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  if (name) return `<p class="note">${caption}: <a href="#shape-${name}">${name}</a></p>`
  const rows = fieldRows(schema)
  const shown = table(caption, rows, sure)
  return rows.length > MANY_FIELDS ? `<details><summary>${caption}: ${rows.length} fields</summary>${shown}</details>` : shown
}

const sharedShapes = (document: OpenApi): string => {
  const shared = Object.entries(document.components.schemas ?? {}).filter(([name]) => name !== 'ErrorAnswer')
  if (shared.length === 0) return ''
  return `<section data-group><h2 id="shapes">Shared shapes</h2>${shared
    .map(
      ([name, schema]) =>
        `<article id="shape-${name}" data-entry data-words="${safe(name.toLowerCase())}"><h3>${safe(name)}</h3>${table('Fields', fieldRows(schema as JsonSchema), 'Always')}</article>`,
    )
    .join('')}</section>`
}

const table = (caption: string, rows: readonly FieldRow[], sure = 'Needed'): string =>
  rows.length === 0
    ? ''
    : `<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">${sure}</th><th scope="col">Notes</th></tr></thead><tbody>${rows
        .map(
          ({ name, depth, type, required, note }) =>
            `<tr><th scope="row" class="deep-${Math.min(depth, 5)}"><code>${safe(name)}</code></th><td>${safe(type)}</td><td>${required ? 'yes' : ''}</td><td>${safe(note)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`

/** The example as it goes over the wire. */
const example = ({ method, path, operation }: Entry): string => {
  const given = (operation.parameters ?? []).filter((parameter): parameter is Parameter => 'name' in parameter)
  const inPath = new Map(given.filter((parameter) => parameter.in === 'path').map(({ name, example: value }) => [name, String(value ?? `{${name}}`)]))
  const query = given.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined).map(({ name, example: value }) => `${name}=${value}`)
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => inPath.get(name) ?? whole) + (query.length > 0 ? `?${query.join('&')}` : '')
  const sent = operation.requestBody?.content['application/json']?.example
  return `${method} ${address}${sent === undefined ? '' : `\nContent-Type: application/json\n\n${JSON.stringify(sent, null, 2)}`}`
}

const failureList = (document: OpenApi) => `<section data-group><h2 id="failures">Refusals</h2>
<p>A refused call answers <code>{ "ResponseStatus": { "ErrorCode", "Message", "Errors": [{ "FieldName", "ErrorCode", "Message" }] }, "RequestId" }</code>.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Refusals"><table class="failures"><caption>Every code</caption><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Said</th></tr></thead><tbody>${Object.entries(
  document['x-failures'],
)
  .map(
    ([code, { status, message }]) =>
      `<tr id="failure-${code}" data-entry data-words="${safe(`${code} ${status} ${message}`.toLowerCase())}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${safe(message)}</td></tr>`,
  )
  .join('')}</tbody></table></div></section>`

/** What the search looks through. */
const wordsOf = ({ method, path, operation }: Entry) =>
  safe([method, path, operation.summary, ...(operation['x-access'].match(/can_\w+/g) ?? []), operation.operationId, ...operation.tags].join(' ').toLowerCase())

const anchor = (name: string) => `group-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** Long paths break after a slash, never in a word. */
const breakable = (path: string) => safe(path).replaceAll('/', '/<wbr>')

const safe = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
