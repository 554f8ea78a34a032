/** The page at `/docs`: every route of the OpenAPI document as a person reads it, without scripts or foreign files. */
import { errorTitles } from '../domain/errors.ts'

/** The part of an OpenAPI document that the page shows. */
interface Document {
  readonly info: { readonly title: string; readonly description?: string; readonly version: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: object
}

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly description?: string
    readonly schema?: object
  }[]
  readonly requestBody?: { readonly content?: { readonly [mediaType: string]: { readonly schema?: object } } }
  readonly responses?: { readonly [status: string]: { readonly description?: string } }
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d0d7de } h3 { margin: 2rem 0 .25rem; font-size: 1rem }
code, pre { font: 14px/1.45 ui-monospace, monospace } pre { background: #f6f8fa; padding: .75rem; overflow-x: auto; border-radius: 6px }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600 } table { border-collapse: collapse; width: 100% }
td, th { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #eaeef2 } th { font-weight: 600 }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117 } pre { background: #161b22 } td, th, h2 { border-color: #30363d } a { color: #58a6ff } }`

/** Returns the page of an OpenAPI document. */
export function toDocsPage({ info, tags = [], paths = {} }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    return Object.entries(methods as { readonly [method: string]: Operation }).map(([method, operation]) => ({
      path,
      method,
      operation,
    }))
  })
  const sections = tags.map(({ name, description = '' }) => {
    const own = operations.filter(({ operation, method }) => operation.tags?.includes(name) && method !== 'head')
    return `<h2 id="${escapeHtml(name)}">${escapeHtml(description || name)}</h2>${own.map(toArticle).join('')}`
  })
  const errors = Object.entries(errorTitles).map(
    ([code, title]) => `<tr id="${code}"><td><code>${code}</code></td><td>${escapeHtml(title)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)}: API</title><style>${style}</style></head><body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1><p>${escapeHtml(info.description ?? '')}</p>
<p>The catalog of this host: <a href="api/specimens/"><code>/api/specimens/</code></a>. Its functions:
<a href="api/processing/functions"><code>/api/processing/functions</code></a>. For machines: <a href="openapi.json"><code>/openapi.json</code></a>.</p>
<p>A slow load: start it, poll its progress, fetch its result.</p>
<pre>curl -X POST $HOST/api/specimens/$ID/start -H 'content-type: application/json' -d '{"params": {}, "room_id": "mine"}'
curl $HOST/api/jobs/$JOB/progress?since=-1
curl $HOST/api/jobs/$JOB/result</pre>
${sections.join('\n')}
<h2 id="errors">Errors</h2><p>Every error is <code>application/problem+json</code>; its <code>code</code> is one of these, its
<code>detail</code> says what was found, what was wanted and what to do.</p><table>${errors.join('')}</table></body></html>`
}

function toArticle({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary = '', parameters = [], requestBody, responses = {} } = operation
  const inputs = parameters.map(({ name, in: place, description = '' }) => toRow(name, `${place}. ${description}`))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const rows = [...inputs, ...(body ? [toRow('body', describeSchema(body))] : [])]
  const answers = Object.entries(responses).map(([status, { description = '' }]) => toRow(status, description))
  return `<h3><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code></h3><p>${escapeHtml(summary)}</p>
<table>${[...rows, ...answers].join('')}</table>`
}

function toRow(name: string, text: string): string {
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(text)}</td></tr>`
}

function describeSchema(schema: object): string {
  const { properties = {} } = schema as {
    readonly properties?: { readonly [name: string]: { readonly type?: string | string[] } }
  } // the routes' own
  const fields = Object.entries(properties).map(([name, { type }]) => `${name}: ${[type ?? 'any'].flat().join(' or ')}`)
  return `{ ${fields.join(', ')} }`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
